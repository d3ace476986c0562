import type { ReportKind } from "#domain/documents/kind.ts";
import { addDays, monthOf, monthWords } from "#domain/dates.ts";
import { whoseIn, whoseValue, type PrintPlace, type Whose } from "./place.rules.ts";
import type { OfferedClass, OfferedStudent, PrintScreen } from "./print.ts";

type Offers = {
  asked: string | null;
  classes: readonly OfferedClass[];
  students: readonly OfferedStudent[];
  /** The class of the person who prints. */
  ownClassId: number | undefined;
};

/**
 * Returns the choice of students or classes: the requested one if it is available, otherwise the person's own class or
 * the first class. No student is chosen by default.
 */
export function settledWhose(kind: ReportKind, { asked, ...offers }: Offers): string | null {
  const whose = whoseIn(asked);
  if (whose && isOffered(kind, whose, offers)) return asked;
  const [first] = offers.classes;
  if (kind.whose === "school" || kind.whose === "student" || !first) return null;
  if (kind.whose === "level") return whoseValue({ of: "level", formLevel: first.formLevel });
  const named = offers.classes.filter(({ isNameless }) => !isNameless);
  const held = named.find(({ classId }) => classId === offers.ownClassId) ?? named[0];
  return held ? whoseValue({ of: "class", classId: held.classId }) : null;
}

function isOffered(kind: ReportKind, whose: Whose, { classes, students }: Omit<Offers, "asked">): boolean {
  if (whose.of === "student") return students.some(({ studentId }) => studentId === whose.studentId);
  if (whose.of === "school") return kind.inBatches === true && classes.length > 1;
  if (whose.of === "class")
    return kind.whose.startsWith("class") && classes.some((each) => isNamed(each, whose.classId));
  const isOfLevels = kind.whose === "level" || kind.inBatches === true;
  return isOfLevels && classes.some(({ formLevel }) => formLevel === whose.formLevel);
}

function isNamed({ classId, isNameless }: OfferedClass, asked: number): boolean {
  return classId === asked && !isNameless;
}

/** Drops options that the kind of report does not have, and replaces unavailable ones by the defaults. */
export function settledPlace(
  { asks, formats }: ReportKind,
  place: PrintPlace,
  { sheets, months }: Pick<PrintScreen, "sheets" | "months">,
): PrintPlace {
  return {
    ...place,
    sheet: sheets.length > 0 ? (place.sheet ?? 2) : null,
    month: (months.find(({ value }) => value === place.month) ?? months.at(-1))?.value ?? null,
    day: asks.includes("day") ? place.day : null,
    format: formats.find((format) => format === place.format) ?? formats[0],
  };
}

/** Lists the months of a term that have begun. */
export function monthsOf(
  { term_start, term_end }: { term_start: string; term_end: string },
  today: string,
): PrintScreen["months"] {
  const months: { value: string; label: string }[] = [];
  const last = monthOf(term_end < today ? term_end : today);
  for (let month = monthOf(term_start); month <= last; month = monthAfter(month))
    months.push({ value: month, label: monthWords(month) });
  return months;
}

function monthAfter(month: string): string {
  return monthOf(addDays(`${month}-28`, 4));
}
