import type { Note } from "#fields/kind.ts";

/** A note of a field about the last action in it, with a way to correct the action. */
export type FieldNote = Note & { field: string; offer?: { words: string; act: () => void } };

/** Describes a full field to a person who types on. */
export function formatFieldFull(limit: number): string {
  return `The limit is ${limit} characters`;
}

/** Describes a pasted text that is cut at the limit; null if all of the text fits. */
export function formatTextCut({ text, room }: { text: string; room: number }): string | null {
  const length = text.replaceAll("\r\n", "\n").length;
  return length > room ? `Only ${room} of the ${length} characters fit: the rest was left out` : null;
}
