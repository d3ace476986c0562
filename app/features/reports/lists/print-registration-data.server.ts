import { noTransaction, transaction } from "#db/index.ts";
import { listClassesOfYear, type ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import { logRecordViews } from "#db/queries/people/student-tabs.ts";
import {
  listRegistrationFormRows,
  type RegistrationFormRow,
} from "#db/queries/people/students/registration-form.ts";
import { listRegistrationStatusRows, type RegistrationStatusRow } from "#db/queries/reports/statistics.ts";
import { formatRegisterName } from "#domain/names.ts";
import { capitalise } from "#domain/text/capital.ts";
import type { Person } from "#domain/person.ts";
import { GENDERS } from "#domain/people/employees.ts";
import { listMissingRegistrationParts, REGISTRATION_PARTS } from "#domain/people/registration.ts";
import { RELATIONSHIPS, SAME_AS_PARENT_LABELS } from "#domain/people/students.ts";
import { isTickBox } from "#fields/kind.ts";
import { STUDENT_TAB_FIELDS, type SelfSavingRecord } from "#fields/people/student.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { printDocument, type PrintedDocument, type PrintFormatAndSignal } from "../document.server.ts";
import { formatFormalNames } from "../report-card-words.rules.ts";
import { loadSchoolHeading } from "./school-lists.server.ts";

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
 * Exports all data recorded about the school's students, including students without a class. A summary of missing data
 * by class comes first, then one worksheet for each tab of the record. The export contains medical and family data, so
 * each record that is read is logged.
 */
export async function printRegistrationData(
  person: Person,
  { signal }: { signal: AbortSignal },
): Promise<PrintedDocument> {
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
      columns: [STUDENT_ID, ...columnsOf("personal"), ...columnsOf("home")],
      rows: students.map((student) =>
        rowOf(student, [...columnsOf("personal"), ...columnsOf("home")], personalOf(student)),
      ),
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

function columnsOf(tab: SelfSavingRecord): Column[] {
  return [...STUDENT_TAB_FIELDS[tab].values()].map(({ name, title, kind }) => {
    return { key: name, title, kind: isTickBox(kind) ? "yes-no" : "text" };
  });
}

function rowOf(student: RegistrationFormRow, columns: readonly Column[], known: Known): Row {
  const values = columns.map(({ key }) => [key, cellOf(known[key])] as const);
  return {
    student: formatRegisterName(student),
    student_id: student.student_id,
    ...Object.fromEntries(values),
  };
}

function cellOf(value: unknown): string | boolean {
  return typeof value === "boolean" ? value : value === null || value === undefined ? "" : String(value);
}

function generalOf(student: RegistrationFormRow): Known {
  return { ...student, gender: student.gender === null ? "" : GENDERS[student.gender] };
}

/** Replaces the IDs of the ethnic group and religion by their names. */
function personalOf({ personal, home, ethnic_group, religion }: RegistrationFormRow): Known {
  return { ...personal, ...home, ethnic_group_id: ethnic_group, religion_id: religion };
}

function familyRow(student: RegistrationFormRow, one: RegistrationFormRow["family"][number]): Row {
  return {
    ...rowOf(student, columnsOf("family"), {
      ...one,
      same_as: one.same_as && SAME_AS_PARENT_LABELS[one.same_as],
    }),
    who: capitalise(RELATIONSHIPS[one.relationship]),
  };
}

type ClassStatus = DocumentData["registration-status"]["classes"][number];
type Judged = RegistrationStatusRow & { missing: ReturnType<typeof listMissingRegistrationParts> };

const NO_CLASS = "Not in a class";
const NOTES = [
  "Students who are not registered for this term are listed under the last class they were in.",
  "“Missing” means that a required field on the tab is empty. “No file” means that the document has not been uploaded.",
];

/** Prints for each class the number of students registered this term, and the data missing from their records. */
export async function printRegistrationStatus(
  person: Person,
  { format, signal }: PrintFormatAndSignal<FormatOf<"registration-status">>,
): Promise<PrintedDocument> {
  const { heading, classes, fileName } = await registrationOfTerm("Registration status");
  const data = { ...heading, classes };
  return printDocument({ kind: "registration-status", format, data }, { name: fileName, person, signal });
}

/** Loads the progress of registration in the current term by class, with the heading of the document. */
async function registrationOfTerm(title: string) {
  const { heading: head, term, fileName } = await loadSchoolHeading(title);
  const { academic_term_id: academicTermId } = term;
  const taught = await listClassesOfYear(term.academic_year_id, noTransaction);
  const rows = await listRegistrationStatusRows({ academicTermId }, noTransaction);
  const students = rows.map((row) => ({ ...row, missing: listMissingRegistrationParts(row) }));
  const registered = students.filter(({ class_id }) => class_id !== null).length;
  const complete = students.filter(({ class_id, missing }) => class_id !== null && missing.size === 0).length;
  const heading = {
    ...head,
    notes: NOTES,
    about: `${registered.toLocaleString("en")} of ${students.length.toLocaleString("en")} registered`,
    counts: [
      { figure: students.length - registered, words: "still to register" },
      { figure: complete, words: "complete" },
    ],
  };
  const classes = classesOf(taught, students);
  return { heading, classes, taught, academicTermId, fileName };
}

/**
 * Lists the registration status of each class. A student who is not registered yet is counted in this year's class with
 * the same label as their last class. If there is no such class, the student is counted under no class.
 */
function classesOf(taught: readonly ClassWithTeachersRow[], students: readonly Judged[]): ClassStatus[] {
  const labels = new Set(taught.map(({ label }) => label));
  const classes = taught.map(({ class_id, label, teachers }) => {
    const own = students.filter((student) =>
      student.class_id === null ? student.last_label === label : student.class_id === class_id,
    );
    return classStatus(label, formatFormalNames(teachers.filter(({ is_lead }) => is_lead)), own);
  });
  const others = students.filter(
    (student) => student.class_id === null && !labels.has(student.last_label ?? ""),
  );
  return others.length === 0 ? classes : [...classes, classStatus(NO_CLASS, "", others)];
}

function classStatus(label: string, teacher: string, students: readonly Judged[]): ClassStatus {
  const counts = REGISTRATION_PARTS.map(
    (part) => [part, students.filter(({ missing }) => missing.has(part)).length] as const,
  );
  return {
    label,
    teacher,
    enrolled: students.length,
    registered: students.filter(({ class_id }) => class_id !== null).length,
    missing: Object.fromEntries(counts) as ClassStatus["missing"],
    students: students
      .filter(({ class_id, missing }) => class_id === null || missing.size > 0)
      .map((student) => ({
        name: formatRegisterName(student),
        isRegistered: student.class_id !== null,
        missing: [...student.missing.values()].join(", "),
      })),
  };
}
