import type { EntryDates } from "#domain/entry/windows.ts";
import { isWritable, findLock, describeReadOnly, type Lock } from "#domain/lock.ts";
import { fieldsWrittenBy, type Writer } from "#fields/term-record.ts";
import type { ReportRights } from "./report/report.ts";

/**
 * A person's role in a class: `writes` for its form teacher, a co-teacher or an admin, `signs` for the principal,
 * `admin` for an admin.
 */
export type Role = { writes: boolean; signs: boolean; admin: boolean };

/** The form teacher and the signer write a report. */
export function reportLockOf(
  { writes, signs }: Role,
  when: { isCurrent: boolean; dates: EntryDates | null },
): Lock {
  return findLock({ ...when, canEdit: writes || signs });
}

/**
 * Returns the fields that the person may write: the form teacher or an admin writes the report, the principal the
 * principal's comment. Outside the dates of entry they can still restore an earlier value; any other save is rejected
 * as a whole.
 */
export function editableFields(role: Role, lock: Lock, term: number): string[] {
  if (!isWritable(lock)) return [];
  const writers: Writer[] = role.writes ? ["teacher"] : [];
  if (role.signs) writers.push("principal");
  return fieldsWrittenBy(writers, term);
}

type State = { lock: Lock; isReturned: boolean; isOwnSignature: boolean };

export function rightsOf(role: Role, { lock, isReturned, isOwnSignature }: State): ReportRights {
  const isOpen = lock === "open";
  // The dates of entry bind only the writers: reports are read and signed after them.
  const isSignable = isWritable(lock) && role.signs;
  return {
    teacherComment: isOpen && role.writes,
    principalComment: isOpen && role.signs,
    sign: isSignable,
    sendBack: isSignable,
    takeBack: isSignable && isOwnSignature,
    resubmit: isOpen && role.writes && isReturned,
    adminMarks: isOpen && role.admin,
  };
}

type Closed = {
  lock: Lock;
  dates: EntryDates | null;
  academicYearId: number;
  term: number;
  teachers: string;
};

/** Returns the sentence above a read-only report or class; null when something can be written. */
export function readOnlyReason({ teachers, ...closed }: Closed): string | null {
  const notYours = `Reports of this class are written by ${teachers || "its form teacher"}`;
  return describeReadOnly({ ...closed, what: "reports", notYours });
}
