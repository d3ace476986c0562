import { normaliseName, splitNameIntoWords } from "./student-names.rules.ts";

export type MarkSheetStudent = { row: string; name: string; number: string };

/** The result of looking up a written name. If several match, only a student number identifies one. */
export type StudentMatch =
  /** `loosely` means that the written name has more or fewer words than the name in the register. */
  | { kind: "one"; row: string; loosely?: true }
  | { kind: "none"; why?: string }
  | { kind: "several"; names: readonly string[] };

/** The fewest words that identify a student. A first name alone is not enough. */
const FEWEST_WORDS = 2;

/**
 * Finds the student with a written name. 'Alexander, Keziah', 'keziah ALEXANDER' and 'Kéziah Alexander' are the same
 * name. The written name may lack a middle name or have one more, if only one student matches.
 */
export function matchStudentByName<Student extends MarkSheetStudent>(
  text: string,
  students: readonly Student[],
): StudentMatch {
  const wanted = splitNameIntoWords(text);
  if (wanted.length === 0) return { kind: "none" };
  const exact = students.filter(({ name }) => areSame(splitNameIntoWords(name).sort(), wanted.toSorted()));
  if (exact.length > 1 && text.includes(",")) {
    const asWritten = exact.filter(({ name }) => areSame(partsOf(name), partsOf(text)));
    return matchOf(asWritten.length > 0 ? asWritten : exact);
  }
  if (exact.length > 0 || wanted.length < FEWEST_WORDS) return matchOf(exact);
  const near = matchOf(students.filter(({ name }) => isWithin(wanted, splitNameIntoWords(name))));
  return near.kind === "one" ? { ...near, loosely: true } : near;
}

export function matchStudentByNumber<Student extends MarkSheetStudent>(
  text: string,
  students: readonly Student[],
): StudentMatch {
  const number = normaliseName(text);
  return matchOf(number === "" ? [] : students.filter((student) => normaliseName(student.number) === number));
}

/** Finds students by the beginning of a name or number. Matches of the last name come first. */
export function searchStudentsByPrefix<Student extends MarkSheetStudent>(
  text: string,
  students: readonly Student[],
): Student[] {
  const wanted = splitNameIntoWords(text);
  const found = students.filter(({ name, number }) => {
    const words = [...splitNameIntoWords(name), ...splitNameIntoWords(number)];
    return wanted.every((beginning) => words.some((word) => word.startsWith(beginning)));
  });
  const [first = ""] = wanted;
  const isLastName = ({ name }: Student) => normaliseName(name).startsWith(first);
  return [...found.filter(isLastName), ...found.filter((student) => !isLastName(student))];
}

function matchOf(found: readonly MarkSheetStudent[]): StudentMatch {
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

/** Keeps the last name and first name apart, because 'James, Thomas' is not 'Thomas, James'. */
function partsOf(name: string): string[] {
  return name.split(",").map((part) => splitNameIntoWords(part).join(" "));
}
