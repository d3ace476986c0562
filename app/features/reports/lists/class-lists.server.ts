import { canManageStudents } from "#access/visible-student.server.ts";
import { getPrintedListScope } from "#access/visible.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { listClassListRows, listStudentListRows, type ClassListRow } from "#db/queries/class-students.ts";
import { logRecordViews } from "#db/queries/people/student-tabs.ts";
import {
  listContactsOfClassStudents,
  type StudentContactsRow,
} from "#db/queries/people/students/contacts.ts";
import { getSchool } from "#db/queries/school.ts";
import { notFound } from "#runtime/errors.ts";
import { formatRegisterName } from "#domain/names.ts";
import { RELATIONSHIPS, type Relationship } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { capitalise } from "#domain/text/capital.ts";
import { formatCountOf, pluralise } from "#domain/text/noun.ts";
import { phoneField } from "#fields/texts.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import {
  findClassIdsInScope,
  type FindVisibleClassIds,
  type FormClassTermRequest,
  getBegunTerm,
  getCurrentTermId,
  findOwnClassIds,
  type FormClassRequest,
  groupByClass,
  loadClassHeading,
  formatCountsBySex,
} from "../requested-classes.server.ts";
import {
  printDocument,
  getPrintTime,
  toLetterhead,
  type PrintFormatAndSignal,
  type PrintedDocument,
} from "../document.server.ts";
import { formatFilePeriod, formatTermAndYear } from "../report-card-words.rules.ts";

type ListedStudent = DocumentData["class-list"]["groups"][number]["rows"][number];

/** Prints the students of a class in a term, with blank columns to fill in by hand. @throws notFound */
export async function printClassList(
  person: Person,
  input: FormClassTermRequest,
  { format, signal }: PrintFormatAndSignal<FormatOf<"class-list">>,
): Promise<PrintedDocument> {
  const { data, fileName } = await loadClassList(input, findClassIdsInScope(getPrintedListScope(person)));
  return printDocument({ kind: "class-list", format, data }, { name: fileName, person, signal });
}

export async function loadClassList(input: FormClassTermRequest, visible: FindVisibleClassIds) {
  const { heading, classes, fileName } = await loadClassHeading(input, "Class list", visible);
  const key = { classIds: classes.map(({ class_id }) => class_id), academicTermId: input.academicTermId };
  const students = await listClassListRows(key, noTransaction);
  const groups = groupByClass(classes, students, listed);
  return { data: { ...heading, counts: formatCountsBySex(students), groups }, fileName };
}

/** Prints a list of students whom the office has selected, by class. @throws notFound when nobody is selected */
export async function printStudentList(
  person: Person,
  studentKeys: readonly number[],
  { format, signal }: PrintFormatAndSignal<FormatOf<"class-list">>,
): Promise<PrintedDocument> {
  if (!canManageStudents(person) || studentKeys.length === 0)
    throw notFound("No students are selected. Select some in the list first.");
  const [term, school, students] = await Promise.all([
    getCurrentTermId().then(getBegunTerm),
    getSchool(noTransaction),
    listStudentListRows(studentKeys, noTransaction),
  ]);
  const labels = [...new Set(students.map(({ label }) => label))];
  const about = labels.length === 1 ? (labels[0] ?? "No class") : formatCountOf(students.length, "student");
  const groups = labels.map((label) => ({
    title: labels.length === 1 ? "" : (label ?? "No class"),
    rows: students.filter((student) => student.label === label).map(listed),
  }));
  const data = {
    title: "Student list",
    about,
    aside: "",
    referenceDate: null,
    keys: [],
    notes: [],
    school: toLetterhead(school),
    period: formatTermAndYear(term),
    printed: getPrintTime(school),
    counts: formatCountsBySex(students),
    groups,
  };
  const name = ["Student list", about, formatFilePeriod(term)].join(" ");
  return printDocument({ kind: "class-list", format, data }, { name, person, signal });
}

function listed(row: Omit<ClassListRow, "class_id">): ListedStudent {
  return {
    name: formatRegisterName(row),
    studentId: row.student_id,
    gender: row.gender,
    born: row.date_of_birth,
    house: row.house,
  };
}

