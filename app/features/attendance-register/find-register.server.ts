import { hasPermission } from "#access/permissions.ts";
import { getReadingScope } from "#access/visible.server.ts";
import type { ReadTransaction } from "#db/index.ts";
import { findRegisterHeading, type RegisterHeading } from "#db/queries/attendance/registers.ts";
import { listAttendanceReasons, type AttendanceReasonRow } from "#db/queries/attendance/reasons.ts";
import { loadSchoolCalendar, type SchoolCalendarRow } from "#db/queries/attendance/school-calendar.ts";
import { findClosure } from "#domain/daily/school-days.ts";
import { formatDay } from "#domain/daily/day-words.ts";
import { findLockReason, findEntryLock, type LockReason } from "#domain/lock.ts";
import { parseId, parseRegisterKey, type RegisterKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";

export type FoundRegister = {
  key: RegisterKey;
  /** The account of the viewer. The first account to save an entry is recorded as having marked the register. */
  accountId: number;
  heading: RegisterHeading;
  calendar: SchoolCalendarRow;
  /** All reasons for an absence, including reasons that the school does not offer any more. */
  reasons: AttendanceReasonRow[];
  /** The reason why the register cannot be marked, or null if it can be marked and corrected. */
  closed: LockReason | null;
};

/**
 * Returns the register with what this person may see and do.
 * @throws notFound when the person may not see the class, or the class has no such session
 */
export async function findRegister(
  person: Person,
  key: RegisterKey,
  t: ReadTransaction,
): Promise<FoundRegister> {
  const heading = await findRegisterHeading({ ...getReadingScope(person), ...key }, t);
  const calendar = await loadSchoolCalendar(t);
  const reasons = await listAttendanceReasons(t);
  if (!heading || key.session > calendar.sessions_per_day) throw itemNotFound("register", "class");
  const canEdit = hasPermission(person, "admin") || heading.is_teacher;
  const closed = noSchoolOn(key, calendar) ?? whoseOrWhen({ heading, calendar, canEdit });
  return { key, accountId: person.accountId, heading, calendar, reasons, closed };
}

type Opened = Pick<FoundRegister, "heading" | "calendar"> & { canEdit: boolean };

function whoseOrWhen({ heading, calendar, canEdit }: Opened): LockReason | null {
  const { academic_term_id: termId } = heading;
  const currentId = calendar.current_term_id;
  if (termId !== null && currentId !== null && termId > currentId)
    return { why: "term-ahead", words: "this term has not started" };
  const isCurrent = termId === currentId;
  return findLockReason(findEntryLock({ isCurrent, canEdit }), {
    notYours: "only the teachers of this class can mark its register",
  });
}

/** Returns why nobody can mark a register on this day, such as a holiday, or null on a school day. */
function noSchoolOn({ day }: RegisterKey, calendar: SchoolCalendarRow): LockReason | null {
  const closing = findClosure(day, calendar);
  if (closing?.why === "holiday") return noSchool(`${formatDay(day)} is a holiday, ${closing.title}`);
  if (closing?.why === "weekend") return noSchool(`${formatDay(day)} is not a school day`);
  if (closing) return noSchool(`${formatDay(day)} is not in a school term`);
  return day > calendar.today ? noSchool(`${formatDay(day)} is in the future`) : null;
}

function noSchool(words: string): LockReason {
  return { why: "no-school", words };
}

/** Returns the class, day and session in the URL of a register. @throws notFound when they are malformed */
export function parseRegisterParams(params: Record<string, string | undefined>): RegisterKey {
  const key = parseRegisterKey(params);
  if (!key) throw itemNotFound("register", "class");
  return key;
}

/** Returns the student's key from the URL of an entry on a register. @throws notFound */
export function parseEntryStudentKey({ studentKey }: Record<string, string | undefined>): string {
  const key = parseId(studentKey);
  if (key === null) throw notFound("This student is not on the register. Open the register again.");
  return String(key);
}
