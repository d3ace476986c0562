import type { ReturnEmployee, ReturnStudent } from "#db/queries/reports/annual-return.ts";
import { ALL, type FigureRef } from "#domain/figures/figure-sheet.ts";
import { plainLetters } from "#domain/people/list-params.ts";
import { qualificationLevel } from "#domain/people/qualifications.ts";
import { toClassRow, unmarkedSessions, type Attended } from "./attendance-theme.server.ts";
import { isUnmarked, toResultRow, type Results } from "./results-theme.server.ts";
import { toEmployeeRow } from "./staff-theme.server.ts";
import { toStudentRow, type Enrolled } from "./enrolled.server.ts";
import type { Listed } from "./theme.rules.ts";

/** A problem to correct before the return is sent, with the records that have it. */
export type Check = {
  /** The last part of the page's address. */
  id: string;
  title: string;
  /** The effect of the problem on the return. */
  meaning: string;
  found: Listed[];
  /** The number of records; for attendance, the number of sessions rather than of classes. */
  records: number;
  /** The figure of a sheet that shows the same number, if there is one. */
  figure: FigureRef | null;
};

export type Checked = {
  enrolled: Enrolled;
  withoutClass: readonly ReturnStudent[];
  employees: readonly ReturnEmployee[];
  attended: Attended;
  results: Results;
};

/** The tab of a student's record that has the missing data. */
const PERSONAL = "?view=personal";

export function checks(checked: Checked): Check[] {
  return [
    ...studentChecks(checked),
    ...staffChecks(checked),
    attendanceCheck(checked),
    resultsCheck(checked),
  ];
}

function studentChecks({ enrolled: { students: enrolled, ages }, withoutClass }: Checked): Check[] {
  const { from, to } = ages;
  const isOutside = ({ age }: ReturnStudent) => age !== null && (age < from || age > to);
  const alike = duplicates([...enrolled, ...withoutClass]);
  return [
    check("no-birth-date", "Birth date missing", {
      meaning: "counted under Birth date not recorded, not under an age",
      found: enrolled.filter(({ age }) => age === null).map(toStudentRow),
      figure: { sheet: "age", line: "not-recorded", column: "total" },
    }),
    check("age-out-of-range", `Age out of range (under ${from}, over ${to})`, {
      meaning: "counted as entered; check the birth dates",
      found: enrolled.filter(isOutside).map(toStudentRow),
    }),
    check("no-sex", "Sex missing", {
      meaning: "counted under Sex not recorded, not as boys or girls",
      found: enrolled.filter(({ gender }) => gender === null).map(toStudentRow),
      figure: { sheet: "enrolment", line: ALL, column: "neither" },
    }),
    check("no-religion", "Religion missing", {
      meaning: "counted under Not recorded in Religion",
      found: enrolled.filter(({ religion_id }) => religion_id === null).map(listedInPersonal),
      figure: { sheet: "religion", line: "not-recorded", column: "total" },
    }),
    check("no-ethnic-group", "Ethnic group missing", {
      meaning: "counted under Not recorded in Ethnic group",
      found: enrolled.filter(({ ethnic_group_id }) => ethnic_group_id === null).map(listedInPersonal),
      figure: { sheet: "ethnic-group", line: "not-recorded", column: "total" },
    }),
    check("no-class", "Students not in a class", {
      meaning: "left out of the return until they have a class",
      found: withoutClass.map(toStudentRow),
    }),
    check("duplicates", "Possible duplicates", {
      meaning: "same name and birth date; each record is counted",
      found: alike.map(toStudentRow),
    }),
  ];
}

function staffChecks({ employees }: Checked): Check[] {
  return [
    check("no-qualification", "Employees without a qualification", {
      meaning: "counted under Not recorded in Staff",
      found: employees
        .filter((employee) => qualificationLevel(employee.qualification_ids) === "Not recorded")
        .map((employee) => inTab(toEmployeeRow(employee), "?view=qualifications")),
    }),
    check("no-post", "Employees without a post", {
      meaning: "counted under Post not recorded in Staff",
      found: employees
        .filter(({ post }) => post === null)
        .map((employee) => inTab(toEmployeeRow(employee), "?view=employment")),
    }),
  ];
}

function attendanceCheck({ attended }: Checked): Check {
  const unmarked = unmarkedSessions(attended);
  return {
    ...check("no-register", "Sessions with no register", {
      meaning: "left out of the possible attendances",
      found: unmarked.map(toClassRow),
    }),
    records: unmarked.reduce((sum, { missing }) => sum + missing, 0),
  };
}

function resultsCheck({ results }: Checked): Check {
  const { term, results: all } = results;
  return check("no-mark", `Marks not entered${term === null ? "" : `, ${term.title}`}`, {
    meaning: "counted under No mark yet in Results, not in the means",
    found: all.filter(isUnmarked).map((item) => toResultRow(item, term?.id ?? 0)),
    figure: { sheet: "results", line: ALL, column: "none" },
  });
}

type Told = Pick<Check, "meaning" | "found"> & { figure?: FigureRef };

function check(id: string, title: string, { figure, ...told }: Told): Check {
  return { id, title, ...told, records: told.found.length, figure: figure ?? null };
}

/**
 * Finds students who have the same name, ignoring case and accents, and the same birth date: probably one child entered
 * twice.
 */
function duplicates(students: readonly ReturnStudent[]): ReturnStudent[] {
  const keyOf = ({ first_name, last_name, date_of_birth }: ReturnStudent) =>
    `${plainLetters(last_name)}, ${plainLetters(first_name)}, ${date_of_birth}`;
  const counts = new Map<string, number>();
  for (const each of students) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return students.filter(
    (student) => student.date_of_birth !== null && (counts.get(keyOf(student)) ?? 0) > 1,
  );
}

function listedInPersonal(student: ReturnStudent): Listed {
  return inTab(toStudentRow(student), PERSONAL);
}

function inTab(listed: Listed, tab: string): Listed {
  return { ...listed, to: `${listed.to}${tab}` };
}
