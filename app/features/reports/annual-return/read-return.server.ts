import { noTransaction } from "#db/index.ts";
import { loadSchoolCalendar, type SchoolCalendarRow } from "#db/queries/attendance/school-calendar.ts";
import { listClassesOfYear, type ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import {
  listEthnicGroupRows as ethnicGroupRows,
  listReligionRows as religionRows,
} from "#db/queries/people/groups.ts";
import {
  listTermAttendance,
  listMarkedSessionsByClass,
  listReturnEmployees,
  listReturnStudents,
} from "#db/queries/reports/annual-return.ts";
import { listReportCardClasses } from "#db/queries/reports/report-card.ts";
import { listReportedSubjects } from "#db/queries/reports/report-card-marks.ts";
import { findRequestedTerm, type TermRow } from "#db/queries/lessons.ts";
import { getSchool, type SchoolRow } from "#db/queries/school.ts";
import { listSchoolDays } from "#domain/daily/school-days.ts";
import { formatDate, toCalendarDay, formatDateAndTime } from "#domain/dates.ts";
import { TOTAL_LINE, listFigureLines } from "#domain/figures/figure-sheet.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { formatShortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import {
  academicYearOf,
  ageReferenceDay,
  formatTerm,
  yearBefore,
  formatYear,
  yearLabel,
} from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData } from "#templates/index.ts";
import { toLetterhead, printDocument, getPrintTime, type PrintedDocument } from "../document.server.ts";
import { formatFormalNames, formatTermAndYear } from "../report-card-words.rules.ts";
import { buildAttendanceTheme, type AttendanceThemeData } from "./attendance-theme.server.ts";
import { runReturnChecks, type ReturnCheck } from "./checks.server.ts";
import { buildResultsTheme, type GradedMarks } from "./results-theme.server.ts";
import { buildStaffTheme } from "./staff-theme.server.ts";
import type { EnrolmentData } from "./enrolled.server.ts";
import {
  buildAgesTheme,
  buildEthnicGroupsTheme,
  buildReligionsTheme,
  buildEnrolmentTheme,
  buildRepeatersTheme,
} from "./group-themes.server.ts";
import type { AnnualReturnTheme } from "./theme.rules.ts";

/** The usual ages of students. The checks list younger and older students. */
const AGES: Record<SchoolFlavour, { from: number; to: number }> = {
  primary: { from: 4, to: 15 },
  secondary: { from: 10, to: 20 },
};

export type AnnualReturnData = {
  school: SchoolRow;
  term: TermRow;
  year: string;
  ageDay: string;
  /** The term of the results, such as `Term 2, 2025–2026`. */
  resultsOf: string;
  themes: AnnualReturnTheme[];
  checks: ReturnCheck[];
};

/** Loads the data of the annual return for the year of the current term. @throws notFound before the first term */
export async function readAnnualReturn(): Promise<AnnualReturnData> {
  const [{ term, terms }, school, calendar] = await Promise.all([
    findRequestedTerm(null, noTransaction),
    getSchool(noTransaction),
    loadSchoolCalendar(noTransaction),
  ]);
  if (!term) throw notFound("You can open the annual return once the first term has begun.");
  const { academic_year_id: academicYearId } = term;
  const taught = await listClassesOfYear(academicYearId, noTransaction);
  const levels = levelsOf(taught);
  const day = ageReferenceDay(academicYearId);
  const [students, employees, religionRow, groupRow, attended, ended] = await Promise.all([
    studentsOf(term, day),
    listReturnEmployees(noTransaction),
    religionRows(noTransaction),
    ethnicGroupRows(noTransaction),
    attendedIn(term, { calendar, levels }),
    resultsOf(terms.find((item) => item.academic_term_id < term.academic_term_id) ?? null, school.flavour),
  ]);
  const facts = { year: formatYear(academicYearId), today: formatDate(calendar.today) };
  const enrolled: EnrolmentData = {
    ...facts,
    levels,
    ageDay: formatDate(day),
    ages: AGES[school.flavour],
    students: students.filter(({ class_id }) => class_id !== null),
    classes: taught.map(returnClass),
  };
  const withoutClass = students.filter(({ class_id }) => class_id === null);
  return {
    school,
    term,
    year: facts.year,
    ageDay: enrolled.ageDay,
    resultsOf: ended.term?.title ?? "No term is over yet",
    themes: [
      ...studentThemes(enrolled, { religionRow, groupRow }),
      ...[buildStaffTheme({ ...facts, employees }), buildAttendanceTheme(attended), buildResultsTheme(ended)],
    ],
    checks: runReturnChecks({ enrolled, withoutClass, employees, attended, results: ended }),
  };
}

