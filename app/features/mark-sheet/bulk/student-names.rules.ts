import { plainLetters } from "#domain/people/list-params.ts";

/** Tells whether any word of a student's name begins with these letters: 'al' matches Keziah Alexander. */
export function beginsName(letters: string, students: readonly { name: string }[]): boolean {
  return students.some(({ name }) => wordsOf(name).some((word) => word.startsWith(letters)));
}

export function wordsOf(text: string): string[] {
  return plain(text)
    .split(/[\s,-]+/)
    .filter(Boolean);
}

/** Ignores accents, capitals, apostrophes and full stops, which people write or leave out at will. */
export function plain(text: string): string {
  return plainLetters(text).trim();
}
