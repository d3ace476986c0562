import { hasAccess, canReadAllClasses } from "#access/permissions.ts";
import { listVisibleClassPictures } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  listRegisterRows,
  type SessionMarking,
  type RegisterStudentRow as StoredRow,
} from "#db/queries/attendance/registers.ts";
import { isAbsent, sessionName } from "#domain/daily/attendance-states.ts";
import { previousSchoolDay, findAdjacentSchoolDays } from "#domain/daily/school-days.ts";
import { formatClockTime, toCalendarDay, formatDateAndTime, toMonth } from "#domain/dates.ts";
import { formatActorName, formatRegisterName } from "#domain/names.ts";
import { attendanceRegisterUrl } from "#domain/documents/kind.ts";
import { PATHS, registerUrl, withQuery, type RegisterKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { createPictureAddresses, type FindPictureAddress } from "#files/class-pictures.server.ts";
import { countSaveReceipt } from "#saving/protocol/protocol.ts";
import { listClassesForRegister } from "./choose/classes-to-mark.server.ts";
import { findRegister, type FoundRegister } from "./find-register.server.ts";
import type { RegisterView, RegisterRow, SessionLink } from "./register.ts";
import { REGISTER_ENTRY_RULES } from "./save/entry.rules.ts";
import { toRegisterEntryValues } from "./save/saved-register.server.ts";
import {
  describeEarlierAbsence,
  defaultRegisterEntryValues,
  formatAttendanceState,
} from "./sheet/row-words.rules.ts";

/** Loads the data of the register's page. @throws notFound when the person may not see the register */
export async function loadRegister(person: Person, key: RegisterKey): Promise<RegisterView> {
  const found = await findRegister(person, key, noTransaction);
  const marked = markedWords(found);
  // A register that was marked before its day became a holiday still counts, so it can be read.
  const isShown = marked !== null || found.closed?.why !== "no-school";
  const [stored, pictureOf] = await Promise.all([
    isShown ? listRegisterRows({ ...key, students: null }, noTransaction) : [],
    picturesOf(person, found),
  ]);
  const rows = stored.map((row, index) => registerRow(row, { found, pictureOf, position: index + 1 }));
  const url = registerUrl(key);
  return {
    ...daysOf(found),
    url,
    saveUrl: `${url}/save`,
    reasons: reasonsOf(found, stored),
    rows,
    classId: key.classId,
    day: key.day,
    session: key.session,
    classesUrl: (await hasSeveral(person))
      ? withQuery(PATHS.attendanceRegister, { date: key.day, classes: "all" })
      : null,
    monthUrl: monthUrlOf(person, found),
    accountId: person.accountId,
    timeZone: found.calendar.time_zone,
    classLabel: found.heading.class_label,
    sessions: sessionsOf(found),
    marked,
    canEdit: found.closed === null,
    closed: found.closed?.words ?? null,
    receipt: countSaveReceipt(
      rows.map(({ values }) => values),
      REGISTER_ENTRY_RULES,
    ),
  };
}

function reasonsOf({ reasons }: FoundRegister, rows: readonly StoredRow[]): RegisterView["reasons"] {
  const isUsed = (reason: string) =>
    rows.some((row) => row.reason === reason || row.before?.reason === reason);
  return reasons
    .filter(({ reason, is_offered }) => is_offered || isUsed(reason))
    .map(({ reason, title }) => ({ reason, title }));
}

/** Outside a term the class has no students, and so no pictures. */
async function picturesOf(person: Person, { key, heading }: FoundRegister): Promise<FindPictureAddress> {
  const { academic_term_id: academicTermId } = heading;
  if (academicTermId === null) return () => null;
  const classKey = { classId: key.classId, academicTermId };
  return createPictureAddresses(classKey, await listVisibleClassPictures(person, classKey, noTransaction));
}

async function hasSeveral(person: Person): Promise<boolean> {
  return canReadAllClasses(person) || (await listClassesForRegister(person)).classes.length > 1;
}

/** Returns the URL of the class's monthly register, or null outside terms and for a month in the future. */
function monthUrlOf(person: Person, { key, heading, calendar }: FoundRegister): string | null {
  if (!hasAccess("class-lists", person) || heading.academic_term_id === null) return null;
  const month = toMonth(key.day);
  return month <= calendar.today ? attendanceRegisterUrl(key.classId, month) : null;
}

function daysOf({ key, calendar }: FoundRegister) {
  const on = (day: string | null) => day && registerUrl({ ...key, day });
  const { today } = calendar;
  const { previous, next } = findAdjacentSchoolDays(key.day, { calendar, today });
  return { today, isToday: key.day === today, previousTo: on(previous), nextTo: on(next) };
}

function sessionsOf({ key, calendar, heading }: FoundRegister): SessionLink[] {
  const { sessions_per_day: perDay } = calendar;
  return Array.from({ length: perDay }, (_, index) => index + 1).map((session) => ({
    name: sessionName(session, perDay),
    url: registerUrl({ ...key, session }),
    isMarked: heading.marked.some((item) => item.session === session),
    isCurrent: session === key.session,
  }));
}

function markedWords({ key, heading, calendar, accountId }: FoundRegister): string | null {
  const marked = heading.marked.find(({ session }) => session === key.session);
  if (!marked) return null;
  return `Marked ${momentOn(key.day, marked, calendar.time_zone)} by ${marked.account_id === accountId ? "you" : formatActorName(marked)}`;
}

/** Formats the time when a register was marked, with the date if that was after the register's own day. */
function momentOn(day: string, { marked_at }: Pick<SessionMarking, "marked_at">, timeZone: string): string {
  return toCalendarDay(marked_at, timeZone) === day
    ? formatClockTime(marked_at, timeZone)
    : formatDateAndTime(marked_at, timeZone);
}

type RowContext = { found: FoundRegister; pictureOf: FindPictureAddress; position: number };

function registerRow(row: StoredRow, { found, pictureOf, position }: RowContext): RegisterRow {
  const { key, calendar } = found;
  const { was, before, days_absent: days, last_absent: last } = row;
  const isAbsentBefore = isAbsent(before?.state);
  return {
    position,
    row: String(row.student_key),
    version: row.version,
    values: toRegisterEntryValues(row),
    name: formatRegisterName(row),
    picture: pictureOf(row.student_key),
    proposed: defaultRegisterEntryValues(before),
    before: describeEarlierAbsence({
      days,
      last,
      day: key.day,
      dayBefore: previousSchoolDay(key.day, calendar),
      earlier: isAbsentBefore ? sessionName(key.session - 1, calendar.sessions_per_day) : null,
    }),
    was:
      was &&
      `changed from ${formatAttendanceState(was.state)} at ${momentOn(key.day, { marked_at: was.until }, calendar.time_zone)}`,
  };
}
