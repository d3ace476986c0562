/** The parts of a school year, besides the students, that are carried over into the next one. */
export type CarriedKind = "classes" | "lessons" | "formTeachers" | "deans" | "choices";

export type CarriedLine = {
  kind: CarriedKind;
  carried: number;
  /** The number that only the new year has. */
  added: number;
  leftOut: number;
  /** A remark even when nothing is left out; empty for none. */
  note: string;
};

/** Something that is left out, or that a class of the new year lacks. */
export type NotCarried = {
  what: string;
  why: string;
  means: string;
  /** A class or a report card would lack something. */
  isGrave: boolean;
};

export type CarriedOver = { lines: readonly CarriedLine[]; notCarried: readonly NotCarried[] };

const NOUNS: Record<CarriedKind, readonly [one: string, some: string]> = {
  classes: ["class", "classes"],
  lessons: ["lesson", "lessons"],
  formTeachers: ["form teacher or co-teacher", "form teachers and co-teachers"],
  deans: ["dean", "deans"],
  choices: ["subject choice", "subject choices"],
};

export function carriedTitle({ kind }: CarriedLine): string {
  const [, some] = NOUNS[kind];
  return some.charAt(0).toUpperCase() + some.slice(1);
}

/** Formats `146 carried over + 2 new + 1 left out = 149`. */
export function formatEquation({ carried, added, leftOut }: CarriedLine): string {
  const figure = (count: number) => count.toLocaleString("en");
  const sum = figure(carried + added + leftOut);
  return `${figure(carried)} carried over + ${figure(added)} new + ${figure(leftOut)} left out = ${sum}`;
}

/** Formats `1 lesson, 64 subject choices`; empty when everything is carried over. */
export function formatLeftOut({ lines }: CarriedOver): string {
  const left = lines.filter(({ leftOut }) => leftOut > 0);
  const words = left.map(({ kind, leftOut }) => {
    return `${leftOut.toLocaleString("en")} ${NOUNS[kind][leftOut === 1 ? 0 : 1]}`;
  });
  return words.join(", ");
}
