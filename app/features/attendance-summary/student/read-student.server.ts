import { getVisibleStudent } from "#access/visible-student.server.ts";
import { noTransaction } from "#db/index.ts";
import { listStudentRegisterEntries } from "#db/queries/attendance/summary.ts";
import { formatDay } from "#domain/daily/day-words.ts";
import { findTermOn, type CalendarTermSpan } from "#domain/daily/school-days.ts";
import type { Person } from "#domain/person.ts";
import { readDayAndCalendar, readDaySummary } from "../day/read-day.server.ts";
import type { DaySummary } from "../summary.ts";
import {
  studentFigures,
  describeStudentAttendance,
  listCalendarWeeks,
  type CalendarWeek,
} from "./student-term.rules.ts";

export type StudentTerm = {
  name: string;
  label: string;
  /** Text about the day, such as `Fri 26 Jun 2026: absent, sick`. */
  shown: string;
  /** Text about the term, such as `Present on 40½ of 45 days, absent on 4½, late twice`. */
  words: string;
  weeks: CalendarWeek[];
};

type Asked = { studentKey: number; day: string | null };

/** Loads a student's calendar for the term that includes the day, up to today. @throws notFound */
export async function readStudentTerm(person: Person, input: Asked): Promise<StudentTerm> {
  return termOfStudent(person, { ...input, ...(await readDayAndCalendar(input.day)) });
}

/** Loads a student's calendar, and the school's figures for the day. @throws notFound */
export async function readAttendance(
  person: Person,
  input: Asked,
): Promise<{ student: StudentTerm; figures: DaySummary }> {
  const { day, calendar } = await readDayAndCalendar(input.day);
  const [student, figures] = await Promise.all([
    termOfStudent(person, { studentKey: input.studentKey, day, calendar }),
    readDaySummary(day, calendar),
  ]);
  return { student, figures };
}

type OnDay = { studentKey: number } & Awaited<ReturnType<typeof readDayAndCalendar>>;

async function termOfStudent(person: Person, { studentKey, day, calendar }: OnDay): Promise<StudentTerm> {
  const student = await getVisibleStudent(person, studentKey, noTransaction);
  const { today, sessions_per_day: sessionsPerDay } = calendar;
  const span = spanOf(findTermOn(day, calendar), today);
  const entries = span ? await listStudentRegisterEntries({ studentKey, ...span }, noTransaction) : [];
  const weeks = span ? listCalendarWeeks(span, { entries, calendar, sessionsPerDay }) : [];
  const shown = weeks.flatMap(({ days }) => days).find((item) => item?.day === day);
  return {
    name: `${student.first_name} ${student.last_name}`,
    label: student.label ?? "Not in a class",
    shown: shown?.words ?? formatDay(day),
    words: describeStudentAttendance(studentFigures(entries)),
    weeks,
  };
}

function spanOf(term: CalendarTermSpan | null, today: string): { from: string; to: string } | null {
  return term && { from: term.term_start, to: term.term_end < today ? term.term_end : today };
}
