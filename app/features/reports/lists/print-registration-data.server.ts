import { noTransaction, transaction } from "#db/index.ts";
import { logRecordViews } from "#db/queries/people/student-tabs.ts";
import {
  listRegistrationFormRows,
  type RegistrationFormRow,
} from "#db/queries/people/students/registration-form.ts";
import { registerName } from "#domain/names.ts";
import { capital } from "#domain/text/capital.ts";
import type { Person } from "#domain/person.ts";
import { GENDERS } from "#domain/people/employees.ts";
import { RELATIONSHIPS } from "#domain/people/students.ts";
import { isBox } from "#fields/kind.ts";
import { TAB_FIELDS, type FieldTab } from "#fields/people/student.ts";
import type { DocumentData } from "#templates/index.ts";
import { printDocument, type Printed } from "../document.server.ts";
import { NO_CLASS, registrationOfTerm } from "./print-registration-status.server.ts";

type Tab = DocumentData["registration-data"]["tabs"][number];
type Row = Tab["rows"][number];
type Column = Tab["columns"][number];
type Known = Readonly<Record<string, unknown>>;

const GENERAL: readonly Column[] = [
  { key: "class", title: "Class", kind: "text" },
  { key: "last_name", title: "Last Name", kind: "text" },
  { key: "first_name", title: "First Name", kind: "text" },
  { key: "other_name", title: "Other Name", kind: "text" },
  { key: "gender", title: "Gender", kind: "text" },
  { key: "date_of_birth", title: "Date of Birth", kind: "date" },
  { key: "birth_certificate_pin", title: "Birth Certificate Pin", kind: "text" },
  { key: "house", title: "House", kind: "text" },
  { key: "entry_date", title: "Entry Date", kind: "date" },
  { key: "serial_number", title: "Serial Number", kind: "text" },
];
const STUDENT_ID: Column = { key: "student_id", title: "Student ID", kind: "text" };

/**
 * Exports everything recorded about the students of the school, including those in no class: one worksheet for each tab
 * of the record, after a summary of missing data by class. The export contains medical and family data, so the reading
 * of each record is logged.
 */
export async function printRegistrationData(
  person: Person,
  { signal }: { signal: AbortSignal },
): Promise<Printed> {
  const { heading, classes, taught, academicTermId, fileName } =
    await registrationOfTerm("Registration data");
  const students = await listRegistrationFormRows({ of: "school" }, { academicTermId }, noTransaction);
  const read = { accountId: person.accountId, studentKeys: students.map(({ id }) => id) };
  await transaction(person, (t) => logRecordViews({ ...read, records: ["medical", "family"] }, t));
  const labels = new Map(taught.map(({ class_id, label }) => [class_id, label]));
  const data = {
    ...heading,
    classes,
    tabs: tabsOf(students, (classId) => labels.get(classId ?? 0) ?? NO_CLASS),
  };
  const order = { name: fileName, person, signal, isLarge: true };
  return printDocument({ kind: "registration-data", format: "xlsx", data }, order);
}

function tabsOf(
  students: readonly RegistrationFormRow[],
  labelOf: (classId: number | null) => string,
): Tab[] {
  return [
    {
      title: "General",
      columns: [STUDENT_ID, ...GENERAL],
      rows: students.map((student) =>
        rowOf(student, GENERAL, { ...generalOf(student), class: labelOf(student.class_id) }),
      ),
    },
    {
      title: "Personal",
      columns: [STUDENT_ID, ...columnsOf("personal")],
      rows: students.map((student) => rowOf(student, columnsOf("personal"), personalOf(student))),
    },
    {
      title: "Medical",
      columns: [STUDENT_ID, ...columnsOf("medical")],
      rows: students.map((student) => rowOf(student, columnsOf("medical"), { ...student.medical })),
    },
    {
      title: "Family",
      columns: [STUDENT_ID, { key: "who", title: "Relationship", kind: "text" }, ...columnsOf("family")],
      rows: students.flatMap((student) =>
        student.family.filter(({ name }) => name !== "").map((one) => familyRow(student, one)),
      ),
    },
  ];
}

/** Lists the columns in the order of the record's tab. */
function columnsOf(tab: FieldTab): Column[] {
  return [...TAB_FIELDS[tab].values()].map(({ name, title, kind }) => {
    return { key: name, title, kind: isBox(kind) ? "yes-no" : "text" };
  });
}

function rowOf(student: RegistrationFormRow, columns: readonly Column[], known: Known): Row {
  const values = columns.map(({ key }) => [key, cellOf(known[key])] as const);
  return { student: registerName(student), student_id: student.student_id, ...Object.fromEntries(values) };
}

/** Unknown values become empty cells. */
function cellOf(value: unknown): string | boolean {
  return typeof value === "boolean" ? value : value === null || value === undefined ? "" : String(value);
}

function generalOf(student: RegistrationFormRow): Known {
  return { ...student, gender: student.gender === null ? "" : GENDERS[student.gender] };
}

/** Replaces the IDs of the ethnic group and religion by their names. */
function personalOf({ personal, ethnic_group, religion }: RegistrationFormRow): Known {
  return { ...personal, ethnic_group_id: ethnic_group, religion_id: religion };
}

function familyRow(student: RegistrationFormRow, one: RegistrationFormRow["family"][number]): Row {
  return {
    ...rowOf(student, columnsOf("family"), { ...one }),
    who: capital(RELATIONSHIPS[one.relationship]),
  };
}
