import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import { typedDayIn } from "#domain/text/read-day.ts";
import { parseListParams } from "#domain/people/list-params.ts";
import type { DocumentFormat, ReportKind } from "#domain/documents/kind.ts";
import type { ClassSheet, TermChoice } from "#domain/terms.ts";

/** The parts of the screen's address; missing and impossible values are null. */
export type PrintParams = {
  /** Null for the list of kinds; the panel then shows the person's first kind. */
  kind: string | null;
  period: number | null;
  sheet: 1 | 2 | null;
  month: string | null;
  day: string | null;
  /** A text that was typed as the day and is none. Nothing is printed until it is corrected. */
  noDay: string | null;
  format: DocumentFormat | null;
  /** The value of the chosen radio button: `school`, `level-4`, `class-12` or `student-SR-20001`. */
  whose: string | null;
  search: string;
  page: number;
};

export type PrintScope =
  | { of: "school" }
  | { of: "level"; formLevel: number }
  | { of: "class"; classId: number }
  | { of: "student"; studentId: string };

export const STUDENTS_A_PAGE = 20;

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
const FORMATS: readonly DocumentFormat[] = ["pdf", "docx", "xlsx"];

export function parsePrintParams(kind: string | undefined, query: URLSearchParams): PrintParams {
  const [month, typed, sheet] = [query.get("month") ?? "", query.get("day") ?? "", query.get("sheet")];
  const day = typedDayIn(typed);
  return {
    kind: kind ?? null,
    whose: query.get("for"),
    period: parseId(query.get("period")),
    sheet: sheet === "1" ? 1 : sheet === "2" ? 2 : null,
    month: MONTH.test(month) ? month : null,
    day,
    noDay: day === null && typed.trim() !== "" ? typed : null,
    format: FORMATS.find((format) => format === query.get("format")) ?? null,
    ...parseListParams(query),
  };
}

type Over = {
  /** The viewer above the screen, or the document itself; the screen when undefined. */
  on?: "view" | "document";
  /** Saves the document instead of showing it. */
  isSaved?: boolean;
  /** Tells the screen that a choice was missing. */
  isMissing?: boolean;
};

/** Returns an address with the same choices, for the screen unless `on` says otherwise. */
export function printUrl(params: PrintParams, { on, isSaved, isMissing }: Over = {}): string {
  return withQuery([PATHS.reports, params.kind, on].filter(Boolean).join("/"), {
    period: params.period,
    sheet: params.sheet,
    month: params.month,
    day: params.noDay ?? params.day,
    format: params.format,
    for: params.whose,
    search: params.search || null,
    page: params.page > 1 ? params.page : null,
    as: isSaved ? SAVED : null,
    missing: isMissing ? 1 : null,
  });
}

/** Switches to another kind and keeps the period, class and format if possible; null shows the list of kinds. */
export function kindUrl(params: PrintParams, kind: string | null): string {
  return printUrl({ ...params, kind, search: "", page: 1 });
}

/** The value of `as` in an address that saves the document instead of showing it. */
export const SAVED = "file";

const WHOSE = /^(level|class)-([1-9]\d{0,8})$/;
const STUDENT = "student-";

/** Parses the value of a radio button; null when the value is unknown. */
export function parseScope(value: string | null): PrintScope | null {
  if (value === null) return null;
  if (value === "school") return { of: "school" };
  if (value.startsWith(STUDENT)) return { of: "student", studentId: value.slice(STUDENT.length) };
  const [, of, id] = WHOSE.exec(value) ?? [];
  if (of === "level") return { of, formLevel: Number(id) };
  return of === "class" ? { of, classId: Number(id) } : null;
}

export function formatScope(whose: PrintScope): string {
  if (whose.of === "school") return "school";
  if (whose.of === "level") return `level-${whose.formLevel}`;
  return whose.of === "class" ? `class-${whose.classId}` : `${STUDENT}${whose.studentId}`;
}

export type KindLine = Pick<ReportKind, "kind" | "title" | "group">;

export type ClassOption = {
  classId: number;
  formLevel: number;
  level: string;
  label: string;
  teachers: string;
  students: number;
  /** The number of the class's reports signed in this period. */
  signed: number;
  /** True when the API cannot name the class: the class has no teacher, and another class has the same label. */
  isNameless: boolean;
};

export type StudentOption = { studentId: string; name: string; classId: number; label: string };

export type PrintScreen = {
  kinds: readonly KindLine[];
  /** The choices of the person, with defaults for those that are not in the address. */
  params: PrintParams;
  kind: Pick<ReportKind, "kind" | "title" | "about" | "whose" | "asks" | "formats" | "inBatches" | "each">;
  /** The person's batches; null when no kind of report can be made in batches. */
  batches: { running: number } | null;
  /** False when no kind is chosen yet: a phone then shows only the list. */
  isPicked: boolean;
  /** The terms, sheets, months and classes are empty when the kind does not need them. */
  terms: readonly TermChoice[];
  sheets: readonly ClassSheet[];
  months: readonly { value: string; label: string }[];
  classes: readonly ClassOption[];
  /** The students that a search found, and the chosen one. */
  students: readonly StudentOption[];
  found: number;
};
