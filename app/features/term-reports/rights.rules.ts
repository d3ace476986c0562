import type { EntryDates } from "#domain/entry/windows.ts";
import { isWritable, lockOf, readOnlyWords, type Lock } from "#domain/lock.ts";
import { fieldsWrittenBy, type Writer } from "#fields/term-record.ts";
import type { ReportRights } from "./report/report.ts";

/** What somebody is to a class: its form teacher or co-teacher (or an admin), the principal, an admin. */
export type Role = { writes: boolean; signs: boolean; admin: boolean };

/** A report is written by its form teacher, and by who signs it. */
export function reportLockOf(
  { writes, signs }: Role,
  when: { isCurrent: boolean; dates: EntryDates | null },
): Lock {
  return lockOf({ ...when, canEdit: writes || signs });
}

/**
 * The form teacher or an admin writes the report, who holds 10 the principal's comment (T6, design section 8). Outside
 * the dates of entry they are still theirs, to put back what stood there; whatever else is saved is turned down as a whole.
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
  // Dates bind who writes reports: they are read and signed after it.
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

/** The sentence above a report or a class of them that is only read; null above what can be written. */
export function readOnlyReason({ teachers, ...closed }: Closed): string | null {
  const notYours = `Reports of this class are written by ${teachers || "its form teacher"}`;
  return readOnlyWords({ ...closed, what: "reports", notYours });
}
