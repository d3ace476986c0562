import { studentVisibleTo } from "#access/visible-student.server.ts";
import { noTransaction } from "#db/index.ts";
import { listStudentDays } from "#db/queries/attendance/summary.ts";
import { formatDay } from "#domain/daily/day-words.ts";
import { termOn, type CalendarSpan } from "#domain/daily/school-days.ts";
import type { Person } from "#domain/person.ts";
import { readDay, readFigures } from "../day/read-day.server.ts";
import type { DaySummary } from "../summary.ts";
import { studentFigures, describeDays, weeksOf, type CalendarWeek } from "./student-term.rules.ts";

export type StudentTerm = {
  name: string;
  label: string;
  /** The day, such as `Fri 26 Jun 2026: absent, sick`. */
  shown: string;
  /** The term, such as `Present on 40½ of 45 days, absent on 4½, late twice`. */
  words: string;
  weeks: CalendarWeek[];
};

type Asked = { studentKey: number; day: string | null };

/** Loads a student's calendar of the term that includes the day, up to today. @throws notFound */
export async function readStudentTerm(person: Person, input: Asked): Promise<StudentTerm> {
  return termOfStudent(person, { ...input, ...(await readDay(input.day)) });
}

/** Loads a student's calendar together with the school's figures of the day. @throws notFound */
export async function readAttendance(
  person: Person,
  input: Asked,
): Promise<{ student: StudentTerm; figures: DaySummary }> {
  const { day, calendar } = await readDay(input.day);
  const [student, figures] = await Promise.all([
    termOfStudent(person, { studentKey: input.studentKey, day, calendar }),
    readFigures(day, calendar),
  ]);
  return { student, figures };
}

type OnDay = { studentKey: number } & Awaited<ReturnType<typeof readDay>>;

async function termOfStudent(person: Person, { studentKey, day, calendar }: OnDay): Promise<StudentTerm> {
  const student = await studentVisibleTo(person, studentKey, noTransaction);
  const { today, sessions_per_day: sessionsPerDay } = calendar;
  const span = spanOf(termOn(day, calendar), today);
  const entries = span ? await listStudentDays({ studentKey, ...span }, noTransaction) : [];
  const weeks = span ? weeksOf(span, { entries, calendar, sessionsPerDay }) : [];
  const shown = weeks.flatMap(({ days }) => days).find((item) => item?.day === day);
  return {
    name: `${student.first_name} ${student.last_name}`,
    label: student.label ?? "Not in a class",
    shown: shown?.words ?? formatDay(day),
    words: describeDays(studentFigures(entries)),
    weeks,
  };
}

function spanOf(term: CalendarSpan | null, today: string): { from: string; to: string } | null {
  return term && { from: term.term_start, to: term.term_end < today ? term.term_end : today };
}
