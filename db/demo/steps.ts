import { accountPermissionRows, accountRows } from "./people/accounts.ts";
import { archiveMarkRows } from "./marks/archive.ts";
import { academicTermRows, academicYearRows } from "./calendar.ts";
import { choiceRows } from "./choices.ts";
import { classRows, classTeacherRows, deanAssignmentRows, formClassRows, lessonRows } from "./classes.ts";
import { criterionGradeRows, criterionRows } from "./marks/criteria.ts";
import { demoEmployee, employeeRows } from "./people/employees.ts";
import { fortnightlyTestRows } from "./marks/fortnightly-tests.ts";
import type { Derived, Row } from "./insert.ts";
import { ethnicGroupRows, houseRows, religionRows, schoolRows, subjectRows } from "./lists.ts";
import { markRows } from "./marks/marks.ts";
import { phraseRows } from "./reports/phrases.ts";
import { fileRows, type Pictures } from "./pictures/pictures.ts";
import { postingRows } from "./reports/postings.ts";
import { resultsOf } from "./marks/results.ts";
import type { DemoSchool } from "./school.ts";
import { assessmentRows } from "./marks/sheets.ts";
import { registrationRows, studentRows } from "./people/students.ts";
import { termRecordRows } from "./reports/term-records.ts";

/** What the generator cannot make alike every time. */
export type Made = { pictures: Pictures; passwordHash: string };

export type Step = {
  table: string;
  rows: (school: DemoSchool, made: Made) => readonly Row[];
  derived?: Derived;
};

/** Every table the demo fills, in the order of what refers to what. A new table is a line here and a file beside it. */
export const STEPS: readonly Step[] = [
  { table: "academic_years", rows: ({ calendar }) => academicYearRows(calendar) },
  { table: "academic_terms", rows: ({ calendar }) => academicTermRows(calendar) },
  { table: "schools", rows: ({ kind, calendar }, { pictures }) => schoolRows(kind, calendar, pictures.logo) },
  { table: "form_classes", rows: ({ kind }) => formClassRows(kind) },
  { table: "files", rows: (_, { pictures }) => fileRows(pictures) },
  {
    table: "employees",
    rows: ({ employees }, { pictures }) => employeeRows(employees, pictures),
  },
  { table: "accounts", rows: ({ accounts }, { passwordHash }) => accountRows(accounts, passwordHash) },
  { table: "account_permissions", rows: ({ accounts }) => accountPermissionRows(accounts) },
  { table: "houses", rows: ({ kind }) => houseRows(kind) },
  { table: "religions", rows: religionRows },
  { table: "ethnic_groups", rows: ethnicGroupRows },
  { table: "students", rows: ({ students }, { pictures }) => studentRows(students, pictures.ofStudents) },
  { table: "classes", rows: ({ classes }) => classRows(classes) },
  { table: "class_teachers", rows: ({ classes, employees }) => classTeacherRows(classes, employees) },
  { table: "dean_assignments", rows: ({ classes }) => deanAssignmentRows(classes) },
  { table: "registrations", rows: ({ students, calendar }) => registrationRows(students, calendar.terms) },
  { table: "subjects", rows: ({ kind }) => subjectRows(kind) },
  { table: "lessons", rows: ({ classes, teachings }) => lessonRows(classes, teachings) },
  { table: "student_subject_assignments", rows: ({ choices }) => choiceRows(choices) },
  { table: "fortnightly_tests", rows: ({ fortnightlyTests }) => fortnightlyTestRows(fortnightlyTests) },
  { table: "assessments", rows: ({ sheets }) => assessmentRows(sheets) },
  { table: "assessment_criteria", rows: ({ kind }) => criterionRows(kind) },
  { table: "marks", rows: ({ marks }) => markRows(marks) },
  {
    table: "marks",
    rows: ({ kind, calendar, students, marks }) =>
      archiveMarkRows(kind, calendar, { students, after: marks.length }),
  },
  {
    table: "criterion_grades",
    rows: ({ kind, marks }) => criterionGradeRows(kind, marks),
    // They carry the version of the mark they belong to.
    derived: { version: "(select version from marks m where m.mark_id = r.mark_id)" },
  },
  {
    table: "term_records",
    rows: termRecords,
    // Marks are there by now: what was signed is what they are.
    derived: { signed_fingerprint: "case when r.signed_by is not null then report_fingerprint(r) end" },
  },
  { table: "postings", rows: ({ calendar, classes }) => postingRows(calendar, classes) },
  { table: "comment_phrases", rows: ({ employees }) => phraseRows(employees) },
];

function termRecords(school: DemoSchool, { pictures }: Made): Row[] {
  const { kind, calendar, classes, roster, marks, employees, accounts } = school;
  const principal = demoEmployee(employees, "principal").employee_id;
  const account = accounts.find(({ employee_id }) => employee_id === principal);
  if (!account) throw new Error("the principal has no account to sign with");
  return termRecordRows({
    ...{ kind, calendar, classes, roster },
    resultOf: resultsOf(kind, marks),
    signer: { account_id: account.account_id, signature: pictures.signature },
  });
}
