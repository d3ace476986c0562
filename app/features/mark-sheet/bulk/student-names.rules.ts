import { toPlainLetters } from "#domain/people/list-params.ts";

/** Tells whether any word of a student's name begins with these letters: 'al' matches Keziah Alexander. */
export function isStartOfAnyName(letters: string, students: readonly { name: string }[]): boolean {
  return students.some(({ name }) => splitNameIntoWords(name).some((word) => word.startsWith(letters)));
}

export function splitNameIntoWords(text: string): string[] {
  return normaliseName(text)
    .split(/[\s,-]+/)
    .filter(Boolean);
}

/**
 * Normalises a name by removing accents, capitals, apostrophes and full stops, which people write in different ways.
 */
export function normaliseName(text: string): string {
  return toPlainLetters(text).trim();
}
