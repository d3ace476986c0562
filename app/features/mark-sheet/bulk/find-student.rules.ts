import { plain, wordsOf } from "./student-names.rules.ts";

/** Someone on the sheet, as the register names them. */
export type Named = { row: string; name: string; number: string };

/** Whom a written name means: one student, nobody, or some between whom only a number can tell. */
export type Match =
  /** `loosely`: a name more or less than the register has. */
  | { kind: "one"; row: string; loosely?: true }
  | { kind: "none"; why?: string }
  | { kind: "several"; names: readonly string[] };

/** A first name alone is too little to give a mark by. */
const FEWEST_WORDS = 2;

/**
 * 'Alexander, Keziah', 'keziah  ALEXANDER' and 'Kéziah Alexander' are one; so is a name with a middle name more or
 * less, as long as nobody else could be meant.
 */
export function studentNamed<Student extends Named>(text: string, students: readonly Student[]): Match {
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

export function studentNumbered<Student extends Named>(text: string, students: readonly Student[]): Match {
  const number = plain(text);
  return matchOf(number === "" ? [] : students.filter((student) => plain(student.number) === number));
}

/** For who types the beginning of a name or of a number: 'al' finds Alexander and Ali, last names first. */
export function studentsStarting<Student extends Named>(
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

function matchOf(found: readonly Named[]): Match {
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
  return one.length === other.length && one.every((word, place) => word === other[place]);
}

/** Last name and first name apart: 'James, Thomas' is not 'Thomas, James'. */
function partsOf(name: string): string[] {
  return name.split(",").map((part) => wordsOf(part).join(" "));
}
