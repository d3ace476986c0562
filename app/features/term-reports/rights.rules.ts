import type { OpenCorrection } from "#domain/entry/corrections.ts";
import type { EntryDates } from "#domain/entry/windows.ts";
import { canRestoreValues, findEntryLock, describeReadOnly, type EntryLock } from "#domain/lock.ts";
import { listFieldsWrittenBy, type ReportWriter } from "#fields/term-record.ts";
import type { ReportRights } from "./report/report.ts";

/**
 * A person's role in a class. `writes` is for the form teacher, a co-teacher or an administrator; `signs` is for the
 * principal; `admin` is for an administrator.
 */
export type ReportRole = { writes: boolean; signs: boolean; admin: boolean };

/** Returns whether the reports can be written now. The form teacher and the principal can write them. */
export function getReportLock(
  { writes, signs }: ReportRole,
  when: { isCurrent: boolean; dates: EntryDates | null; corrections?: readonly OpenCorrection[] },
): EntryLock {
  return findEntryLock({ ...when, canEdit: writes || signs });
}

/**
 * Returns the fields that the person may write. The form teacher and administrators write the report; the principal
 * writes the principal's comment. Outside the entry window only earlier values can be restored, and any other save is
 * refused.
 */
export function listEditableFields(role: ReportRole, lock: EntryLock, term: number): string[] {
  if (!canRestoreValues(lock)) return [];
  const writers: ReportWriter[] = role.writes ? ["teacher"] : [];
  if (role.signs) writers.push("principal");
  return listFieldsWrittenBy(writers, term);
}

type State = {
  lock: EntryLock;
  isReturned: boolean;
  isOwnSignature: boolean;
  isCorrection?: boolean;
  /** Whether the report was corrected and must be signed again, even after the correction has ended. */
  isToSignAgain?: boolean;
};

export function getReportRights(role: ReportRole, state: State): ReportRights {
  const { lock, isReturned, isOwnSignature, isCorrection = false, isToSignAgain = false } = state;
  const isOpen = lock === "open";
  // The entry window applies only to writing. Reports are read and signed after it.
  const isSignable = canRestoreValues(lock) && role.signs;
  return {
    teacherComment: isOpen && role.writes,
    principalComment: isOpen && role.signs,
    sign: isSignable || (isToSignAgain && role.signs),
    sendBack: isSignable,
    takeBack: isSignable && isOwnSignature,
    resubmit: isOpen && role.writes && isReturned,
    // A correction may change marks. Deleting a subject or moving its marks is possible only during the term.
    adminMarks: isOpen && role.admin && !isCorrection,
  };
}

type Closed = {
  lock: EntryLock;
  dates: EntryDates | null;
  academicYearId: number;
  term: number;
  teachers: string;
};

/** Returns the sentence above a read-only report or class. Returns null if something can be written. */
export function describeReadOnlyReason({ teachers, ...closed }: Closed): string | null {
  const notYours = `Reports of this class are written by ${teachers || "its form teacher"}`;
  return describeReadOnly({ ...closed, what: "reports", notYours });
}
