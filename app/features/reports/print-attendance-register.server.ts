import { getPrintedListScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  listMarkedSessions,
  listRegisterEntries,
  listStudentsOfRegister,
  type RegisterEntryRow,
} from "#db/queries/attendance/registers.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { listReportCardClasses } from "#db/queries/reports/report-card.ts";
import type { QueryScope } from "#db/queries/parts.ts";
import { getSchool, type SchoolRow } from "#db/queries/school.ts";
import { findClassInScope, type ScopedClass } from "#db/queries/visible.ts";
import {
  type AttendanceState,
  ABSENT,
  attendanceWord,
  isAbsent,
  isLate,
  listRegisterLetters,
  PRESENT,
} from "#domain/daily/attendance-states.ts";
import { findClosure, isWeekend, type SchoolCalendar } from "#domain/daily/school-days.ts";
import { addDays, formatMonth, weekdayOf } from "#domain/dates.ts";
import { formatRegisterName } from "#domain/names.ts";
import { academicYearOf } from "#domain/terms.ts";
import type { Person } from "#domain/person.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import type { FormatOf, DocumentData } from "#templates/index.ts";
import {
  toLetterhead,
  printDocument,
  getPrintTime,
  type PrintFormatAndSignal,
  type PrintedDocument,
} from "./document.server.ts";
import { formatClassName, formatFormalNames } from "./report-card-words.rules.ts";

/** `month` is in the form `2026-11`. */
type AskedMonth = { classId: number; month: string };

/** Prints the register of a class for a month, up to today. @throws notFound */
export async function printAttendanceRegister(
  person: Person,
  { classId, month }: AskedMonth,
  { format, signal }: PrintFormatAndSignal<FormatOf<"attendance-register">>,
): Promise<PrintedDocument> {
  const { data, name } = await loadAttendanceRegister({ classId, month }, getPrintedListScope(person));
  return printDocument({ kind: "attendance-register", format, data }, { name, person, signal });
}

export async function loadAttendanceRegister({ classId, month }: AskedMonth, scope: QueryScope) {
  const [school, calendar] = await Promise.all([getSchool(noTransaction), loadSchoolCalendar(noTransaction)]);
  const span = { from: `${month}-01`, to: lastDayOf(month, calendar.today) };
  const academicTermId = lastTermIn(span, calendar)?.academic_term_id ?? null;
  const held = await findClassInScope({ ...scope, classId, academicTermId }, noTransaction);
  if (!held) throw itemNotFound("class");
  if (span.from > span.to) throw notFound("This month has not begun yet. Choose an earlier month.");
  const own = calendarOf(held, calendar);
  const term = lastTermIn(span, own);
  if (!term) throw notFound("This class had no school days in this month. Choose another month.");
  const key = { classId, academicTermId: term.academic_term_id, ...span };
  const [about, figures] = await Promise.all([aboutClass(school, key), figuresOf(key, own)]);
  const data = {
    about,
    month: formatMonth(month),
    ...figures,
    school: toLetterhead(school),
    printed: getPrintTime(school),
  };
  return { data, name: ["Attendance register", held.label, formatMonth(month)].join(" ") };
}

type Key = { classId: number; academicTermId: number; from: string; to: string };

async function figuresOf(key: Key, calendar: SchoolCalendar) {
  const [sessions, entries, students] = await Promise.all([
    listMarkedSessions(key, noTransaction),
    listRegisterEntries(key, noTransaction),
    listStudentsOfRegister(key, noTransaction),
  ]);
  const days = daysOf(key, calendar, (day) => sessions.filter((session) => session.day === day).length);
  return buildMonthlyAttendance(
    days,
    students.map((student) => ({
      name: formatRegisterName(student),
      gender: student.gender,
      states: statesByDay(entries.filter(({ student_key }) => student_key === student.student_key)),
    })),
  );
}

/** Lists school days, holidays on weekdays, and any other day on which a session was marked. */
function daysOf(
  { from, to }: Key,
  calendar: SchoolCalendar,
  sessionsOn: (day: string) => number,
): RegisterMonthDay[] {
  const days: RegisterMonthDay[] = [];
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
  const [held] = await listReportCardClasses({ classIds: [classId], academicTermId }, noTransaction);
  if (!held) return "";
  return [formatClassName(school.flavour, held), formatFormalNames(held.teachers)].filter(Boolean).join(", ");
}

/** Keeps only the terms of the class's own school year, because the class has no register in others. */
function calendarOf({ academic_year_id }: ScopedClass, calendar: SchoolCalendar): SchoolCalendar {
  const isOwn = (academicTermId: number) => academicYearOf(academicTermId) === academic_year_id;
  return { ...calendar, terms: calendar.terms.filter(({ academic_term_id }) => isOwn(academic_term_id)) };
}

/** Returns the last term in the month. Returns undefined if there is none, or if the month is in the future. */
function lastTermIn({ from, to }: Pick<Key, "from" | "to">, { terms }: SchoolCalendar) {
  if (to < from) return undefined;
  return terms.findLast(({ term_start, term_end }) => term_start <= to && term_end >= from);
}

/** Returns the last day to print. It is never after today, because later days have no column. */
function lastDayOf(month: string, today: string): string {
  const next = addDays(`${month}-28`, 4).slice(0, 8);
  const last = addDays(`${next}01`, -1);
  return today < last ? today : last;
}

type Register = DocumentData["attendance-register"];
type Student = Register["students"][number];
type Mark = Student["marks"][number];
type Gender = Student["gender"];

/** A day of the month, with the number of marked sessions and the name of the holiday, if it is one. */
export type RegisterMonthDay = { day: string; sessions: number; holiday: string | null };

