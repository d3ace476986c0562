import { idOf, isDay, PATHS, withQuery } from "#domain/paths.ts";
import { listPlaceIn } from "#domain/people/list-place.ts";
import type { DocumentFormat } from "#domain/documents/kind.ts";

/** What an address of the screen says: nothing where it says nothing, or what cannot be. */
export type PrintPlace = {
  /** Null without a word of it: then the first that the person has. */
  kind: string | null;
  period: number | null;
  sheet: 1 | 2 | null;
  month: string | null;
  day: string | null;
  format: DocumentFormat | null;
  /** Whose document, as a radio of the screen has it: `school`, `level-4`, `class-12`, `student-SR-20001`. */
  whose: string | null;
  search: string;
  page: number;
};

/** Whom a radio stands for. */
export type Whose =
  | { of: "school" }
  | { of: "level"; formLevel: number }
  | { of: "class"; classId: number }
  | { of: "student"; studentId: string };

/** How many students are shown at a time. */
export const STUDENTS_A_PAGE = 20;

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
const FORMATS: readonly DocumentFormat[] = ["pdf", "docx", "xlsx"];

export function printPlaceIn(kind: string | undefined, query: URLSearchParams): PrintPlace {
  const [month, day, sheet] = [query.get("month") ?? "", query.get("day"), query.get("sheet")];
  return {
    kind: kind ?? null,
    whose: query.get("for"),
    period: idOf(query.get("period")),
    sheet: sheet === "1" ? 1 : sheet === "2" ? 2 : null,
    month: MONTH.test(month) ? month : null,
    day: isDay(day) ? day : null,
    format: FORMATS.find((format) => format === query.get("format")) ?? null,
    ...listPlaceIn(query),
  };
}

type Over = {
  /** In the viewer over the screen, or as the document itself. */
  on?: "view" | "document";
  /** The document is saved, not shown. */
  isSaved?: boolean;
  /** It was asked for of nobody. */
  isMissing?: boolean;
};

/** The same choices on the screen, unless it is said where else. */
export function printUrl(place: PrintPlace, { on, isSaved, isMissing }: Over = {}): string {
  return withQuery([PATHS.reports, place.kind, on].filter(Boolean).join("/"), {
    period: place.period,
    sheet: place.sheet,
    month: place.month,
    day: place.day,
    format: place.format,
    for: place.whose,
    search: place.search || null,
    page: place.page > 1 ? place.page : null,
    as: isSaved ? SAVED : null,
    missing: isMissing ? 1 : null,
  });
}

/** Another kind of the same period, class and format, where it has them; null is the list of kinds. */
export function kindUrl(place: PrintPlace, kind: string | null): string {
  return printUrl({ ...place, kind, search: "", page: 1 });
}

/** In an address `as`: the document is saved instead of shown. */
export const SAVED = "file";

const WHOSE = /^(level|class)-([1-9]\d{0,8})$/;
const STUDENT = "student-";

/** @returns null of what is no value of a radio */
export function whoseIn(value: string | null): Whose | null {
  if (value === null) return null;
  if (value === "school") return { of: "school" };
  if (value.startsWith(STUDENT)) return { of: "student", studentId: value.slice(STUDENT.length) };
  const [, of, id] = WHOSE.exec(value) ?? [];
  if (of === "level") return { of, formLevel: Number(id) };
  return of === "class" ? { of, classId: Number(id) } : null;
}

export function whoseValue(whose: Whose): string {
  if (whose.of === "school") return "school";
  if (whose.of === "level") return `level-${whose.formLevel}`;
  return whose.of === "class" ? `class-${whose.classId}` : `${STUDENT}${whose.studentId}`;
}
