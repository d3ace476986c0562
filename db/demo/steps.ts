import { addDays } from "#domain/dates.ts";
import { accountPermissionRows, accountRows, ONE_TIME_UNTIL } from "./people/accounts.ts";
import {
  archiveMarkRows,
  archiveRegistrationRows,
  criterionGradeRows,
  criterionRows,
  resultsOf,
} from "./marks/results.ts";
import { ALL_OTHERS_PRESENT, awayRows, holidayRows, registerRows } from "./attendance/registers.ts";
import { academicTermRows, academicYearRows, isFinished, type Calendar } from "./calendar.ts";
import { choiceRows } from "./choices.ts";
import {
  classRows,
  classTeacherRows,
  deanAssignmentRows,
  formClassRows,
  lessonRows,
  type DemoClass,
} from "./classes.ts";
import { demoEmployee, employeeRows, isActive } from "./people/employees.ts";
import { fortnightlyTestRows } from "./marks/fortnightly-tests.ts";
import { ethnicGroupRows, houseRows, religionRows, schoolRows, subjectRows } from "./lists.ts";
import type { Derived, Row } from "./insert.ts";
import { markRows } from "./marks/marks.ts";
import { phraseRows } from "./reports/comments.ts";
import { fileRows, type Pictures } from "./pictures/pictures.ts";
import type { DemoSchool } from "./school.ts";
import { assessmentRows } from "./marks/sheets.ts";
import { employmentRows, qualificationRows, taughtClassRows, taughtSubjectRows } from "./people/records.ts";
import { renumbering, registrationRows, studentRows } from "./people/students.ts";
import { familyRows, medicalRows, personalRows } from "./people/student-records.ts";
import { termRecordRows } from "./reports/term-records.ts";

const DAYS = 7;

/** A colleague has the form teacher's last lesson of the class for these two weeks. */
function substituteRows({ classes, teachings, employees, calendar }: DemoSchool): Row[] {
  const { employee_id: away } = demoEmployee(employees, "formteacher");
  const ofYear = new Set(
    classes
      .filter(({ academic_year_id }) => academic_year_id === calendar.current.academic_year_id)
      .map(({ class_id }) => class_id),
  );
  const lesson = lessonRows(classes, teachings).findLast(
    ({ employee_id, class_id }) => employee_id === away && ofYear.has(Number(class_id)),
  );
  const colleague = employees.findLast(
    (employee) =>
      isActive(employee) && !employee.post.demo && (employee.post.subjects ?? employee.post.helps),
  );
  if (!lesson || !colleague) throw new Error("the demo school has no lesson to give to a substitute");
  const days = { from_date: addDays(calendar.today, -DAYS), to_date: addDays(calendar.today, DAYS) };
  return [
    { substitute_id: 1, lesson_id: Number(lesson.lesson_id), employee_id: colleague.employee_id, ...days },
  ];
}

/** Data that the generator cannot reproduce exactly. */
export type DemoAssets = { pictures: Pictures; passwordHash: string };

export type Step = {
  table: string;
  rows: (school: DemoSchool, made: DemoAssets) => readonly Row[];
  derived?: Derived;
  /** SQL for a later change to the rows. */
  then?: (school: DemoSchool) => string;
};

