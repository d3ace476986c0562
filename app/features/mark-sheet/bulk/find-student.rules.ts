import { plain, wordsOf } from "./student-names.rules.ts";

/** A student on the sheet, named as in the register. */
export type SheetStudent = { row: string; name: string; number: string };

/** The students that a written name can mean: one, none, or several that only a number can tell apart. */
export type Match =
  /** With `loosely`, the written name has more or fewer words than the register's. */
  | { kind: "one"; row: string; loosely?: true }
  | { kind: "none"; why?: string }
  | { kind: "several"; names: readonly string[] };

/** A first name alone is too little to identify a student. */
const FEWEST_WORDS = 2;

/**
 * Treats 'Alexander, Keziah', 'keziah ALEXANDER' and 'Kéziah Alexander' as one name. A middle name may be missing or
 * extra, as long as only one student matches.
 */
export function studentNamed<Student extends SheetStudent>(
  text: string,
  students: readonly Student[],
): Match {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return { kind: "none" };
  const exact = students.filter(({ name }) => areSame(wordsOf(name).sort(), wanted.toSorted()));
  if (exact.length > 1 && text.includes(",")) {
    const asWritten = exact.filter(({ name }) => areSame(partsOf(name), partsOf(text)));
    return matchOf(asWritten.length > 0 ? asWritten : exact);
  }
  if (exact.length > 0 || wanted.length < FEWEST_WORDS) return matchOf(exact);
  const near = matchOf(students.filter(({ name }) => isWithin(wanted, wordsOf(name))));
  return near.kind === "one" ? { ...near, loosely: true } : near;
}

export function studentNumbered<Student extends SheetStudent>(
  text: string,
  students: readonly Student[],
): Match {
  const number = plain(text);
  return matchOf(number === "" ? [] : students.filter((student) => plain(student.number) === number));
}

/**
 * Finds students by the beginning of a name or number: 'al' finds Alexander and Ali. Matches of the last name come
 * first.
 */
export function studentsStarting<Student extends SheetStudent>(
  text: string,
  students: readonly Student[],
): Student[] {
  const wanted = wordsOf(text);
  const found = students.filter(({ name, number }) => {
    const words = [...wordsOf(name), ...wordsOf(number)];
    return wanted.every((beginning) => words.some((word) => word.startsWith(beginning)));
  });
  const [first = ""] = wanted;
  const isLastName = ({ name }: Student) => plain(name).startsWith(first);
  return [...found.filter(isLastName), ...found.filter((student) => !isLastName(student))];
}

function matchOf(found: readonly SheetStudent[]): Match {
  const [first, ...others] = found;
  if (!first) return { kind: "none" };
  if (others.length === 0) return { kind: "one", row: first.row };
  return { kind: "several", names: found.map(({ name, number }) => `${name} (${number})`) };
}

function isWithin(one: string[], other: string[]): boolean {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one];
  return fewer.length >= FEWEST_WORDS && fewer.every((word) => more.includes(word));
}

function areSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

/** Keeps last name and first name apart: 'James, Thomas' is not 'Thomas, James'. */
function partsOf(name: string): string[] {
  return name.split(",").map((part) => wordsOf(part).join(" "));
}
