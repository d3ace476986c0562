import type { Note } from "#fields/kind.ts";

/** What a field has to say about what was just done in it, and what can be done about that. */
export type FieldNote = Note & { field: string; offer?: { words: string; act: () => void } };

/** Said when somebody types on where nothing more fits. */
export function fullWords(limit: number): string {
  return `${limit} characters fit, no more`;
}

/** Said of a text that was put in from elsewhere and is cut at the limit; null when all of it fits. */
export function cutWords({ text, room }: { text: string; room: number }): string | null {
  const length = text.replaceAll("\r\n", "\n").length;
  return length > room ? `${room} of the ${length} characters fit: the rest was left out` : null;
}
