import type { DocumentFormat } from "#domain/documents/kind.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { parseScope, type PrintParams } from "./params.rules.ts";
import type { ClassOption, PrintScreen } from "./print.ts";

/** The titles of a format in the row of choices and on a button. */
export const FORMATS: Record<DocumentFormat, { title: string; download: string }> = {
  pdf: { title: "PDF", download: "Download PDF" },
  docx: { title: "Word", download: "Word" },
  xlsx: { title: "Spreadsheet", download: "Spreadsheet" },
};

/** The words about what will be printed: `29 cards` for Std 4 R, 27 signed and 2 not. */
export type PrintText = { strong: string; words: string; aside: string; unsigned: string };

/**
 * A planned document. `of` names the student, class or level; a level or the school becomes a batch, and `begins` is
 * the button's title.
 */
export type PlannedPrint = { of: string; outcome: PrintText; batch: { to: string; begins: string } | null };

/** Returns null when nobody is chosen yet. */
export function whatIsMade(
  { kind, classes, students }: PrintScreen,
  params: PrintParams,
): PlannedPrint | null {
  const whose = parseScope(params.whose);
  if (kind.whose === "school")
    return { of: "", outcome: { ...NOTHING, strong: "The whole school" }, batch: null };
  if (whose?.of === "student") {
    const student = students.find(({ studentId }) => studentId === whose.studentId);
    if (!student) return null;
    const outcome = { ...NOTHING, strong: student.name, words: `, ${student.label}` };
    return { of: student.name, outcome, batch: null };
  }
  const meant = classesMeant(params.whose, classes);
  const [first] = meant;
  if (!first) return null;
  const of = whose?.of === "school" ? "the whole school" : whose?.of === "level" ? first.level : first.label;
  const outcome = outcomeOf(kind, meant, whose?.of === "level" && meant.length < 3 ? labelsOf(meant) : of);
  const isBatch = kind.inBatches === true && whose?.of !== "class";
  return {
    of,
    outcome,
    batch: isBatch ? { to: batchUrl(params), begins: `Make ${outcome.strong}` } : null,
  };
}

const NOTHING: PrintText = { strong: "", words: "", aside: "", unsigned: "" };

/** Lists the classes of a choice; empty for a student. */
export function classesMeant(value: string | null, classes: readonly ClassOption[]): readonly ClassOption[] {
  const whose = parseScope(value);
  if (whose?.of === "school") return classes;
  if (whose?.of === "level") return classes.filter(({ formLevel }) => formLevel === whose.formLevel);
  return classes.filter(({ classId }) => whose?.of === "class" && classId === whose.classId);
}

function outcomeOf(
  { kind, each }: PrintScreen["kind"],
  meant: readonly ClassOption[],
  names: string,
): PrintText {
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

function labelsOf(classes: readonly ClassOption[]): string {
  return classes.map(({ label }) => label).join(" and ");
}

function sumOf(classes: readonly ClassOption[], of: "students" | "signed"): number {
  return classes.reduce((sum, item) => sum + item[of], 0);
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function batchUrl({ kind, period, whose, sheet }: PrintParams): string {
  const meant = parseScope(whose);
  return withQuery(PATHS.newBatch, {
    kind: kind === "report-card-class" ? "report-card" : "mark-sheet",
    term: period,
    level: meant?.of === "level" ? meant.formLevel : null,
    sheet,
  });
}
