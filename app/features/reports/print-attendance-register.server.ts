import { peopleScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  listMarkedSessions,
  listRegisterEntries,
  listStudentsOfRegister,
  type RegisterEntryRow,
} from "#db/queries/attendance/month-register.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { listCardClasses } from "#db/queries/reports/report-card.ts";
import { getSchool, type SchoolRow } from "#db/queries/school.ts";
import { findClassInScope, type ScopedClass } from "#db/queries/visible.ts";
import type { AttendanceState } from "#domain/daily/attendance-states.ts";
import { findClosure, isWeekend, type SchoolCalendar } from "#domain/daily/school-days.ts";
import { addDays, formatMonth } from "#domain/dates.ts";
import { registerName } from "#domain/names.ts";
import { academicYearOf } from "#domain/terms.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import type { FormatOf } from "#templates/index.ts";
import { letterheadOf, printDocument, printedNow, type Print, type Printed } from "./document.server.ts";
import { monthFigures, type MonthDay } from "./month-register-data.server.ts";
import { formatClassName, formalNames } from "./report-card-words.rules.ts";

/** `month` looks like `2026-11`. */
type AskedMonth = { classId: number; month: string };

/** Prints the register of a class in a month, up to today. @throws notFound */
export async function printAttendanceRegister(
  person: Person,
  { classId, month }: AskedMonth,
  { format, signal }: Print<FormatOf<"attendance-register">>,
): Promise<Printed> {
  const [school, calendar] = await Promise.all([getSchool(noTransaction), loadSchoolCalendar(noTransaction)]);
  const span = { from: `${month}-01`, to: lastDayOf(month, calendar.today) };
  const academicTermId = lastTermIn(span, calendar)?.academic_term_id ?? null;
  const held = await findClassInScope({ ...peopleScope(person), classId, academicTermId }, noTransaction);
  if (!held) throw notFound("This class no longer exists, or you cannot open it.");
  if (span.from > span.to) throw notFound("This month has not begun yet.");
  const own = calendarOf(held, calendar);
  const term = lastTermIn(span, own);
  if (!term) throw notFound("This class has no school term in this month.");
  const key = { classId, academicTermId: term.academic_term_id, ...span };
  const [about, figures] = await Promise.all([aboutClass(school, key), figuresOf(key, own)]);
  const data = {
    about,
    month: formatMonth(month),
    ...figures,
    school: letterheadOf(school),
    printed: printedNow(school),
  };
  const name = ["Attendance register", held.label, formatMonth(month)].join(" ");
  return printDocument({ kind: "attendance-register", format, data }, { name, person, signal });
}

type Key = { classId: number; academicTermId: number; from: string; to: string };

async function figuresOf(key: Key, calendar: SchoolCalendar) {
  const [sessions, entries, students] = await Promise.all([
    listMarkedSessions(key, noTransaction),
    listRegisterEntries(key, noTransaction),
    listStudentsOfRegister(key, noTransaction),
  ]);
  const days = daysOf(key, calendar, (day) => sessions.filter((session) => session.day === day).length);
  return monthFigures(
    days,
    students.map((student) => ({
      name: registerName(student),
      gender: student.gender,
      states: statesByDay(entries.filter(({ student_key }) => student_key === student.student_key)),
    })),
  );
}

/** Lists school days, weekday holidays, and any other day with a marked session. */
function daysOf(
  { from, to }: Key,
  calendar: SchoolCalendar,
  sessionsOn: (day: string) => number,
): MonthDay[] {
  const days: MonthDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const closing = findClosure(day, calendar);
    const sessions = sessionsOn(day);
    const holiday = closing?.why === "holiday" && !isWeekend(day) ? closing.title : null;
    if (!closing || holiday || sessions > 0) days.push({ day, sessions, holiday });
  }
  return days;
}

function statesByDay(entries: readonly RegisterEntryRow[]): Map<string, AttendanceState[]> {
  const states = new Map<string, AttendanceState[]>();
  for (const { day, state } of entries) states.set(day, [...(states.get(day) ?? []), state]);
  return states;
}

async function aboutClass(school: SchoolRow, { classId, academicTermId }: Key): Promise<string> {
  const [held] = await listCardClasses({ classIds: [classId], academicTermId }, noTransaction);
  if (!held) return "";
  return [formatClassName(school.flavour, held), formalNames(held.teachers)].filter(Boolean).join(", ");
}

/** Keeps only the terms of the class's own year, because the class has no register outside them. */
function calendarOf({ academic_year_id }: ScopedClass, calendar: SchoolCalendar): SchoolCalendar {
  const isOwn = (academicTermId: number) => academicYearOf(academicTermId) === academic_year_id;
  return { ...calendar, terms: calendar.terms.filter(({ academic_term_id }) => isOwn(academic_term_id)) };
}

/** Returns undefined also for a future month. */
function lastTermIn({ from, to }: Pick<Key, "from" | "to">, { terms }: SchoolCalendar) {
  if (to < from) return undefined;
  return terms.findLast(({ term_start, term_end }) => term_start <= to && term_end >= from);
}

/** Ends the span today, because days to come have no column. */
function lastDayOf(month: string, today: string): string {
  const next = addDays(`${month}-28`, 4).slice(0, 8);
  const last = addDays(`${next}01`, -1);
  return today < last ? today : last;
}