type Groups = {
  religionRow: Awaited<ReturnType<typeof religionRows>>;
  groupRow: Awaited<ReturnType<typeof ethnicGroupRows>>;
};

function studentThemes(enrolled: EnrolmentData, { religionRow, groupRow }: Groups): AnnualReturnTheme[] {
  const religionGroups = religionRow.map(({ religion_id: id, grouping: title }) => ({ id, title }));
  const ethnic = groupRow.map(({ ethnic_group_id: id, grouping: title }) => ({ id, title }));
  return [
    ...[buildEnrolmentTheme(enrolled), buildAgesTheme(enrolled), buildRepeatersTheme(enrolled)],
    ...[buildReligionsTheme(enrolled, religionGroups), buildEthnicGroupsTheme(enrolled, ethnic)],
  ];
}

function returnClass({
  class_id,
  label,
  form_level,
  teachers,
}: ClassWithTeachersRow): EnrolmentData["classes"][number] {
  const leads = formatFormalNames(teachers.filter(({ is_lead }) => is_lead));
  return { classId: class_id, label, level: form_level, teachers: leads };
}

function studentsOf({ academic_term_id: academicTermId, academic_year_id }: TermRow, day: string) {
  return listReturnStudents(
    { academicTermId, previousYearId: yearBefore(academic_year_id), day },
    noTransaction,
  );
}

function levelsOf(classes: readonly ClassWithTeachersRow[]): EnrolmentData["levels"] {
  const titles = new Map(classes.map(({ form_level, group_title }) => [form_level, group_title]));
  return [...titles]
    .map(([level, title]) => ({ level, title }))
    .sort((one, other) => one.level - other.level);
}

/** Counts the sessions of each term up to today. A term that has not begun has no count. */
async function attendedIn(
  { academic_year_id: academicYearId }: TermRow,
  { calendar, levels }: { calendar: SchoolCalendarRow; levels: EnrolmentData["levels"] },
): Promise<AttendanceThemeData> {
  const [students, classes] = await Promise.all([
    listTermAttendance({ academicYearId }, noTransaction),
    listMarkedSessionsByClass({ academicYearId }, noTransaction),
  ]);
  const terms = calendar.terms
    .filter(({ academic_term_id }) => academicYearOf(academic_term_id) === academicYearId)
    .map(({ academic_term_id: id, term_start: start, term_end: end }) => {
      const until = end < calendar.today ? end : calendar.today;
      const open = listSchoolDays({ from: start, to: until }, calendar).length * calendar.sessions_per_day;
      return { id, title: formatTerm(id), start, open: start > calendar.today ? null : open };
    });
  return { terms, levels, students, classes, year: formatYear(academicYearId) };
}

