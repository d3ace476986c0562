import { canPrintAllRecords } from "#access/permissions.ts";
import { canManageStudents, getStudentKey, getVisibleStudentTab } from "#access/visible-student.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { listClassesOfYear, type ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import {
  listRegistrationFormRows,
  type RegistrationFormRow,
  type RegistrationFormsFilter,
} from "#db/queries/people/students/registration-form.ts";
import { logRecordViews } from "#db/queries/people/student-tabs.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { getSchool, type SchoolRow } from "#db/queries/school.ts";
import { formatDate } from "#domain/dates.ts";
import { GENDERS } from "#domain/people/employees.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import type { Relationship } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { formatPrintedPhone } from "#domain/text/phone.ts";
import { yearLabel, formatYear } from "#domain/terms.ts";
import {
  HEALTH_CONDITIONS,
  IMMUNIZATIONS,
  MEDICAL_TEXTS,
  PERSONAL_TICK_BOX_FIELDS,
} from "#fields/people/student.ts";
import type { RecordField } from "#fields/record.ts";
import { getLocalPath } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";
import type { FormatOf, DocumentData } from "#templates/index.ts";
import {
  getBegunTerm,
  getCurrentTermId,
  findOwnClassIds,
  type FormClassRequest,
} from "./requested-classes.server.ts";
import {
  toLetterhead,
  printDocument,
  getPrintTime,
  type PrintFormatAndSignal,
  type PrintedDocument,
} from "./document.server.ts";
import { formatClassName, formatFormalNames, formatFullName } from "./report-card-words.rules.ts";

/**
 * One student by the public ID, students whom the office has selected, or a form class of the current year with the
 * classes of all its teachers or of one teacher.
 */
export type RegistrationFormsRequest = { studentId: string } | SelectedStudents | FormClassRequest;
type SelectedStudents = { studentKeys: readonly number[] };

type Current = {
  term: TermRow;
  school: SchoolRow;
  classes: readonly ClassWithTeachersRow[];
  /** Whether the person who prints may read the Personal tab. */
  withPersonal: boolean;
};

/**
 * Prints registration forms, for people who manage students and for the teachers of a class. The forms contain medical
 * and family data, so each record that is read is logged. Personal data is printed only for people who manage students,
 * as on the screen.
 * @throws notFound when there are no students, or the person may not read them
 */
export async function printRegistrationForms(
  person: Person,
  input: RegistrationFormsRequest,
  { format, signal }: PrintFormatAndSignal<FormatOf<"registration-form">>,
): Promise<PrintedDocument> {
  const whose = (term: TermRow) => visibleForms(person, input, term);
  const loaded = await loadRegistrationForms(input, whose, canManageStudents(person));
  const { data, name, studentKeys } = loaded;
  const read = { accountId: person.accountId, studentKeys };
  await transaction(person, (t) => logRecordViews({ ...read, records: ["medical", "family"] }, t));
  const order = { name, person, signal, isLarge: studentKeys.length > 1 };
  return printDocument({ kind: "registration-form", format, data }, order);
}

/** Loads the registration forms of the current term. @throws notFound when there are no students */
export async function loadRegistrationForms(
  input: RegistrationFormsRequest,
  whoseForms: (term: TermRow) => Promise<RegistrationFormsFilter>,
  withPersonal: boolean,
) {
  const [term, school] = await Promise.all([getCurrentTermId().then(getBegunTerm), getSchool(noTransaction)]);
  const whose = await whoseForms(term);
  const classes = await listClassesOfYear(term.academic_year_id, noTransaction);
  const { academic_term_id: academicTermId } = term;
  const students = await listRegistrationFormRows(whose, { academicTermId }, noTransaction);
  if (students.length === 0) throw notFound("This class has no students this term. Choose another class.");
  const document = formsDocument(input, students, { term, school, classes, withPersonal });
  return { ...document, students, studentKeys: students.map(({ id }) => id) };
}

/**
 * Finds the students whose forms the person may print.
 * @throws notFound
 */
async function visibleForms(
  person: Person,
  input: RegistrationFormsRequest,
  term: TermRow,
): Promise<RegistrationFormsFilter> {
  if ("studentId" in input) {
    const studentKey = await getStudentKey(input.studentId);
    if (canPrintAllRecords(person) && !canManageStudents(person)) return { studentKey };
    await getVisibleStudentTab(person, { studentKey, tab: "medical" }, noTransaction);
    return { studentKey };
  }
  if ("studentKeys" in input) {
    if (!canManageStudents(person))
      throw notFound("You cannot print the forms of these students. Ask the school office to print them.");
    return input;
  }
  const { academic_term_id: academicTermId } = term;
  return { classIds: await findOwnClassIds(person)({ ...input, academicTermId }, term) };
}

