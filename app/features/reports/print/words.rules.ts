import { addDays, toMonth, formatMonth } from "#domain/dates.ts";
import { getBatchKindDetails } from "#domain/documents/batches.ts";
import type { DocumentFormat, ReportKind } from "#domain/documents/kind.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import {
  parsePrintScope,
  type PrintParams,
  type PrintClassOption,
  type PrintScreen,
  formatPrintScope,
  type PrintScope,
  type StudentOption,
} from "./params.rules.ts";

/** The names of a format in the list of options and on a button. */
export const FORMAT_TITLES: Record<DocumentFormat, { title: string; download: string }> = {
  pdf: { title: "PDF", download: "Download PDF" },
  docx: { title: "Word", download: "Word" },
  xlsx: { title: "Spreadsheet", download: "Spreadsheet" },
};

/** Text that describes what will be printed, such as `29 cards` for Std 4 R, 27 signed and 2 not. */
export type PrintDescription = { strong: string; words: string; aside: string; unsigned: string };

/**
 * A document to print. `of` is the student, class or level. A level or the whole school is printed as a batch; `begins`
 * is the label of the button that starts the batch.
 */
export type PlannedPrint = {
  of: string;
  outcome: PrintDescription;
  batch: { to: string; begins: string } | null;
};

/** Returns the document to print, or null if nobody has been chosen yet. */
export function findDocumentToPrint(
  { kind, classes, students }: PrintScreen,
  params: PrintParams,
): PlannedPrint | null {
  const whose = parsePrintScope(params.whose);
  if (kind.whose === "school")
    return { of: "", outcome: { ...NOTHING, strong: "The whole school" }, batch: null };
  if (whose?.of === "student") {
    const student = students.find(({ studentId }) => studentId === whose.studentId);
    if (!student) return null;
    const outcome = { ...NOTHING, strong: student.name, words: `, ${student.label}` };
    return { of: student.name, outcome, batch: null };
  }
  const meant = listClassesInPrintScope(params.whose, classes);
  const [first] = meant;
  if (!first) return null;
  const of = whose?.of === "school" ? "the whole school" : whose?.of === "level" ? first.level : first.label;
  const outcome = outcomeOf(kind, meant, whose?.of === "level" && meant.length < 3 ? labelsOf(meant) : of);
  const isBatch = kind.inBatches !== undefined && whose?.of !== "class";
  return {
    of,
    outcome,
    batch: isBatch ? { to: batchUrl(kind, params), begins: makeWords(kind, meant) } : null,
  };
}

const NOTHING: PrintDescription = { strong: "", words: "", aside: "", unsigned: "" };

/** Lists the classes covered by a choice; empty for a student. */
export function listClassesInPrintScope(
  value: string | null,
  classes: readonly PrintClassOption[],
): readonly PrintClassOption[] {
  const whose = parsePrintScope(value);
  if (whose?.of === "school") return classes;
  if (whose?.of === "level") return classes.filter(({ formLevel }) => formLevel === whose.formLevel);
  return classes.filter(({ classId }) => whose?.of === "class" && classId === whose.classId);
}

function outcomeOf(
  { kind, each }: PrintScreen["kind"],
  meant: readonly PrintClassOption[],
  names: string,
): PrintDescription {
  const students = sumOf(meant, "students");
  const inWords = counted(students, "student");
  if (each === "card") {
    const signed = sumOf(meant, "signed");
    const unsigned = students > signed ? `${(students - signed).toLocaleString("en")} not signed` : "";
    const aside =
      students === 0 ? "" : signed === students ? "all signed" : `${signed.toLocaleString("en")} signed`;
    return { strong: counted(students, "card"), words: ` for ${names}`, aside, unsigned };
  }
  if (each === "form") return { ...NOTHING, strong: counted(students, "form"), words: ` for ${names}` };
  if (kind === "marksheet-class")
    return { ...NOTHING, strong: counted(meant.length, "sheet"), words: `, ${names}`, aside: inWords };
  return { ...NOTHING, strong: names, aside: inWords };
}

function labelsOf(classes: readonly PrintClassOption[]): string {
  return classes.map(({ label }) => label).join(" and ");
}

function sumOf(classes: readonly PrintClassOption[], of: "students" | "signed"): number {
  return classes.reduce((sum, item) => sum + item[of], 0);
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function batchUrl(
  { inBatches, currentTerm }: PrintScreen["kind"],
  { period, whose, sheet, month }: PrintParams,
): string {
  const meant = parsePrintScope(whose);
  return withQuery(PATHS.newBatch, {
    kind: inBatches ?? null,
    term: period ?? currentTerm ?? null,
    level: meant?.of === "level" ? meant.formLevel : null,
    sheet,
    month,
  });
}

/** Formats the label of the button that leads to a batch: `Make 1,190 cards`. */
function makeWords({ inBatches }: PrintScreen["kind"], classes: readonly PrintClassOption[]): string {
  if (inBatches === undefined) return "";
  const { of, one, many } = getBatchKindDetails(inBatches);
  const count = of === "student" ? sumOf(classes, "students") : classes.length;
  return `Make ${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

type Offers = {
  requested: string | null;
  classes: readonly PrintClassOption[];
  students: readonly StudentOption[];
  ownClassId: number | undefined;
};

/**
 * Returns the students or classes to print: those that were requested if they are available, otherwise the person's
 * own class or the first class. The default is never a student.
 */
export function chooseOfferedScope(kind: ReportKind, { requested, ...offers }: Offers): string | null {
  const whose = parsePrintScope(requested);
  if (whose && isOffered(kind, whose, offers)) return requested;
  const [first] = offers.classes;
  if (kind.whose === "school" || kind.whose === "student" || !first) return null;
  if (kind.whose === "level") return formatPrintScope({ of: "level", formLevel: first.formLevel });
  const named = offers.classes.filter(({ isNameless }) => !isNameless);
  const held = named.find(({ classId }) => classId === offers.ownClassId) ?? named[0];
  return held ? formatPrintScope({ of: "class", classId: held.classId }) : null;
}

function isOffered(
  kind: ReportKind,
  whose: PrintScope,
  { classes, students }: Omit<Offers, "requested">,
): boolean {
  if (whose.of === "student") return students.some(({ studentId }) => studentId === whose.studentId);
  if (whose.of === "school") return canCoverSeveralClasses(kind) && classes.length > 1;
  if (whose.of === "class")
    return kind.whose.startsWith("class") && classes.some((item) => isNamed(item, whose.classId));
  const isOfLevels = kind.whose === "level" || canCoverSeveralClasses(kind);
  return isOfLevels && classes.some(({ formLevel }) => formLevel === whose.formLevel);
}

/** Tells whether a level or the whole school can be chosen, as one document or as a batch. */
export function canCoverSeveralClasses({
  inBatches,
  spansClasses,
}: Pick<ReportKind, "inBatches" | "spansClasses">): boolean {
  return inBatches !== undefined || spansClasses === true;
}

function isNamed({ classId, isNameless }: PrintClassOption, input: number): boolean {
  return classId === input && !isNameless;
}

/** Drops options that the kind of report does not have, and replaces unavailable options with their defaults. */
export function normalisePrintParams(
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

/** Lists the months of a term, up to the current month. */
export function listMonthsOfTerm(
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
