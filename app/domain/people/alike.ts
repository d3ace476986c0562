import { toPlainLetters, splitSearch } from "./list-params.ts";

/** The data that shows whether two records belong to the same child. */
export type StudentIdentity = { first_name: string; last_name: string; date_of_birth: string | null };

/**
 * The reasons to think that two records belong to the same child, as pages show them. The most certain reason comes
 * first.
 */
export const SIMILARITY_WORDS = {
  same: "same name and date of birth",
  almost: "same date of birth, similar name",
  name: "same name",
} as const;
export type SimilarityReason = keyof typeof SIMILARITY_WORDS;

/**
 * Returns why two records may belong to the same child, or null. The reason is either the same name with dates of birth
 * that do not differ, or the same date of birth with a similar name: one letter is misspelled, first and last name are
 * swapped, or one record lacks a second name.
 */
export function compareStudents(one: StudentIdentity, other: StudentIdentity): SimilarityReason | null {
  const isSameName =
    letters(one.first_name) === letters(other.first_name) &&
    letters(one.last_name) === letters(other.last_name);
  if (one.date_of_birth === null || other.date_of_birth === null) return isSameName ? "name" : null;
  if (one.date_of_birth !== other.date_of_birth) return null;
  if (isSameName) return "same";
  return isAlmostCalled(one, other) ? "almost" : null;
}

function isAlmostCalled(one: StudentIdentity, other: StudentIdentity): boolean {
  const [first, last] = [letters(one.first_name), letters(one.last_name)];
  const [otherFirst, otherLast] = [letters(other.first_name), letters(other.last_name)];
  return (
    (first === otherLast && last === otherFirst) ||
    (last === otherLast && isAlike(one.first_name, other.first_name)) ||
    (first === otherFirst && isAlike(one.last_name, other.last_name))
  );
}

function isAlike(one: string, other: string): boolean {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  return (
    mine.every((word) => theirs.includes(word)) ||
    theirs.every((word) => mine.includes(word)) ||
    isMisspelled(mine.join(""), theirs.join(""))
  );
}

function isMisspelled(one: string, other: string): boolean {
  return Math.min(one.length, other.length) >= SHORTEST && isOneLetterAway(one, other);
}

/** Reduces a name to its letters, so that `Kerry-Ann` equals `Kerry Ann`. */
function letters(name: string): string {
  return wordsOf(name).join("");
}

function wordsOf(name: string): string[] {
  return toPlainLetters(name).match(/[\p{L}\d]+/gu) ?? [];
}

/** Shorter words are not compared letter by letter, because too many different names are one letter apart. */
const SHORTEST = 4;
const MOST_ALIKE = 3;

type Named = { first_name: string; last_name: string };

/** Finds up to three people whose names differ from the search by one letter in each word: `Jospeh` finds Joseph. */
export function findSimilarNames<Person extends Named>(people: readonly Person[], search: string): Person[] {
  const wanted = splitSearch(search);
  if (wanted.length === 0 || wanted.some((word) => word.length < SHORTEST)) return [];
  return people.filter((person) => isLike(person, wanted)).slice(0, MOST_ALIKE);
}

function isLike({ first_name, last_name }: Named, wanted: readonly string[]): boolean {
  const words = toPlainLetters(`${first_name} ${last_name}`).split(/[\s-]+/);
  return wanted.every((word) => words.some((written) => isOneLetterAway(word, written)));
}

/** Tells whether one letter added, removed or replaced, or two swapped letters, turn one word into the other. */
function isOneLetterAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  const [mine, theirs] = withoutCommonStart(one, other);
  const [first = "", second = ""] = mine;
  return (
    mine.slice(1) === theirs.slice(1) ||
    mine.slice(1) === theirs ||
    mine === theirs.slice(1) ||
    second + first + mine.slice(2) === theirs
  );
}

function withoutCommonStart(one: string, other: string): [string, string] {
  const common = [...one].findIndex((letter, index) => letter !== other[index]);
  const start = common < 0 ? one.length : common;
  return [one.slice(start), other.slice(start)];
}