/** Loads the results of everyone who had a class in the last completed term, graded as on the report card. */
async function resultsOf(term: TermRow | null, flavour: SchoolFlavour): Promise<GradedMarks> {
  if (!term) return { term: null, results: [], levels: [], gradings: new Map() };
  const { academic_term_id: academicTermId, academic_year_id: academicYearId, assessment_type } = term;
  const taught = await listClassesOfYear(academicYearId, noTransaction);
  const classIds = taught.map(({ class_id }) => class_id);
  const [students, classes] = await Promise.all([
    studentsOf(term, ageReferenceDay(academicYearId)),
    listReportCardClasses({ classIds, academicTermId }, noTransaction),
  ]);
  const byCriteria = classes.some(({ by_criteria }) => by_criteria);
  const key = { classIds, academicTermId, studentKey: null };
  const subjectsOf = await listReportedSubjects(key, { byCriteria }, noTransaction);
  const schemes = new Map(classes.map((item) => [item.class_id, { ...item, flavour, assessment_type }]));
  return {
    term: { id: academicTermId, title: formatTermAndYear(term) },
    levels: levelsOf(taught),
    gradings: new Map(classes.map(({ form_level, grading }) => [form_level, grading])),
    results: students.flatMap((student) => {
      const scheme = student.class_id === null ? undefined : schemes.get(student.class_id);
      if (!scheme) return [];
      return subjectsOf(student.id, scheme).map((subject) => ({ student, subject }));
    }),
  };
}

type Return = DocumentData["annual-return"];

const SCHOOLS = { primary: "Primary Schools", secondary: "Secondary Schools" } as const;
const SEXES = ["boys", "girls", "neither"];
const COMPARED = ["enrolment", "age", "religion", "ethnic-group"];
const NOTE =
  "This file names no students. To see the names behind a figure, open the Annual Statistical Return under Print/View Reports in Termbook.";

/** Prints the annual statistical return of the current year. Its file name follows the specification. */
export async function printAnnualReturn(
  person: Person,
  { signal }: { signal: AbortSignal },
): Promise<PrintedDocument> {
  const read = await readAnnualReturn();
  const name = `${yearLabel(read.term.academic_year_id)} ${SCHOOLS[read.school.flavour]} ASR ver. 2 UPDATED`;
  const data = returnData(read, person);
  return printDocument(
    { kind: "annual-return", format: "xlsx", data },
    { name, person, signal, isLarge: true },
  );
}

function returnData(read: AnnualReturnData, person: Person): Return {
  const { school, year, themes, checks, ageDay } = read;
  const moment = now();
  const day = formatDate(toCalendarDay(moment, school.time_zone));
  return {
    school: toLetterhead(school),
    year,
    printed: getPrintTime(school),
    note: NOTE,
    title: `Annual Statistical Return, ${SCHOOLS[school.flavour]}, ${year}`,
    about: `Version 2. Figures as at ${day}; ages on ${ageDay}.`,
    facts: [
      { label: "Address", value: school.address },
      {
        label: "Prepared",
        value: `${formatDateAndTime(moment, school.time_zone)}, by ${formatShortName(person)}`,
      },
    ],
    totals: themes
      .filter(({ sheet }) => COMPARED.includes(sheet.id))
      .map(({ sheet }) => ({
        title: sheet.name,
        figures: SEXES.map((column) => ({ sheet: sheet.id, line: TOTAL_LINE, column })),
      })),
    others: othersOf(read),
    incomplete: checks.map(({ title, meaning, figure, records }) => ({
      title,
      meaning,
      figure: figure ?? { count: records },
    })),
    sheets: themes.map(({ sheet }) => sheet),
  };
}

function othersOf(read: AnnualReturnData): Return["others"] {
  const figure = (sheet: string, column: string) => ({ sheet, line: TOTAL_LINE, column });
  const ended = read.themes.find(({ sheet }) => sheet.id === "results")?.sheet;
  const rows = ended === undefined ? 0 : listFigureLines(ended).filter(({ kind }) => kind === "row").length;
  return [
    { title: "Repeaters", figure: figure("repeaters", "repeat"), meaning: "students repeating a form" },
    { title: "Staff", figure: figure("staff", "total"), meaning: "active employees" },
    {
      title: "Attendance",
      figure: figure("attendance", "rate"),
      meaning: "of possible attendances, up to today",
    },
    { title: "Results", figure: null, meaning: `${read.resultsOf}: ${rows} rows by form and subject` },
  ];
}
