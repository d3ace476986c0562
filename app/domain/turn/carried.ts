/** The parts of a school year, besides the students, that are carried over into the next one. */
export type CarriedKind = "classes" | "lessons" | "formTeachers" | "deans" | "choices";

export type CarriedLine = {
  kind: CarriedKind;
  carried: number;
  /** Counts of the new year alone. */
  added: number;
  leftOut: number;
  /** What is told though nothing is left out; empty for nothing. */
  note: string;
};

/** Something that is left out, or that a class of the new year lacks. */
export type NotCarried = {
  what: string;
  why: string;
  means: string;
  /** It leaves a class or a report card without something. */
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

/** `Lessons`. */
export function carriedTitle({ kind }: CarriedLine): string {
  const [, some] = NOUNS[kind];
  return some.charAt(0).toUpperCase() + some.slice(1);
}

/** `146 carried over + 2 new + 1 left out = 149`. */
export function equationWords({ carried, added, leftOut }: CarriedLine): string {
  const figure = (count: number) => count.toLocaleString("en");
  const sum = figure(carried + added + leftOut);
  return `${figure(carried)} carried over + ${figure(added)} new + ${figure(leftOut)} left out = ${sum}`;
}

/** `1 lesson, 64 subject choices`; empty where everything goes over. */
export function leftOutWords({ lines }: CarriedOver): string {
  const left = lines.filter(({ leftOut }) => leftOut > 0);
  const words = left.map(({ kind, leftOut }) => {
    return `${leftOut.toLocaleString("en")} ${NOUNS[kind][leftOut === 1 ? 0 : 1]}`;
  });
  return words.join(", ");
}
