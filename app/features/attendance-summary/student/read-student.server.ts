import { hasAccess } from "#access/permissions.ts";
import { getVisibleStudent } from "#access/visible-student.server.ts";
import { noTransaction } from "#db/index.ts";
import { listStudentRegisterEntries } from "#db/queries/attendance/summary.ts";
import { formatDay } from "#domain/daily/day-words.ts";
import { findTermOn, type CalendarTermSpan } from "#domain/daily/school-days.ts";
import type { Person } from "#domain/person.ts";
import { toSchoolDayChoice } from "../day/figures.rules.ts";
import { readDayAndCalendar, readDaySummary } from "../day/read-day.server.ts";
import type { SchoolDayChoice, DaySummary } from "../summary.ts";
import {
  summariseStudentAttendance,
  describeStudentAttendance,
  listAttendanceCalendarWeeks,
  type AttendanceCalendarWeek,
} from "./student-term.rules.ts";

export type StudentTermAttendance = {
  name: string;
  label: string;
  /** Text about the day, such as `Fri 26 Jun 2026: absent, sick`. */
  shown: string;
  /** Text about the term, such as `Present on 40½ of 45 days, absent on 4½, late twice`. */
  words: string;
  weeks: AttendanceCalendarWeek[];
};

type Asked = { studentKey: number; day: string | null };

/** Loads a student's calendar for the term that includes the day, up to today. @throws notFound */
export async function readStudentTermAttendance(
  person: Person,
  input: Asked,
): Promise<StudentTermAttendance> {
  return termOfStudent(person, { ...input, ...(await readDayAndCalendar(input.day)) });
}

/** A student's attendance. `figures` are the school's; null for a person who may read single classes only. */
export type StudentAttendance = {
  student: StudentTermAttendance;
  choice: SchoolDayChoice;
  figures: DaySummary | null;
};

/** Loads a student's calendar and, for those who may read it, the attendance of the school. @throws notFound */
export async function readAttendance(person: Person, input: Asked): Promise<StudentAttendance> {
  const { day, calendar } = await readDayAndCalendar(input.day);
  const [student, figures] = await Promise.all([
    termOfStudent(person, { studentKey: input.studentKey, day, calendar }),
    hasAccess("attendance-summary", person) ? readDaySummary(day, calendar) : null,
  ]);
  return { student, choice: toSchoolDayChoice(day, { calendar, today: calendar.today }), figures };
}

type OnDay = { studentKey: number } & Awaited<ReturnType<typeof readDayAndCalendar>>;

async function termOfStudent(
  person: Person,
  { studentKey, day, calendar }: OnDay,
): Promise<StudentTermAttendance> {
  const student = await getVisibleStudent(person, studentKey, noTransaction);
  const { today, sessions_per_day: sessionsPerDay } = calendar;
  const span = spanOf(findTermOn(day, calendar), today);
  const entries = span ? await listStudentRegisterEntries({ studentKey, ...span }, noTransaction) : [];
  const weeks = span ? listAttendanceCalendarWeeks(span, { entries, calendar, sessionsPerDay }) : [];
  const shown = weeks.flatMap(({ days }) => days).find((item) => item?.day === day);
  return {
    name: `${student.first_name} ${student.last_name}`,
    label: student.label ?? "Not in a class",
    shown: shown?.words ?? formatDay(day),
    words: describeStudentAttendance(summariseStudentAttendance(entries)),
    weeks,
  };
}

function spanOf(term: CalendarTermSpan | null, today: string): { from: string; to: string } | null {
  return term && { from: term.term_start, to: term.term_end < today ? term.term_end : today };
}