/** A student with the states of the sessions on each day. A day without sessions is missing. */
export type RegisterMonthStudent = {
  name: string;
  gender: Gender;
  states: ReadonlyMap<string, readonly AttendanceState[]>;
};

type MonthFigures = Pick<Register, "days" | "students" | "totals" | "keys" | "notes">;

const WEEKDAYS = "SMTWTFS";
const NOT_MARKED = "not marked";
/** The number of names in a note. More names would fill the bottom of the page. */
const MOST_NAMED = 3;

/**
 * Counts days and not sessions, so that the figures agree with the attendance summary. With two sessions a day, a
 * student who came to one of them was half a day present and half a day absent. A late student counts as present, and
 * as late once a day at most.
 */
export function buildMonthlyAttendance(
  days: readonly RegisterMonthDay[],
  students: readonly RegisterMonthStudent[],
): MonthFigures {
  const listed = students.map((student) => studentOf(student, days));
  const marks = new Set(listed.flatMap((student) => student.marks));
  return {
    students: listed,
    days: days.map((day, index) => ({
      weekday: WEEKDAYS[weekdayOf(day.day)] ?? "",
      day: dayOfMonth(day.day),
      opensWeek: weekdayOf(day.day) <= weekdayOf(days[index - 1]?.day ?? day.day),
      counted: day.sessions === 0 ? (day.holiday ?? NOT_MARKED) : countsOn(day, students),
    })),
    totals: {
      boys: totalOf(listed.filter(({ gender }) => gender === "M")),
      girls: totalOf(listed.filter(({ gender }) => gender === "F")),
      all: totalOf(listed),
      absent: sum(listed.map(({ absent }) => absent)),
      late: sum(listed.map(({ late }) => late)),
    },
    keys: listRegisterLetters()
      .filter(({ mark }) => marks.has(mark))
      .map(({ letter, meaning }) => ({ letter, meaning })),
    notes: [...movesOf(days, listed), openWords(days)],
  };
}

function studentOf(
  { name, gender, states }: RegisterMonthStudent,
  days: readonly RegisterMonthDay[],
): Student {
  const held = days.map((day) => heldOn(day, states.get(day.day) ?? []));
  const present = sum(held.map((day) => day.present));
  const absent = sum(held.map((day) => day.absent));
  return {
    name,
    gender,
    marks: held.map(({ mark }) => mark),
    present,
    absent,
    late: sum(held.map(({ late }) => late)),
    percent: percentOf(present, absent),
  };
}

type Held = { mark: Mark; present: number; absent: number; late: number };

/** Returns the fractions of the day for which a student was present, absent and late. */
function heldOn({ sessions }: RegisterMonthDay, states: readonly AttendanceState[]): Held {
  const away = states.filter(isAbsent).length;
  const late = states.some(isLate) ? 1 : 0;
  const present = sessions === 0 ? 0 : (states.length - away) / sessions;
  return {
    mark: markOf(states, { away, sessions }),
    present,
    absent: away / Math.max(sessions, 1),
    late,
  };
}

type Day = { away: number; sessions: number };

function markOf(states: readonly AttendanceState[], { away, sessions }: Day): Mark {
  if (sessions === 0) return null;
  if (states.length === 0) return "outside";
  const isSame = states.every((state) => state === states[0]);
  if (away === states.length) return attendanceWord(isSame ? (states[0] ?? ABSENT) : ABSENT);
  if (away > 0) return "half";
  return attendanceWord(states.find(isLate) ?? states.find((state) => state !== PRESENT) ?? PRESENT);
}

function countsOn(day: RegisterMonthDay, students: readonly RegisterMonthStudent[]) {
  const all = students.map(({ gender, states }) => ({ gender, ...heldOn(day, states.get(day.day) ?? []) }));
  const present = (gender: Gender) =>
    sum(all.filter((item) => item.gender === gender).map((item) => item.present));
  return {
    boys: present("M"),
    girls: present("F"),
    all: sum(all.map((item) => item.present)),
    absent: sum(all.map((item) => item.absent)),
    late: sum(all.map((item) => item.late)),
  };
}

function totalOf(students: readonly Student[]): Register["totals"]["all"] {
  const present = sum(students.map((student) => student.present));
  return { present, percent: percentOf(present, sum(students.map((student) => student.absent))) };
}

/** Returns the percentage of marked days on which the student was present, or null if no day was marked. */
function percentOf(present: number, absent: number): number | null {
  return present + absent === 0 ? null : Math.round((100 * present) / (present + absent));
}

/** Lists the students who joined or left the class during the month. */
function movesOf(days: readonly RegisterMonthDay[], students: readonly Student[]): string[] {
  const marked = days.flatMap(({ sessions }, index) => (sessions > 0 ? [index] : []));
  const on = (index: number | undefined) => dayOfMonth(days[index ?? 0]?.day ?? "");
  const joined = students.flatMap(({ name, marks }) => {
    const first = marked.find((index) => marks[index] !== "outside");
    return first === undefined || first === marked[0] ? [] : [`${name} (${on(first)})`];
  });
  const left = students.flatMap(({ name, marks }) => {
    const last = marked.findLast((index) => marks[index] !== "outside");
    return last === undefined || last === marked.at(-1) ? [] : [`${name} (${on(last)})`];
  });
  return [...named("Joined", joined), ...named("Last day in the class", left)];
}

function named(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`${what}: ${names.length > MOST_NAMED ? `${names.length} students` : names.join("; ")}.`];
}

function openWords(days: readonly RegisterMonthDay[]): string {
  const open = days.filter(({ sessions, holiday }) => sessions > 0 || holiday === null).length;
  const marked = days.filter(({ sessions }) => sessions > 0).length;
  return `School open on ${formatCountOf(open, "day")}; ${marked} marked and counted.`;
}

function dayOfMonth(day: string): number {
  return Number(day.slice(-2));
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
