import { initials } from "../names.ts";
import { employeePictureUrl } from "../paths.ts";
import { searchText } from "../text/storable-text.ts";

/** The search in a list of people, the page shown, and its length. */
export type ListParams = { search: string; page: number; rows: number };

export type ListedPerson = {
  id: number;
  firstName: string;
  lastName: string;
  /** Null for a person without an account. */
  userName: string | null;
  initials: string;
  picture: string | null;
};

type Listable = {
  employee_id: number;
  first_name: string;
  last_name: string;
  user_name: string | null;
  picture: string | null;
};

/** The possible lengths of a page; the first is the usual one. */
export type RowsOffered = readonly [usual: number, ...longer: number[]];
export const ROWS_A_PAGE: RowsOffered = [10, 25, 50, 100];

const MOST_WORDS = 8;

export function formatListedPerson(employee: Listable): ListedPerson {
  const { employee_id: id, first_name, last_name, user_name, picture } = employee;
  return {
    id,
    firstName: first_name,
    lastName: last_name,
    userName: user_name,
    initials: initials(employee),
    picture: employeePictureUrl(picture),
  };
}

/** Reads the place from an address; invalid values are ignored. */
export function parseListParams(query: URLSearchParams, offered = ROWS_A_PAGE): ListParams {
  const [page, input] = [Number(query.get("page")), Number(query.get("rows"))];
  return {
    search: searchText(query.get("search")),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    rows: offered.find((rows) => rows === input) ?? offered[0],
  };
}

/** Writes the place for an address, leaving out usual values. */
export function listQuery({ search, page, rows }: ListParams, [usual] = ROWS_A_PAGE) {
  return {
    search: search || null,
    page: page > 1 ? page : null,
    rows: rows === usual ? null : rows,
  };
}

/** Splits a search into words that must each be found: `Pierre, Renée` into `pierre` and `renee`. */
export function splitSearch(search: string): string[] {
  return plainLetters(search)
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS);
}

/** Accents, invisible characters, and punctuation written in many ways or left out: D’Abreu, D'Abreu, St. Clair. */
const LEFT_OUT = /[\p{M}\p{Cf}'\u2018-\u201b\u02b9-\u02bd\u2032`\u00b4."\u201c-\u201e]/gu;
const DASHES = /[\u2010-\u2014\u2212]/gu;

/** Converts a text to the letters used for searching; `plain_letters` does the same in SQL. */
export function plainLetters(text: string): string {
  return text.normalize("NFD").replace(LEFT_OUT, "").replace(DASHES, "-").toLowerCase();
}

/** The order of a list; each key sorts rows that are equal by those before it. */
export type Sort<Key extends string = string> = { key: Key; direction: "ascending" | "descending" };

/** More keys would change nothing that people notice. */
const MOST_KEYS = 3;

/** Reads the order from an address such as `class,-name`; invalid keys are ignored. */
export function parseSort<Key extends string>(text: string | null, keys: readonly Key[]): Sort<Key>[] {
  const input = (text ?? "").split(",", MOST_KEYS).map((word) => ({
    key: keys.find((key) => key === word.replace(/^-/, "")),
    direction: word.startsWith("-") ? ("descending" as const) : ("ascending" as const),
  }));
  return input.flatMap(({ key, direction }, index) => {
    const isNew = key !== undefined && input.findIndex((other) => other.key === key) === index;
    return isNew ? [{ key, direction }] : [];
  });
}

export function formatSort(sort: readonly Sort[]): string {
  return sort.map(({ key, direction }) => (direction === "descending" ? `-${key}` : key)).join(",");
}

/** Handles a click on a column heading in a list with one key: sorts by it, or reverses the order. */
export function toggleSort<Key extends string>(sort: Sort<Key>, key: Key): Sort<Key> {
  const isTurned = sort.key === key && sort.direction === "ascending";
  return { key, direction: isTurned ? "descending" : "ascending" };
}

/** Handles a click in a list with several keys: adds the column, then reverses it, then removes it. */
export function addSort<Key extends string>(sort: readonly Sort<Key>[], key: Key): Sort<Key>[] {
  const held = sort.find((item) => item.key === key);
  if (!held) return [...sort.slice(0, MOST_KEYS - 1), { key, direction: "ascending" }];
  if (held.direction === "descending") return sort.filter((item) => item !== held);
  return sort.map((item) => (item === held ? toggleSort(item, key) : item));
}
