import { isDecidedIn } from "#domain/term-reports.ts";
import { periodLabel } from "#domain/terms.ts";
import { TEACHER_FIELDS } from "./save/record.rules.ts";
import type { ReportRights } from "./report/report.ts";

/** What somebody is to a class: its form teacher or co-teacher (or an admin), who signs, an admin. */
export type Role = { writes: boolean; signs: boolean; admin: boolean };

/** Why nothing can be entered on a report now. */
export type ReportLock = "open" | "past-term" | "not-yours";

export function lockOf(role: Role, { isCurrent }: { isCurrent: boolean }): ReportLock {
  if (!isCurrent) return "past-term";
  return role.writes || role.signs ? "open" : "not-yours";
}

/** The form teacher writes the report, the principal the own comment, an admin both (T6, design section 3). */
export function editableFields(role: Role, lock: ReportLock, term: number): string[] {
  if (lock !== "open") return [];
  const teachers = role.writes ? TEACHER_FIELDS : [];
  const principals = role.signs || role.admin ? ["principal_comment"] : [];
  return [...teachers, ...principals].filter((field) => isDecidedIn(term) || !isDecision(field));
}

function isDecision(field: string): boolean {
  return field === "promoted_to" || field === "repeating";
}

type State = { lock: ReportLock; isReturned: boolean };

export function rightsOf(role: Role, { lock, isReturned }: State): ReportRights {
  const isOpen = lock === "open";
  return {
    record: isOpen && role.writes,
    ratings: isOpen && role.writes,
    teacherComment: isOpen && role.writes,
    principalComment: isOpen && (role.signs || role.admin),
    sign: isOpen && role.signs,
    sendBack: isOpen && role.signs,
    resubmit: isOpen && role.writes && isReturned,
    adminMarks: isOpen && role.admin,
  };
}

/** Why a save was turned down as a whole, as the page says it after 'Refused:'. */
export const CLOSED_WORDS: Record<Exclude<ReportLock, "open">, string> = {
  "not-yours": "this report is written by its form teacher",
  "past-term": "this term is over",
};

type Closed = { lock: ReportLock; academicYearId: number; term: number; teachers: string };

/** The sentence above a report or a class of them that is only read; null above what can be written. */
export function readOnlyReason({ lock, academicYearId, term, teachers }: Closed): string | null {
  if (lock === "open") return null;
  if (lock === "past-term")
    return `${periodLabel(academicYearId, term)} is over: its reports can be read and printed, not changed.`;
  return `Reports of this class are written by ${teachers || "its form teacher"}. You can read and print them.`;
}
