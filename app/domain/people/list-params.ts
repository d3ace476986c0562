import { formatInitials } from "../names.ts";
import { employeePictureUrl } from "../paths.ts";
import { parseSearchText } from "../text/storable-text.ts";

/** The search text in a list of people, the page number, and the number of rows per page. */
export type ListParams = { search: string; page: number; rows: number };

export type ListedPerson = {
  id: number;
  firstName: string;
  lastName: string;
  /** The user name; null for a person without an account. */
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

/** The numbers of rows per page that a list offers; the first is the default. */
export type PageSizes = readonly [usual: number, ...longer: number[]];
export const PAGE_SIZES: PageSizes = [10, 25, 50, 100];

const MOST_WORDS = 8;

export function toListedPerson(employee: Listable): ListedPerson {
  const { employee_id: id, first_name, last_name, user_name, picture } = employee;
  return {
    id,
    firstName: first_name,
    lastName: last_name,
    userName: user_name,
    initials: formatInitials(employee),
    picture: employeePictureUrl(picture),
  };
}

/** Parses the search text and page from a URL, and ignores invalid values. */
export function parseListParams(query: URLSearchParams, offered = PAGE_SIZES): ListParams {
  const [page, input] = [Number(query.get("page")), Number(query.get("rows"))];
  return {
    search: parseSearchText(query.get("search")),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    rows: offered.find((rows) => rows === input) ?? offered[0],
  };
}

/** Builds the URL parameters for a search text and page, without those that have default values. */
export function toListQuery({ search, page, rows }: ListParams, [usual] = PAGE_SIZES) {
  return {
    search: search || null,
    page: page > 1 ? page : null,
    rows: rows === usual ? null : rows,
  };
}

/**
 * Splits a search text into words, all of which must match: `Pierre, Renée` gives `pierre` and `renee`. Signs that lists
 * write between or around names are not part of a word, as in `R. Pierre / A. Lee` or `Pierre, Renée (SR-21008)`.
 */
export function splitSearch(search: string): string[] {
  return toPlainLetters(search)
    .split(/[\s,;/()·]+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS);
}

/** Characters that people leave out or write in various ways: `D’Abreu` and `D'Abreu`, `St. Clair` and `St Clair`. */
const LEFT_OUT = /[\p{M}\p{Cf}'\u2018-\u201b\u02b9-\u02bd\u2032`\u00b4."\u201c-\u201e]/gu;
const DASHES = /[\u2010-\u2014\u2212]/gu;

/** Reduces a text to plain letters for searches. The SQL function `plain_letters` gives the same result. */
export function toPlainLetters(text: string): string {
  return text.normalize("NFD").replace(LEFT_OUT, "").replace(DASHES, "-").toLowerCase();
}

/** The order of a list. Each key decides the order of the rows that the keys before it leave equal. */
export type SortOrder<Key extends string = string> = { key: Key; direction: "ascending" | "descending" };

/** A list sorts by at most three keys, because a fourth would hardly ever change the order. */
const MOST_KEYS = 3;

/** Parses a sort order from a URL, such as `class,-name`, and ignores invalid keys. A minus sign means descending. */
export function parseSort<Key extends string>(text: string | null, keys: readonly Key[]): SortOrder<Key>[] {
  const input = (text ?? "").split(",", MOST_KEYS).map((word) => ({
    key: keys.find((key) => key === word.replace(/^-/, "")),
    direction: word.startsWith("-") ? ("descending" as const) : ("ascending" as const),
  }));
  return input.flatMap(({ key, direction }, index) => {
    const isNew = key !== undefined && input.findIndex((other) => other.key === key) === index;
    return isNew ? [{ key, direction }] : [];
  });
}

export function formatSort(sort: readonly SortOrder[]): string {
  return sort.map(({ key, direction }) => (direction === "descending" ? `-${key}` : key)).join(",");
}

/** Returns the order after a click on a heading: by this column alone, or reversed if the list has that order. */
export function toggleSort<Key extends string>(sort: SortOrder<Key>, key: Key): SortOrder<Key> {
  const isTurned = sort.key === key && sort.direction === "ascending";
  return { key, direction: isTurned ? "descending" : "ascending" };
}

/** Returns the order of several columns after a click: the column is added, then reversed, then removed. */
export function addSort<Key extends string>(sort: readonly SortOrder<Key>[], key: Key): SortOrder<Key>[] {
  const held = sort.find((item) => item.key === key);
  if (!held) return [...sort.slice(0, MOST_KEYS - 1), { key, direction: "ascending" }];
  if (held.direction === "descending") return sort.filter((item) => item !== held);
  return sort.map((item) => (item === held ? toggleSort(item, key) : item));
}