/** Every table that the demo fills, in order of reference. A new table is a line here and a file in this folder. */
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
  {
    table: "accounts",
    rows: ({ accounts }, { passwordHash }) => accountRows(accounts, passwordHash),
    derived: { one_time_until: ONE_TIME_UNTIL },
  },
  { table: "account_permissions", rows: ({ accounts }) => accountPermissionRows(accounts) },
  {
    table: "employee_documents",
    rows: (_, { pictures }) => pictures.documents.map(({ row }) => row),
  },
  { table: "houses", rows: ({ kind }) => houseRows(kind) },
  { table: "religions", rows: religionRows },
  { table: "ethnic_groups", rows: ethnicGroupRows },
  {
    table: "students",
    rows: ({ students, calendar: { terms } }, { pictures }) =>
      studentRows(students, { pictures: pictures.ofStudents, terms }),
    then: ({ students }) => renumbering(students),
  },
  { table: "student_personal", rows: ({ students }) => personalRows(students) },
  { table: "student_medical", rows: ({ students }) => medicalRows(students) },
  { table: "student_family", rows: ({ students }) => familyRows(students) },
  { table: "student_documents", rows: (_, { pictures }) => pictures.studentDocuments.map(({ row }) => row) },
  { table: "classes", rows: ({ classes }) => classRows(classes) },
  { table: "class_teachers", rows: ({ classes, employees }) => classTeacherRows(classes, employees) },
  { table: "dean_assignments", rows: ({ classes }) => deanAssignmentRows(classes) },
  { table: "registrations", rows: ({ students, calendar }) => registrationRows(students, calendar.terms) },
  {
    table: "archive_registrations",
    rows: ({ kind, calendar, students }) => archiveRegistrationRows(kind, calendar, students),
  },
  { table: "subjects", rows: ({ kind }) => subjectRows(kind) },
  { table: "employee_employment", rows: ({ kind, employees }) => employmentRows(kind, employees) },
  { table: "employee_form_classes", rows: ({ kind, teachings }) => taughtClassRows(kind, teachings) },
  { table: "employee_subjects", rows: ({ teachings }) => taughtSubjectRows(teachings) },
  { table: "employee_qualifications", rows: ({ employees }) => qualificationRows(employees) },
  { table: "lessons", rows: ({ classes, teachings }) => lessonRows(classes, teachings) },
  { table: "substitutes", rows: substituteRows },
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
    // Grades carry the version of the mark they belong to.
    derived: { version: "(select version from marks m where m.mark_id = r.mark_id)" },
  },
  {
    table: "term_records",
    rows: termRecords,
    // The marks are stored by now, so the fingerprint covers them.
    derived: { signed_fingerprint: "case when r.signed_by is not null then report_fingerprint(r) end" },
  },
  { table: "school_holidays", rows: ({ calendar }) => holidayRows(calendar) },
  { table: "attendance_registers", rows: registerRows },
  { table: "attendance_entries", rows: awayRows, then: () => ALL_OTHERS_PRESENT },
  { table: "postings", rows: ({ calendar, classes }) => postingRows(calendar, classes) },
  { table: "comment_phrases", rows: ({ employees }) => phraseRows(employees) },
];

function termRecords(school: DemoSchool, { pictures }: DemoAssets): Row[] {
  const { kind, calendar, classes, roster, marks, employees, accounts } = school;
  const principal = demoEmployee(employees, "principal").employee_id;
  const account = accounts.find(({ employee_id }) => employee_id === principal);
  if (!account) throw new Error("the principal has no account to sign with");
  return termRecordRows({
    kind,
    calendar,
    classes,
    roster,
    resultOf: resultsOf(kind, marks),
    signer: { account_id: account.account_id, signature: pictures.signature },
  });
}

/** The older finished term was posted as a whole, the newer one class by class; one class is held back. */
function postingRows(calendar: Calendar, classes: readonly DemoClass[]): Row[] {
  const [older, newer] = calendar.terms.filter((term) => isFinished(term, calendar));
  if (!older || !newer) return [];
  const whole = { academic_term_id: older.academic_term_id, class_id: null, ...posted(older.term_end) };
  const byClass = classes
    .filter(({ academic_year_id }) => academic_year_id === newer.academic_year_id)
    .map(({ class_id }, index, all) => ({
      academic_term_id: newer.academic_term_id,
      class_id,
      ...(index < all.length - 1 ? posted(newer.term_end) : { posted: false, date_posted: null }),
    }));
  return [whole, ...byClass].map((row, index) => ({ posting_id: index + 1, ...row }));
}

function posted(day: string) {
  return { posted: true, date_posted: `${day}T14:30:00-04:00` };
}