function formsDocument(
  input: RegistrationFormsRequest,
  students: readonly RegistrationFormRow[],
  { term, school, classes, withPersonal }: Current,
) {
  const year = formatYear(term.academic_year_id);
  const heldBy = ({ class_id: id }: RegistrationFormRow) => classes.find(({ class_id }) => class_id === id);
  const labelOf = (held: ClassWithTeachersRow | undefined) =>
    held ? formatClassName(school.flavour, held) : "";
  const formOf = (student: RegistrationFormRow) => {
    const held = heldBy(student);
    const teachers = formatFormalNames(held?.teachers.filter(({ is_lead }) => is_lead) ?? []);
    return registrationForm(
      student,
      { label: labelOf(held), teachers, year, withPersonal, flavour: school.flavour },
      getLocalPath,
    );
  };
  const [first] = students;
  const isOne = "studentId" in input;
  const labels = new Set(students.map((student) => labelOf(heldBy(student))));
  const isSelected = "studentKeys" in input;
  const ofMany = isSelected ? formatCountOf(students.length, "student") : [...labels].join(" and ");
  const of = isOne && first ? formatFullName(first) : ofMany;
  const title = `Registration form${isOne ? "" : "s"}`;
  return {
    data: {
      school: toLetterhead(school),
      title: [title, of, year].join(", "),
      printed: getPrintTime(school),
      forms: students.map(formOf),
    },
    name: [title, of, yearLabel(term.academic_year_id)].join(" "),
  };
}

type Form = DocumentData["registration-form"]["forms"][number];
type Line = Form["student"][number];
type FormTicks = NonNullable<Form["personal"]>["ticks"];
type Words = Readonly<Record<string, string | number | boolean | Date | null | undefined>>;

/** The class, such as `Std 4 R`, its teachers, the year as `2025–2026`, and whether the form includes personal data. */
export type RegistrationFormOptions = {
  label: string;
  teachers: string;
  year: string;
  withPersonal: boolean;
  flavour: SchoolFlavour;
};

/** The number of characters above which a text gets the full width, because a narrow column of text is hard to read. */
const BESIDE = 60;
const PARENTS: readonly Relationship[] = [1, 2, 3];
const EMERGENCY: Relationship = 4;

/** The lines of the form, each a list of fields with their label, column and relative width. */
const PERSONAL: readonly (readonly [label: string, column: string, share: number])[][] = [
  [
    ["Home address", "address_home", 226],
    ["Town", "town", 113],
    ["Country of birth", "country_of_birth", 136],
    ["Nationality", "nationality", 113],
  ],
  [
    ["Mobile phone", "phone_mobile", 106],
    ["Email", "email", 159],
    ["Ethnic group", "ethnic_group", 106],
    ["Religion", "religion", 117],
    ["Blood group", "blood_group", 85],
  ],
];

/** The line of the previous school, with the result of the Secondary Entrance Assessment in a secondary school. */
const PREVIOUS_SCHOOL: Readonly<Record<SchoolFlavour, readonly (readonly [string, string, number])[]>> = {
  primary: [["Previous school", "previous_school", 275]],
  secondary: [
    ["Previous school", "previous_school", 230],
    ["SEA number", "sea_number", 90],
    ["SEA score", "sea_score", 60],
    ["SEA placement", "sea_placement", 120],
  ],
};

/** The last line, which is short, because tick boxes follow it. */
const BESIDE_TICKS: readonly (readonly [string, string, number])[] = [
  ["Device", "device_type", 60],
  ["Distance to school (km)", "distance_km", 90],
];

const FAMILY: readonly (readonly [label: string, column: string])[] = [
  ["Name", "name"],
  ["Marital status", "marital_status"],
  ["Home address", "address_home"],
  ["Mobile phone", "phone_mobile"],
  ["Home phone", "phone_home"],
  ["Work phone", "phone_work"],
  ["Second number", "phone_second"],
  ["Email", "email"],
  ["Occupation", "occupation"],
  ["Employer", "employer"],
  ["Work address", "address_work"],
  ["ID card", "id_card"],
];

const IN_EMERGENCY: readonly (readonly [label: string, column: string, share: number])[][] = [
  [
    ["Emergency contact", "name", 254],
    ["Relation", "relation", 160],
    ["Mobile phone", "phone_mobile", 160],
  ],
  [
    ["Home phone", "phone_home", 191],
    ["Work phone", "phone_work", 191],
    ["Second number", "phone_second", 192],
  ],
];