type Student = DocumentData["contact-information"]["groups"][number]["rows"][number];
type Contact = Student["contacts"][number];
type Relative = StudentContactsRow["family"][number];

const EMERGENCY: Relationship = 4;
/**
 * The contacts listed after the emergency contact, in order: mother, father, guardian. A contact without a name is left
 * out. Nobody is listed twice, such as a guardian who is the mother.
 */
const OTHERS: readonly Relationship[] = [2, 1, 3];
const NOBODY: Contact = {
  relation: "",
  name: null,
  mobile: "",
  home: "",
  work: "",
  second: "",
  isFirst: true,
};

/**
 * Prints the contacts of a form class in the current term, and logs each record that is read. The emergency contact
 * comes first.
 * @throws notFound
 */
export async function printContactInformation(
  person: Person,
  request: FormClassRequest,
  { format, signal }: PrintFormatAndSignal<FormatOf<"contact-information">>,
): Promise<PrintedDocument> {
  const input = { ...request, academicTermId: await getCurrentTermId() };
  const loaded = await loadContactInformation(input, findOwnClassIds(person), canManageStudents(person));
  const { data, fileName, studentKeys } = loaded;
  const read = { accountId: person.accountId, studentKeys };
  await transaction(person, (t) => logRecordViews({ ...read, records: ["family"] }, t));
  return printDocument({ kind: "contact-information", format, data }, { name: fileName, person, signal });
}

/**
 * Loads the contacts of a class for the document.
 * @param withPersonal whether the person who prints may read the addresses of students
 */
export async function loadContactInformation(
  input: FormClassTermRequest,
  visible: FindVisibleClassIds,
  withPersonal: boolean,
) {
  const { heading, classes, fileName } = await loadClassHeading(input, "Contact information", visible);
  const key = { classIds: classes.map(({ class_id }) => class_id), academicTermId: input.academicTermId };
  const students = await listContactsOfClassStudents(key, noTransaction);
  const unreachable = students.filter((student) => !hasName(of(student, EMERGENCY))).length;
  const data = {
    ...heading,
    counts: [
      { figure: students.length, words: pluralise(students.length, "student") },
      ...(unreachable > 0 ? [{ figure: unreachable, words: "without an emergency contact" }] : []),
    ],
    keys: [{ letter: "1 868", meaning: "before each number" }],
    notes: ["For school staff only"],
    groups: groupByClass(classes, students, listedFor(withPersonal)),
  };
  return { data, fileName, studentKeys: students.map(({ id }) => id) };
}

/** Returns a student's line. The address is on the Personal tab, so only people who manage students get it. */
function listedFor(readsPersonal: boolean): (student: StudentContactsRow) => Student {
  return (student) => ({
    name: formatRegisterName(student),
    address: readsPersonal ? [student.address_home, student.town].filter(Boolean).join(", ") : "",
    contacts: contactsOf(student),
  });
}

function contactsOf(student: StudentContactsRow): Contact[] {
  const first = of(student, EMERGENCY);
  const others = OTHERS.map((relationship) => of(student, relationship))
    .filter(hasName)
    .filter(({ relationship, same_as }) => same_as === null && relationship !== (first?.same_as ?? null));
  return [
    hasName(first) ? { ...contact(first), relation: first.relation, isFirst: true } : NOBODY,
    ...others.map(contact),
  ];
}

function of({ family }: StudentContactsRow, relationship: Relationship): Relative | undefined {
  return family.find((item) => item.relationship === relationship);
}

function hasName(relative: Relative | undefined): relative is Relative {
  return relative !== undefined && relative.name !== "";
}

function contact({
  relationship,
  name,
  phone_mobile,
  phone_home,
  phone_work,
  phone_second,
}: Relative): Contact {
  return {
    relation: capitalise(RELATIONSHIPS[relationship]),
    name,
    isFirst: false,
    mobile: phoneField.words(phone_mobile),
    home: phoneField.words(phone_home),
    work: phoneField.words(phone_work),
    second: phoneField.words(phone_second),
  };
}
