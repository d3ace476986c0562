import type { SchoolFlavour } from "#domain/grades.ts";
import { createDemoUserAccounts, type DemoUserAccount } from "./people/accounts.ts";
import { createDemoCalendar, firstDayOfYear, startYearOf, type DemoCalendar } from "./calendar.ts";
import type { SchoolKind } from "./kind.ts";
import { drawSubjectChoices, type DemoChoice } from "./choices.ts";
import { createDemoClasses, type DemoClass } from "./classes.ts";
import { createDemoEmployees, type DemoEmployee } from "./people/employees.ts";
import { assignClassStaff, permissionsOfFormTeachers } from "./people/form-teachers.ts";
import { createDemoMarks, type DemoMark } from "./marks/marks.ts";
import { primary } from "./primary.ts";
import { secondary } from "./secondary.ts";
import {
  createDemoSheets,
  type DemoSheet,
  createDemoFortnightlyTests,
  type DemoFortnightlyTest,
} from "./marks/sheets.ts";
import type { DemoStudent } from "./people/demo-student.ts";
import { createRosters, createDemoStudents, type Roster } from "./people/students.ts";
import { assignTeachings, type DemoTeaching } from "./teaching.ts";

/** All generated data of the demo school. `steps.ts` turns it into table rows. */
export type DemoSchool = {
  kind: SchoolKind;
  calendar: DemoCalendar;
  employees: readonly DemoEmployee[];
  accounts: readonly DemoUserAccount[];
  teachings: readonly DemoTeaching[];
  classes: readonly DemoClass[];
  students: readonly DemoStudent[];
  roster: Roster;
  choices: readonly DemoChoice[];
  fortnightlyTests: readonly DemoFortnightlyTest[];
  sheets: readonly DemoSheet[];
  marks: readonly DemoMark[];
};

/** Generates the school. The same flavour and day always give the same school. */
export function generateDemoSchool(flavour: SchoolFlavour, today: string): DemoSchool {
  const kind = flavour === "primary" ? primary : secondary;
  const calendar = createDemoCalendar(today, kind.assessmentTypes);
  const employees = createDemoEmployees(kind, firstDayOfYear(startYearOf(calendar.current.academic_year_id)));
  const teachings = assignTeachings(kind, employees);
  const formTeachers = assignClassStaff({ kind, employees, teachings });
  const accounts = createDemoUserAccounts(employees, permissionsOfFormTeachers(formTeachers));
  const classes = createDemoClasses(kind, calendar, formTeachers);
  const students = createDemoStudents(kind, calendar, classes);
  const roster = createRosters(students, calendar.terms);
  const choices = drawSubjectChoices(students, { kind, calendar, teachings });
  const fortnightlyTests = createDemoFortnightlyTests(kind, calendar, classes);
  const sheets = createDemoSheets({ kind, calendar, classes, teachings, fortnightlyTests });
  const marks = createDemoMarks({ kind, sheets, roster, choices });
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