/** Converts a student's stored data to the text of the printed form. */
function registrationForm(
  row: RegistrationFormRow,
  { label, teachers, year, withPersonal, flavour }: RegistrationFormOptions,
  pathOf: (picture: string) => string,
): Form {
  const { personal, medical, family } = row;
  const known: Words = { ...personal, ethnic_group: row.ethnic_group, religion: row.religion };
  const of = (relationship: Relationship): Words =>
    family.find((item) => item.relationship === relationship) ?? {};
  return {
    period: `Academic year ${year}`,
    picture: row.picture && pathOf(row.picture),
    foot: [formatFullName(row), row.student_id, label, year].filter(Boolean),
    student: studentLines(row, { label, teachers }),
    personal: withPersonal ? personalPart(known, flavour) : null,
    medical: {
      groups: [
        { title: "Immunised against", ticks: ticksOf(IMMUNIZATIONS, { ...medical }) },
        { title: "Health conditions", ticks: ticksOf(HEALTH_CONDITIONS, { ...medical }) },
      ],
      lines: healthLines({ ...medical }),
    },
    family: {
      people: ["Father", "Mother", "Guardian"],
      rows: FAMILY.map(([title, column]) => ({
        label: title,
        values: PARENTS.map((item) => wordsOf(of(item), column)),
      })),
      emergency: IN_EMERGENCY.map((line) =>
        line.map(([title, column, share]) => fact(title, of(EMERGENCY), column, share)),
      ),
      home: homeLines({ ...row.home }),
    },
  };
}

function personalPart(known: Words, flavour: SchoolFlavour): Form["personal"] {
  return {
    lines: [...PERSONAL, PREVIOUS_SCHOOL[flavour], BESIDE_TICKS].map((line) =>
      line.map(([title, column, share]) => fact(title, known, column, share)),
    ),
    ticks: ticksOf(PERSONAL_TICK_BOX_FIELDS, known),
  };
}

type Held = Pick<RegistrationFormOptions, "label" | "teachers">;

function studentLines(row: RegistrationFormRow, { label, teachers }: Held): Line[] {
  const day = (date: string | null) => (date === null ? "" : formatDate(date));
  return [
    [
      { label: "First name", value: row.first_name, share: 141 },
      { label: "Other name", value: row.other_name, share: 141 },
      { label: "Last name", value: row.last_name, share: 184 },
    ],
    [
      { label: "Date of birth", value: day(row.date_of_birth), share: 113 },
      { label: "Gender", value: row.gender === null ? "" : GENDERS[row.gender], share: 79 },
      { label: "Birth certificate PIN", value: row.birth_certificate_pin, share: 147 },
      { label: "Student ID", value: row.student_id, share: 113 },
    ],
    [
      { label: "Class", value: label, share: 80 },
      { label: "Teacher", value: teachers, share: 126 },
      { label: "House", value: row.house ?? "", share: 95 },
      { label: "Entry date", value: day(row.entry_date), share: 81 },
      { label: "Serial no.", value: row.serial_number ?? "", share: 55 },
    ],
  ];
}

function healthLines(medical: Words): Line[] {
  const facts = MEDICAL_TEXTS.map(({ name, title }) => fact(sentenceCase(title), medical, name, 1));
  return facts.some(({ value }) => value.length > BESIDE) ? facts.map((item) => [item]) : [facts];
}

/** Returns the lines about the student's home. A question without an answer gets an empty line to write on. */
function homeLines(home: Words): Line[] {
  const order = home["court_order"] === true ? "Yes" : home["court_order"] === false ? "No" : "";
  const line = [
    fact("Lives with", home, "lives_with", 200),
    { label: "Custody or court order", value: order, share: 120 },
  ];
  const details = fact("Details of the order", home, "court_order_details", 300);
  return details.value.length > BESIDE ? [line, [details]] : [[...line, details]];
}

function fact(label: string, known: Words, column: string, share: number): Line[number] {
  return { label, value: wordsOf(known, column), share };
}

function wordsOf(known: Words, column: string): string {
  const value = known[column] ?? "";
  if (value === "" || !column.startsWith("phone_")) return String(value);
  const isOnWhatsApp = column === "phone_mobile" && known["whatsapp"] === true;
  return `${formatPrintedPhone(String(value))}${isOnWhatsApp ? " (WhatsApp)" : ""}`;
}

function ticksOf(fields: readonly Pick<RecordField, "name" | "title">[], known: Words): FormTicks {
  return fields.map(({ name, title }) => ({ label: sentenceCase(title), isTicked: known[name] === true }));
}

/** Changes a title to sentence case, such as `Internet access`. Words in capitals, such as TB, stay as they are. */
function sentenceCase(title: string): string {
  return title.replace(/(?<= )[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
