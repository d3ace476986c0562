import type { Flavour } from "#domain/grades.ts";
import { accountsOf, type Account } from "./people/accounts.ts";
import { calendarFor, firstDayOfYear, startYearOf, type Calendar } from "./calendar.ts";
import type { SchoolKind } from "./kind.ts";
import { choicesOf, type Choice } from "./choices.ts";
import { classesOf, type DemoClass } from "./classes.ts";
import { employeesOf, type Employee } from "./people/employees.ts";
import { formTeachersOf, permissionsOfFormTeachers } from "./people/form-teachers.ts";
import { fortnightlyTestsOf, type FortnightlyTest } from "./marks/fortnightly-tests.ts";
import { marksOf, type Mark } from "./marks/marks.ts";
import { primary } from "./primary.ts";
import { secondary } from "./secondary.ts";
import { sheetsOf, type Sheet } from "./marks/sheets.ts";
import type { DemoStudent } from "./people/demo-student.ts";
import { rosters, studentsOf, type Roster } from "./people/students.ts";
import { teachingsOf, type Teaching } from "./teaching.ts";

/** The whole school as the generator knows it; the steps turn it into rows. */
export type DemoSchool = {
  kind: SchoolKind;
  calendar: Calendar;
  employees: readonly Employee[];
  accounts: readonly Account[];
  teachings: readonly Teaching[];
  classes: readonly DemoClass[];
  students: readonly DemoStudent[];
  roster: Roster;
  choices: readonly Choice[];
  fortnightlyTests: readonly FortnightlyTest[];
  sheets: readonly Sheet[];
  marks: readonly Mark[];
};

/** Generates the same school for the same flavour and day, each part from those before it. */
export function demoSchool(flavour: Flavour, today: string): DemoSchool {
  const kind = flavour === "primary" ? primary : secondary;
  const calendar = calendarFor(today, kind.assessmentTypes);
  const employees = employeesOf(kind, firstDayOfYear(startYearOf(calendar.current.academic_year_id)));
  const teachings = teachingsOf(kind, employees);
  const formTeachers = formTeachersOf({ kind, employees, teachings });
  const accounts = accountsOf(employees, permissionsOfFormTeachers(formTeachers));
  const classes = classesOf(kind, calendar, formTeachers);
  const students = studentsOf(kind, calendar, classes);
  const roster = rosters(students, calendar.terms);
  const choices = choicesOf(students, { kind, calendar, teachings });
  const fortnightlyTests = fortnightlyTestsOf(kind, calendar, classes);
  const sheets = sheetsOf({ kind, calendar, classes, teachings, fortnightlyTests });
  const marks = marksOf({ kind, sheets, roster, choices });
  return {
    kind,
    calendar,
    employees,
    accounts,
    teachings,
    classes,
    students,
    roster,
    choices,
    fortnightlyTests,
    sheets,
    marks,
  };
}
