import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import { parseExistingDay } from "#domain/text/read-day.ts";
import { parseListParams } from "#domain/people/list-params.ts";
import type { DocumentFormat, ReportKind } from "#domain/documents/kind.ts";
import type { ClassMarkSheetType, TermChoice } from "#domain/terms.ts";

/** The parameters in the page's URL. Missing and invalid values are null. */
export type PrintParams = {
  /** The kind of report, or null for the list of kinds, which shows the person's first kind beside it. */
  kind: string | null;
  period: number | null;
  sheet: 1 | 2 | null;
  month: string | null;
  day: string | null;
  /** Text in the day field that is not a date. Nothing is printed until the person corrects it. */
  noDay: string | null;
  format: DocumentFormat | null;
  /** The value of the chosen radio button: `school`, `level-4`, `class-12` or `student-SR-20001`. */
  whose: string | null;
  /**
   * The level whose classes are listed in a school with too many classes for a page; null for the chosen or the first
   * level.
   */
  level: number | null;
  search: string;
  page: number;
};

export type PrintScope =
  | { of: "school" }
  | { of: "level"; formLevel: number }
  | { of: "class"; classId: number }
  | { of: "student"; studentId: string };

export const STUDENTS_PER_PAGE = 20;

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
const FORMATS: readonly DocumentFormat[] = ["pdf", "docx", "xlsx"];

export function parsePrintParams(kind: string | undefined, query: URLSearchParams): PrintParams {
  const [month, typed, sheet] = [query.get("month") ?? "", query.get("day") ?? "", query.get("sheet")];
  const day = parseExistingDay(typed);
  return {
    kind: kind ?? null,
    whose: query.get("for"),
    level: parseId(query.get("level")),
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
  /** Whether the URL is of the viewer or of the document itself; left out for the URL of the page. */
  on?: "view" | "document";
  /** Whether the document is downloaded instead of shown. */
  isSaved?: boolean;
  /** Whether the page says that a choice is missing. */
  isMissing?: boolean;
};

/** Returns a URL with the same options. By default this is the URL of the page. */
export function printUrl(params: PrintParams, { on, isSaved, isMissing }: Over = {}): string {
  return withQuery([PATHS.reports, params.kind, on].filter(Boolean).join("/"), {
    period: params.period,
    sheet: params.sheet,
    month: params.month,
    day: params.noDay ?? params.day,
    format: params.format,
    for: params.whose,
    level: on ? null : params.level,
    search: params.search || null,
    page: params.page > 1 ? params.page : null,
    as: isSaved ? DOWNLOAD_VALUE : null,
    missing: isMissing ? 1 : null,
  });
}

/** Returns the URL for another kind of report, with the same options if possible, or for the list of kinds. */
export function reportKindUrl(params: PrintParams, kind: string | null): string {
  return printUrl({ ...params, kind, search: "", page: 1 });
}

/** The value of the URL parameter `as` that downloads the document instead of showing it. */
export const DOWNLOAD_VALUE = "file";

const WHOSE = /^(level|class)-([1-9]\d{0,8})$/;
const STUDENT = "student-";

/** Parses the value of a radio button. Returns null for an invalid value. */
export function parsePrintScope(value: string | null): PrintScope | null {
  if (value === null) return null;
  if (value === "school") return { of: "school" };
  if (value.startsWith(STUDENT)) return { of: "student", studentId: value.slice(STUDENT.length) };
  const [, of, id] = WHOSE.exec(value) ?? [];
  if (of === "level") return { of, formLevel: Number(id) };
  return of === "class" ? { of, classId: Number(id) } : null;
}

export function formatPrintScope(scope: PrintScope): string {
  if (scope.of === "school") return "school";
  if (scope.of === "level") return `level-${scope.formLevel}`;
  return scope.of === "class" ? `class-${scope.classId}` : `${STUDENT}${scope.studentId}`;
}

export type ReportKindOption = Pick<ReportKind, "kind" | "title" | "group">;

export type PrintClassOption = {
  classId: number;
  formLevel: number;
  level: string;
  label: string;
  teachers: string;
  students: number;
  signed: number;
  /** True if the API cannot refer to the class, because it has no teacher and another class has the same label. */
  isNameless: boolean;
};

export type StudentOption = { studentId: string; name: string; classId: number; label: string };

export type PrintScreen = {
  kinds: readonly ReportKindOption[];
  /** The person's options, with defaults for those that are not in the URL. */
  params: PrintParams;
  kind: Pick<
    ReportKind,
    "kind" | "title" | "about" | "whose" | "asks" | "formats" | "inBatches" | "spansClasses" | "each"
  > & {
    /** The term of a batch, for a kind of report that does not ask for a term. */
    currentTerm?: number;
  };
  /** The number of the person's running batches; null if no kind of report can be made in batches. */
  batches: { running: number } | null;
  /** False if no kind has been chosen yet; a phone then shows only the list. */
  isPicked: boolean;
  /**
   * The terms to choose from. The list is empty if the kind of report does not need a term; the same applies to the
   * lists below.
   */
  terms: readonly TermChoice[];
  sheets: readonly ClassMarkSheetType[];
  months: readonly { value: string; label: string }[];
  classes: readonly PrintClassOption[];
  /** The level whose classes can be chosen one by one; null if the page lists all classes. */
  shownLevel: number | null;
  /** The students found by the search, and the chosen one. */
  students: readonly StudentOption[];
  found: number;
  /** The students whose report cards have characters that no font has, with these characters. */
  unprintable: readonly { classId: number; name: string; characters: string }[];
};
