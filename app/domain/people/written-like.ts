import { plainLetters, splitSearch } from "./list-params.ts";

/** Shorter words are one letter away from too many others. */
export const SHORTEST = 4;
const MOST_ALIKE = 3;

type Named = { first_name: string; last_name: string };

/** Finds up to three people whose names differ from the search by one letter per word: 'Jospeh' is like Joseph. */
export function findSimilarNames<Person extends Named>(people: readonly Person[], search: string): Person[] {
  const wanted = splitSearch(search);
  if (wanted.length === 0 || wanted.some((word) => word.length < SHORTEST)) return [];
  return people.filter((person) => isLike(person, wanted)).slice(0, MOST_ALIKE);
}

function isLike({ first_name, last_name }: Named, wanted: readonly string[]): boolean {
  const words = plainLetters(`${first_name} ${last_name}`).split(/[\s-]+/);
  return wanted.every((word) => words.some((written) => isOneLetterAway(word, written)));
}

/** Tells whether the words differ by one letter added, removed or replaced, or by two swapped letters. */
export function isOneLetterAway(one: string, other: string): boolean {
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
