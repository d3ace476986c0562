import { periodLabel } from "#domain/terms.ts";
import { fieldsWrittenBy, type Writer } from "#fields/term-record.ts";
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
  const writers: Writer[] = role.writes ? ["teacher"] : [];
  if (role.signs || role.admin) writers.push("principal");
  return fieldsWrittenBy(writers, term);
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

type Closed = { lock: ReportLock; academicYearId: number; term: number; teachers: string };

/** The sentence above a report or a class of them that is only read; null above what can be written. */
export function readOnlyReason({ lock, academicYearId, term, teachers }: Closed): string | null {
  if (lock === "open") return null;
  if (lock === "past-term")
    return `${periodLabel(academicYearId, term)} is over: its reports can be read and printed, not changed.`;
  return `Reports of this class are written by ${teachers || "its form teacher"}. You can read and print them.`;
}
