import type { ReportKind } from "#domain/documents/kind.ts";
import { addDays, toMonth, formatMonth } from "#domain/dates.ts";
import { parseScope, formatScope, type PrintParams, type PrintScope } from "./params.rules.ts";
import type { ClassOption, StudentOption, PrintScreen } from "./print.ts";

type Offers = {
  requested: string | null;
  classes: readonly ClassOption[];
  students: readonly StudentOption[];
  /** The class of the person who prints. */
  ownClassId: number | undefined;
};

/**
 * Returns the choice of students or classes: the requested one if it is available, otherwise the person's own class or
 * the first class. No student is chosen by default.
 */
export function chooseOfferedScope(kind: ReportKind, { requested, ...offers }: Offers): string | null {
  const whose = parseScope(requested);
  if (whose && isOffered(kind, whose, offers)) return requested;
  const [first] = offers.classes;
  if (kind.whose === "school" || kind.whose === "student" || !first) return null;
  if (kind.whose === "level") return formatScope({ of: "level", formLevel: first.formLevel });
  const named = offers.classes.filter(({ isNameless }) => !isNameless);
  const held = named.find(({ classId }) => classId === offers.ownClassId) ?? named[0];
  return held ? formatScope({ of: "class", classId: held.classId }) : null;
}

function isOffered(
  kind: ReportKind,
  whose: PrintScope,
  { classes, students }: Omit<Offers, "requested">,
): boolean {
  if (whose.of === "student") return students.some(({ studentId }) => studentId === whose.studentId);
  if (whose.of === "school") return kind.inBatches === true && classes.length > 1;
  if (whose.of === "class")
    return kind.whose.startsWith("class") && classes.some((item) => isNamed(item, whose.classId));
  const isOfLevels = kind.whose === "level" || kind.inBatches === true;
  return isOfLevels && classes.some(({ formLevel }) => formLevel === whose.formLevel);
}

function isNamed({ classId, isNameless }: ClassOption, input: number): boolean {
  return classId === input && !isNameless;
}

/** Drops options that the kind of report does not have, and replaces unavailable ones by the defaults. */
export function normaliseChoice(
  { asks, formats }: ReportKind,
  params: PrintParams,
  { sheets, months }: Pick<PrintScreen, "sheets" | "months">,
): PrintParams {
  return {
    ...params,
    sheet: sheets.length > 0 ? (params.sheet ?? 2) : null,
    month: (months.find(({ value }) => value === params.month) ?? months.at(-1))?.value ?? null,
    day: asks.includes("day") ? params.day : null,
    noDay: asks.includes("day") ? params.noDay : null,
    format: formats.find((format) => format === params.format) ?? formats[0],
  };
}

/** Lists the months of a term that have begun. */
export function monthsOf(
  { term_start, term_end }: { term_start: string; term_end: string },
  today: string,
): PrintScreen["months"] {
  const months: { value: string; label: string }[] = [];
  const last = toMonth(term_end < today ? term_end : today);
  for (let month = toMonth(term_start); month <= last; month = monthAfter(month))
    months.push({ value: month, label: formatMonth(month) });
  return months;
}

function monthAfter(month: string): string {
  return toMonth(addDays(`${month}-28`, 4));
}
