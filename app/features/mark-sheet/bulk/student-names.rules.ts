import { plainLetters } from "#domain/people/list-place.ts";

/** Whether anybody is so called: 'al' begins Alexander, and Keziah Alexander too. */
export function beginsName(letters: string, students: readonly { name: string }[]): boolean {
  return students.some(({ name }) => wordsOf(name).some((word) => word.startsWith(letters)));
}

export function wordsOf(text: string): string[] {
  return plain(text)
    .split(/[\s,-]+/)
    .filter(Boolean);
}

/** Accents, capitals, apostrophes and points are written or left out as it comes. */
export function plain(text: string): string {
  return plainLetters(text).trim();
}
