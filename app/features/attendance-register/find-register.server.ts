import { holds } from "#access/permissions.ts";
import { readingScope } from "#access/visible.server.ts";
import type { Reading } from "#db/index.ts";
import { findRegisterHeading, type RegisterHeading } from "#db/queries/attendance/registers.ts";
import { loadSchoolCalendar, type SchoolCalendarRow } from "#db/queries/attendance/school-calendar.ts";
import { findClosure } from "#domain/daily/school-days.ts";
import { formatDay } from "#domain/daily/day-words.ts";
import { closedReason, findLock, type Closed } from "#domain/lock.ts";
import { parseId, parseRegisterKey, type RegisterKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

export type FoundRegister = {
  key: RegisterKey;
  /** The first account that saves an entry is the one that marks the register. */
  accountId: number;
  heading: RegisterHeading;
  calendar: SchoolCalendarRow;
  /** Null when the register can be marked and corrected. */
  closed: Closed | null;
};

/**
 * Returns the register as far as this person may see it.
 * @throws notFound when the class is not theirs or has no such session
 */
export async function findRegister(person: Person, key: RegisterKey, t: Reading): Promise<FoundRegister> {
  const heading = await findRegisterHeading({ ...readingScope(person), ...key }, t);
  const calendar = await loadSchoolCalendar(t);
  if (!heading || key.session > calendar.sessions_per_day)
    throw notFound("This register no longer exists, or you cannot open it.");
  const canEdit = holds(person, "admin") || heading.is_teacher;
  const closed = noSchoolOn(key, calendar) ?? whoseOrWhen({ heading, calendar, canEdit });
  return { key, accountId: person.accountId, heading, calendar, closed };
}

type Opened = Pick<FoundRegister, "heading" | "calendar"> & { canEdit: boolean };

function whoseOrWhen({ heading, calendar, canEdit }: Opened): Closed | null {
  const isCurrent = heading.academic_term_id === calendar.current_term_id;
  return closedReason(findLock({ isCurrent, canEdit }), {
    notYours: "only the teachers of this class can mark its register",
  });
}

/** Nobody can mark a register on a day without school. */
function noSchoolOn({ day }: RegisterKey, calendar: SchoolCalendarRow): Closed | null {
  const closing = findClosure(day, calendar);
  if (closing?.why === "holiday") return noSchool(`${formatDay(day)} is a holiday, ${closing.title}`);
  if (closing?.why === "weekend") return noSchool(`${formatDay(day)} is not a school day`);
  if (closing) return noSchool(`${formatDay(day)} is not in a school term`);
  return day > calendar.today ? noSchool(`${formatDay(day)} is in the future`) : null;
}

function noSchool(words: string): Closed {
  return { why: "no-school", words };
}

/** Returns the register that a URL names. @throws notFound when the URL cannot name a register */
export function registerKeyOf(params: Record<string, string | undefined>): RegisterKey {
  const key = parseRegisterKey(params);
  if (!key) throw notFound("This register no longer exists, or you cannot open it.");
  return key;
}

/** Returns the student's key in the URL of a register's row. @throws notFound */
export function entryRowOf({ studentKey }: Record<string, string | undefined>): string {
  const key = parseId(studentKey);
  if (key === null) throw notFound("This student is not on the register.");
  return String(key);
}
