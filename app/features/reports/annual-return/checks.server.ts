import type { AnnualReturnEmployee, AnnualReturnStudent } from "#db/queries/reports/annual-return.ts";
import { TOTAL_LINE, type FigureReference } from "#domain/figures/figure-sheet.ts";
import { toPlainLetters } from "#domain/people/list-params.ts";
import { findQualificationLevel } from "#domain/people/qualifications.ts";
import {
  toPersonFromClass,
  listClassesWithUnmarkedSessions,
  type AttendanceThemeData,
} from "./attendance-theme.server.ts";
import { isResultMissing, toPersonWithResult, type GradedMarks } from "./results-theme.server.ts";
import { toPersonFromEmployee } from "./staff-theme.server.ts";
import { toPersonFromStudent, type EnrolmentData } from "./enrolled.server.ts";
import type { PersonBehindFigure } from "./theme.rules.ts";

/** A problem to correct before the return is sent, with the records that have it. */
export type ReturnCheck = {
  /** The last part of the URL of the page that lists the records. */
  id: string;
  title: string;
  /** The effect of the problem on the return. */
  meaning: string;
  found: PersonBehindFigure[];
  /** The number of records. For attendance, this is the number of sessions and not of classes. */
  records: number;
  /** The figure on a sheet that shows the same number as this check; null if there is none. */
  figure: FigureReference | null;
};

export type ReturnCheckData = {
  enrolled: EnrolmentData;
  withoutClass: readonly AnnualReturnStudent[];
  employees: readonly AnnualReturnEmployee[];
  attended: AttendanceThemeData;
  results: GradedMarks;
};

/** The query of the Personal tab of a student's record, where missing data can be entered. */
const PERSONAL = "?view=personal";

export function runReturnChecks(checked: ReturnCheckData): ReturnCheck[] {
  return [
    ...studentChecks(checked),
    ...staffChecks(checked),
    attendanceCheck(checked),
    resultsCheck(checked),
  ];
}

function studentChecks({
  enrolled: { students: enrolled, ages },
  withoutClass,
}: ReturnCheckData): ReturnCheck[] {
  const { from, to } = ages;
  const isOutside = ({ age }: AnnualReturnStudent) => age !== null && (age < from || age > to);
  const alike = duplicates([...enrolled, ...withoutClass]);
  return [
    check("no-birth-date", "Birth date missing", {
      meaning: "counted under ‘Birth date not recorded’, not under an age",
      found: enrolled.filter(({ age }) => age === null).map(toPersonFromStudent),
      figure: { sheet: "age", line: "not-recorded", column: "total" },
    }),
    check("age-out-of-range", `Age out of range (under ${from}, over ${to})`, {
      meaning: "counted as entered; check the birth dates",
      found: enrolled.filter(isOutside).map(toPersonFromStudent),
    }),
    check("no-sex", "Sex missing", {
      meaning: "counted under ‘Sex not recorded’, not as boys or girls",
      found: enrolled.filter(({ gender }) => gender === null).map(toPersonFromStudent),
      figure: { sheet: "enrolment", line: TOTAL_LINE, column: "neither" },
    }),
    check("no-religion", "Religion missing", {
      meaning: "counted under ‘Not recorded’ in Religion",
      found: enrolled.filter(({ religion_id }) => religion_id === null).map(listedInPersonal),
      figure: { sheet: "religion", line: "not-recorded", column: "total" },
    }),
    check("no-ethnic-group", "Ethnic group missing", {
      meaning: "counted under ‘Not recorded’ in Ethnic group",
      found: enrolled.filter(({ ethnic_group_id }) => ethnic_group_id === null).map(listedInPersonal),
      figure: { sheet: "ethnic-group", line: "not-recorded", column: "total" },
    }),
    check("no-class", "Students not in a class", {
      meaning: "left out of the return until they have a class",
      found: withoutClass.map(toPersonFromStudent),
    }),
    check("duplicates", "Possible duplicates", {
      meaning: "same name and birth date; each record is counted",
      found: alike.map(toPersonFromStudent),
    }),
  ];
}

function staffChecks({ employees }: ReturnCheckData): ReturnCheck[] {
  return [
    check("no-qualification", "Employees without a qualification", {
      meaning: "counted under ‘Not recorded’ in Staff",
      found: employees
        .filter((employee) => findQualificationLevel(employee.qualification_ids) === "Not recorded")
        .map((employee) => inTab(toPersonFromEmployee(employee), "?view=qualifications")),
    }),
    check("no-post", "Employees without a post", {
      meaning: "counted under ‘Post not recorded’ in Staff",
      found: employees
        .filter(({ post }) => post === null)
        .map((employee) => inTab(toPersonFromEmployee(employee), "?view=employment")),
    }),
  ];
}

function attendanceCheck({ attended }: ReturnCheckData): ReturnCheck {
  const unmarked = listClassesWithUnmarkedSessions(attended);
  return {
    ...check("no-register", "Sessions with no register", {
      meaning: "left out of the possible attendances",
      found: unmarked.map(toPersonFromClass),
    }),
    records: unmarked.reduce((sum, { missing }) => sum + missing, 0),
  };
}

function resultsCheck({ results }: ReturnCheckData): ReturnCheck {
  const { term, results: all } = results;
  return check("no-mark", `Marks not entered${term === null ? "" : `, ${term.title}`}`, {
    meaning: "counted under ‘No mark yet’ in Results, not in the means",
    found: all.filter(isResultMissing).map((item) => toPersonWithResult(item, term?.id ?? 0)),
    figure: { sheet: "results", line: TOTAL_LINE, column: "none" },
  });
}

type Told = Pick<ReturnCheck, "meaning" | "found"> & { figure?: FigureReference };

function check(id: string, title: string, { figure, ...told }: Told): ReturnCheck {
  return { id, title, ...told, records: told.found.length, figure: figure ?? null };
}

/** Finds students with the same birth date and name, who are probably one child entered twice. */
function duplicates(students: readonly AnnualReturnStudent[]): AnnualReturnStudent[] {
  const keyOf = ({ first_name, last_name, date_of_birth }: AnnualReturnStudent) =>
    `${toPlainLetters(last_name)}, ${toPlainLetters(first_name)}, ${date_of_birth}`;
  const counts = new Map<string, number>();
  for (const each of students) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return students.filter(
    (student) => student.date_of_birth !== null && (counts.get(keyOf(student)) ?? 0) > 1,
  );
}

function listedInPersonal(student: AnnualReturnStudent): PersonBehindFigure {
  return inTab(toPersonFromStudent(student), PERSONAL);
}

function inTab(listed: PersonBehindFigure, tab: string): PersonBehindFigure {
  return { ...listed, to: `${listed.to}${tab}` };
}
