import { addDays } from "#domain/dates.ts";
import { accountPermissionRows, accountRows, ONE_TIME_UNTIL } from "./people/accounts.ts";
import {
  archiveMarkRows,
  archiveRegistrationRows,
  criterionGradeRows,
  criterionRows,
  calculateDemoResults,
} from "./marks/results.ts";
import { ALL_OTHERS_PRESENT, absenceRows, holidayRows, registerRows } from "./attendance/registers.ts";
import {
  academicTermRows,
  academicYearRows,
  isFinishedTerm,
  type DemoCalendar,
  SESSIONS_PER_DAY,
} from "./calendar.ts";
import { subjectChoiceRows } from "./choices.ts";
import {
  classRows,
  classTeacherRows,
  deanAssignmentRows,
  formClassRows,
  lessonRows,
  type DemoClass,
} from "./classes.ts";
import { findDemoEmployee, employeeRows, isCurrentEmployee } from "./people/employees.ts";
import type { DerivedColumns, DemoRow } from "./insert.ts";
import { markRows } from "./marks/marks.ts";
import { fileRows, type DemoPictures } from "./pictures/pictures.ts";
import type { DemoSchool } from "./school.ts";
import { assessmentRows, fortnightlyTestRows } from "./marks/sheets.ts";
import { employmentRows, qualificationRows, taughtClassRows, taughtSubjectRows } from "./people/records.ts";
import { studentRenumberingSql, registrationRows, studentRows } from "./people/students.ts";
import { familyRows, homeRows, medicalRows, personalRows } from "./people/student-records.ts";
import { termRecordRows, phraseRows } from "./reports/term-records.ts";
import type { SchoolKind } from "./kind.ts";
import { ETHNIC_GROUPS, RELIGIONS } from "#domain/school/levels.ts";

const DAYS = 7;

/** Generates a substitution: a colleague takes one lesson of the demo form teacher for two weeks. */
function substituteRows({ classes, teachings, employees, calendar }: DemoSchool): DemoRow[] {
  const { employee_id: away } = findDemoEmployee(employees, "formteacher");
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
      isCurrentEmployee(employee) && !employee.post.demo && (employee.post.subjects ?? employee.post.helps),
  );
  if (!lesson || !colleague) throw new Error("The demo school has no lesson for a substitute.");
  const days = { from_date: addDays(calendar.today, -DAYS), to_date: addDays(calendar.today, DAYS) };
  return [
    { substitute_id: 1, lesson_id: Number(lesson.lesson_id), employee_id: colleague.employee_id, ...days },
  ];
}

/** Data that differs each time the demo is generated: encoded pictures and a salted password hash. */
export type DemoAssets = { pictures: DemoPictures; passwordHash: string };

export type DemoStep = {
  table: string;
  rows: (school: DemoSchool, made: DemoAssets) => readonly DemoRow[];
  derived?: DerivedColumns;
  /** Returns SQL that changes the rows after they were inserted. */
  then?: (school: DemoSchool) => string;
};

/** The tables that the demo fills. Each table comes after the tables that it refers to. */
export const DEMO_STEPS: readonly DemoStep[] = [
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
    then: ({ students }) => studentRenumberingSql(students),
  },
  { table: "student_personal", rows: ({ students, kind }) => personalRows(students, kind.flavour) },
  { table: "student_medical", rows: ({ students }) => medicalRows(students) },
  { table: "student_family", rows: ({ students }) => familyRows(students) },
  { table: "student_home", rows: ({ students }) => homeRows(students) },
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
  { table: "student_subject_assignments", rows: ({ choices }) => subjectChoiceRows(choices) },
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
    // A criterion grade has the same version as its mark.
    derived: { version: "(select version from marks m where m.mark_id = r.mark_id)" },
  },
  {
    table: "term_records",
    rows: termRecords,
    // The marks are inserted before this step, so the fingerprint includes them.
    derived: { signed_fingerprint: "case when r.signed_by is not null then report_fingerprint(r) end" },
  },
  { table: "school_holidays", rows: ({ calendar }) => holidayRows(calendar) },
  { table: "attendance_registers", rows: registerRows },
  { table: "attendance_entries", rows: absenceRows, then: () => ALL_OTHERS_PRESENT },
  { table: "postings", rows: ({ calendar, classes }) => postingRows(calendar, classes) },
  { table: "comment_phrases", rows: ({ employees }) => phraseRows(employees) },
];

function termRecords(school: DemoSchool, { pictures }: DemoAssets): DemoRow[] {
  const { kind, calendar, classes, roster, marks, employees, accounts } = school;
  const principal = findDemoEmployee(employees, "principal").employee_id;
  const account = accounts.find(({ employee_id }) => employee_id === principal);
  if (!account) throw new Error("The principal has no account to sign with.");
  return termRecordRows({
    kind,
    calendar,
    classes,
    roster,
    resultOf: calculateDemoResults(kind, marks),
    signer: { account_id: account.account_id, signature: pictures.signature },
  });
}

/**
 * Generates postings. The older finished term is posted as a whole and the newer one by class, with one class left
 * out.
 */
function postingRows(calendar: DemoCalendar, classes: readonly DemoClass[]): DemoRow[] {
  const [older, newer] = calendar.terms.filter((term) => isFinishedTerm(term, calendar));
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

function schoolRows(kind: SchoolKind, { current }: DemoCalendar, logo: string | null): DemoRow[] {
  const { flavour, name, motto, address } = kind;
  return [
    {
      name,
      flavour,
      address,
      motto,
      logo,
      sessions_per_day: SESSIONS_PER_DAY,
      current_term_id: current.academic_term_id,
    },
  ];
}

function houseRows({ houses }: SchoolKind): DemoRow[] {
  return houses.map(({ house }, index) => ({ house_id: index + 1, house }));
}

function religionRows(): DemoRow[] {
  return RELIGIONS.map((grouping, index) => ({ religion_id: index + 1, grouping }));
}

function ethnicGroupRows(): DemoRow[] {
  return ETHNIC_GROUPS.map((grouping, index) => ({ ethnic_group_id: index + 1, grouping }));
}

function subjectRows({ subjects }: SchoolKind): DemoRow[] {
  return subjects.map(({ subject_id, title, abbr, inactive = false }) => ({
    subject_id,
    title,
    abbr,
    is_active: !inactive,
  }));
}
