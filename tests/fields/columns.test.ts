import { expect, test } from "vitest";
import { AttendanceEntry } from "#db/models/attendance.ts";
import { EmployeeEmployment } from "#db/models/employee-records.ts";
import { Mark } from "#db/models/marks.ts";
import { Employee } from "#db/models/people.ts";
import { StudentFamily, StudentHome, StudentMedical, StudentPersonal } from "#db/models/student-records.ts";
import { TermRecord } from "#db/models/term-records.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { REGISTER_FIELDS } from "#fields/attendance.ts";
import { MARK_COLUMNS, buildMarkFields, listResultFields } from "#fields/mark.ts";
import { EMPLOYMENT_COLUMNS, PERSONAL_COLUMNS } from "#fields/people/employee.ts";
import { STUDENT_TAB_FIELDS } from "#fields/people/student.ts";
import { TERM_RECORD_COLUMNS } from "#fields/term-record.ts";

const KEPT_BY_THE_DATABASE = ["version", "updated_at"];

/** Columns that no field writes: keys, state, and values that belong to the whole sheet. */
const OTHER_RECORD_COLUMNS = [
  ...["term_record_id", "student_key", "academic_term_id"],
  ...["signed_by", "signed_at", "signature", "signed_fingerprint"],
  ...["returned_by", "returned_at", "return_reason", "taken_back_reason", "sessions_taken_at"],
];
const OTHER_EMPLOYEE_COLUMNS = ["employee_id", "picture", "employee_status_id", "signature"];
const OTHER_MARK_COLUMNS = [
  ...["mark_id", "student_key", "academic_term_id", "subject_id", "test_id", "fortnightly_test_id"],
  ...["max_mark", "employee_id"],
];

test.each<[string, readonly string[], object, readonly string[]]>([
  ["a term record", TERM_RECORD_COLUMNS, TermRecord.columns, OTHER_RECORD_COLUMNS],
  ["an employee", PERSONAL_COLUMNS, Employee.columns, OTHER_EMPLOYEE_COLUMNS],
  ["an employment", EMPLOYMENT_COLUMNS, EmployeeEmployment.columns, ["employee_id"]],
  [
    "a student's Personal Info",
    [...STUDENT_TAB_FIELDS.personal.keys()],
    StudentPersonal.columns,
    ["student_key"],
  ],
  [
    "a student's Medical Info",
    [...STUDENT_TAB_FIELDS.medical.keys()],
    StudentMedical.columns,
    ["student_key"],
  ],
  [
    "a student's family",
    [...STUDENT_TAB_FIELDS.family.keys()],
    StudentFamily.columns,
    ["student_key", "relationship"],
  ],
  ["a student's home", [...STUDENT_TAB_FIELDS.home.keys()], StudentHome.columns, ["student_key"]],
  [
    "a row of a register",
    [...REGISTER_FIELDS.keys()],
    AttendanceEntry.columns,
    ["student_key", "day", "session", "class_id"],
  ],
  ["a mark", MARK_COLUMNS, Mark.columns, OTHER_MARK_COLUMNS],
])("every field of %s has a column, and every column a field", (_what, fields, columns, others) => {
  const named = [...fields, ...others, ...KEPT_BY_THE_DATABASE];

  expect(named.toSorted()).toEqual(Object.keys(columns).toSorted());
});

test.each(["marks", "grades", "criteria"] as const)(
  "the fields of a result on a sheet of %s are those of the sheet without ratings and remarks",
  (kind) => {
    const criteria = [
      { id: 4, detail: "Reads aloud" },
      { id: 7, detail: "Writes" },
    ];
    const rules = {
      testId: 1,
      kind,
      workRatings: false,
      remarks: false,
      criteria,
      grading: DEFAULT_GRADING,
    } as const;

    expect(listResultFields(rules)).toEqual([...buildMarkFields(rules).keys()]);
  },
);
