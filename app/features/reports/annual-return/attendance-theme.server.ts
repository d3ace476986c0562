import type { TermAttendance, ClassMarkedSessions } from "#db/queries/reports/annual-return.ts";
import { formatDate } from "#domain/dates.ts";
import { formatRegisterName } from "#domain/names.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { formatTerm } from "#domain/terms.ts";
import {
  createAnnualReturnTheme,
  type PersonBehindFigure,
  type AnnualReturnTheme,
  type AnnualReturnColumn,
} from "./theme.rules.ts";
import type { AnnualReturnLevel } from "./enrolled.server.ts";

/** A term with the number of its sessions up to today; null if the term has not begun. */
export type TermSessions = { id: number; title: string; start: string; open: number | null };

export type AttendanceThemeData = {
  terms: readonly TermSessions[];
  levels: readonly AnnualReturnLevel[];
  students: readonly TermAttendance[];
  classes: readonly ClassMarkedSessions[];
  year: string;
};

type Counted = { student: TermAttendance } | { class: OpenClass };
type OpenClass = ClassMarkedSessions & { open: number };

const WIDTH = 13;

export function buildAttendanceTheme({
  terms,
  levels,
  students,
  classes,
  year,
}: AttendanceThemeData): AnnualReturnTheme {
  const counted: Counted[] = [
    ...students.map((student) => ({ student })),
    ...openClasses(classes, terms).map((item) => ({ class: item })),
  ];
  const groups = terms.map(({ id, title, start, open }) => ({
    key: `term-${id}`,
    title,
    rows: open === null ? [] : rowsOf(id, levels),
    ...(open === null && { note: `begins on ${formatDate(start)}` }),
  }));
  return createAnnualReturnTheme<Counted>({
    id: "attendance",
    name: "Attendance",
    title: `Attendance by term and form, ${year}`,
    total: "Year so far",
    about:
      "Counted in sessions, up to today. Students who came late count as present. Sessions with no register are left out.",
    counted,
    rowOf: (each) => keyOf("student" in each ? each.student : each.class),
    listed,
    groups,
    ratios: [],
    columns: columnsOf(),
  });
}

/** Lists the classes that have sessions without a register, with the number missing. */
export function listClassesWithUnmarkedSessions({
  classes,
  terms,
}: AttendanceThemeData): (OpenClass & { missing: number })[] {
  return openClasses(classes, terms)
    .map((item) => ({ ...item, missing: item.open - item.marked }))
    .filter(({ missing }) => missing > 0);
}

export function toPersonFromClass({
  class_id,
  label,
  academic_term_id,
  marked,
  open,
}: OpenClass): PersonBehindFigure {
  return {
    key: `class-${class_id}-${academic_term_id}`,
    name: label,
    to: withQuery(PATHS.attendanceRegister, { class: class_id }),
    about: formatTerm(academic_term_id),
    detail: `${marked} of ${open} sessions marked`,
  };
}

function openClasses(classes: readonly ClassMarkedSessions[], terms: readonly TermSessions[]): OpenClass[] {
  return classes.map((item) => ({
    ...item,
    open: terms.find(({ id }) => id === item.academic_term_id)?.open ?? 0,
  }));
}

const ofClass = (figure: (each: OpenClass) => number) => (each: Counted) =>
  "class" in each ? figure(each.class) : 0;
const ofStudent = (figure: (each: TermAttendance) => number) => (each: Counted) =>
  "student" in each ? figure(each.student) : 0;
const attendedBy = (gender: TermAttendance["gender"]) =>
  ofStudent((each) => (each.gender === gender ? each.possible - each.absent : 0));

function count(key: string, title: string, of: (each: Counted) => number): AnnualReturnColumn<Counted> {
  return { key, title, kind: "count", width: WIDTH, of };
}

function columnsOf(): AnnualReturnColumn<Counted>[] {
  return [
    { key: "term", title: "Term and form", kind: "text", width: 18 },
    count(
      "open",
      "Class sessions open",
      ofClass(({ open }) => open),
    ),
    count(
      "marked",
      "Class sessions marked",
      ofClass(({ marked }) => marked),
    ),
    count(
      "possible",
      "Possible attendances",
      ofStudent(({ possible }) => possible),
    ),
    count("boys", "Boys’ attendances", attendedBy("M")),
    count("girls", "Girls’ attendances", attendedBy("F")),
    count("neither", "Sex not recorded", attendedBy(null)),
    { key: "attended", title: "Attended", kind: "sum", plus: ["boys", "girls", "neither"], width: WIDTH },
    {
      key: "rate",
      title: "Rate",
      kind: "share",
      part: ["attended"],
      whole: "possible",
      width: 10,
      strong: true,
    },
    count(
      "late",
      "Late",
      ofStudent(({ late }) => late),
    ),
  ];
}

function rowsOf(term: number, levels: readonly AnnualReturnLevel[]) {
  return levels.map(({ level, title }) => ({
    key: keyOf({ academic_term_id: term, form_level: level }),
    words: { term: title },
  }));
}

function keyOf({ academic_term_id, form_level }: { academic_term_id: number; form_level: number }): string {
  return `${academic_term_id}-${form_level}`;
}

function listed(each: Counted): PersonBehindFigure {
  if ("class" in each) return toPersonFromClass(each.class);
  const { student_key, academic_term_id, possible, absent, late } = each.student;
  return {
    key: `${student_key}-${academic_term_id}-${each.student.form_level}`,
    name: formatRegisterName(each.student),
    to: `${PATHS.students}/${student_key}/view-attendance`,
    about: formatTerm(academic_term_id),
    detail: `${possible - absent} of ${possible} sessions attended, ${late} late`,
  };
}
