import { managesStudents, studentKeyOf, studentTabVisibleTo } from "#access/visible-student.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { listClassesOfYear, type TaughtClassRow } from "#db/queries/class-teachers.ts";
import {
  listRegistrationFormRows,
  type RegistrationFormRow,
  type FormsFilter,
} from "#db/queries/people/students/registration-form.ts";
import { logRecordViews } from "#db/queries/people/student-tabs.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { getSchool, type SchoolRow } from "#db/queries/school.ts";
import type { Person } from "#domain/person.ts";
import { yearLabel, formatYear } from "#domain/terms.ts";
import { pathOf } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";
import type { FormatOf } from "#templates/index.ts";
import { begunTerm, currentTermId, ownClassIds, type ClassRequest } from "./requested-classes.server.ts";
import { letterheadOf, printDocument, printedNow, type Print, type Printed } from "./document.server.ts";
import { registrationForm } from "./registration-form-data.server.ts";
import { formatClassName, formalNames, fullName } from "./report-card-words.rules.ts";

/**
 * One student by the public ID, or a form class of the current year: the classes of all teachers, or the class of one
 * of them.
 */
export type FormsRequest = { studentId: string } | ClassRequest;

type Current = {
  term: TermRow;
  school: SchoolRow;
  classes: readonly TaughtClassRow[];
  /** True if the person who prints may read the Personal tab. */
  withPersonal: boolean;
};

/**
 * Prints registration forms for people who manage students, and for the teachers of a class. The forms contain medical
 * and family data, so the reading of each record is logged. As on screen, personal data is only for people who manage
 * students.
 * @throws notFound when the students are out of scope, or there are none
 */
export async function printRegistrationForms(
  person: Person,
  input: FormsRequest,
  { format, signal }: Print<FormatOf<"registration-form">>,
): Promise<Printed> {
  const [term, school] = await Promise.all([currentTermId().then(begunTerm), getSchool(noTransaction)]);
  const whose = await visibleForms(person, input, term);
  const classes = await listClassesOfYear(term.academic_year_id, noTransaction);
  const { academic_term_id: academicTermId } = term;
  const students = await listRegistrationFormRows(whose, { academicTermId }, noTransaction);
  if (students.length === 0) throw notFound("No students are in this class in the current term.");
  const { data, name } = formsDocument(input, students, {
    term,
    school,
    classes,
    withPersonal: managesStudents(person),
  });
  const read = { accountId: person.accountId, studentKeys: students.map(({ id }) => id) };
  await transaction(person, (t) => logRecordViews({ ...read, records: ["medical", "family"] }, t));
  const order = { name, person, signal, isLarge: students.length > 1 };
  return printDocument({ kind: "registration-form", format, data }, order);
}

/** @throws notFound */
async function visibleForms(person: Person, input: FormsRequest, term: TermRow): Promise<FormsFilter> {
  if ("studentId" in input) {
    const studentKey = await studentKeyOf(input.studentId);
    await studentTabVisibleTo(person, { studentKey, tab: "medical" }, noTransaction);
    return { studentKey };
  }
  const { academic_term_id: academicTermId } = term;
  return { classIds: await ownClassIds(person)({ ...input, academicTermId }, term) };
}

function formsDocument(
  input: FormsRequest,
  students: readonly RegistrationFormRow[],
  { term, school, classes, withPersonal }: Current,
) {
  const year = formatYear(term.academic_year_id);
  const heldBy = ({ class_id: id }: RegistrationFormRow) => classes.find(({ class_id }) => class_id === id);
  const labelOf = (held: TaughtClassRow | undefined) => (held ? formatClassName(school.flavour, held) : "");
  const formOf = (student: RegistrationFormRow) => {
    const held = heldBy(student);
    const teachers = formalNames(held?.teachers.filter(({ is_lead }) => is_lead) ?? []);
    return registrationForm(student, { label: labelOf(held), teachers, year, withPersonal }, pathOf);
  };
  const [first] = students;
  const isOne = "studentId" in input;
  const labels = new Set(students.map((student) => labelOf(heldBy(student))));
  const of = isOne && first ? fullName(first) : [...labels].join(" and ");
  const title = `Registration form${isOne ? "" : "s"}`;
  return {
    data: {
      school: letterheadOf(school),
      title: [title, of, year].join(", "),
      printed: printedNow(school),
      forms: students.map(formOf),
    },
    name: [title, of, yearLabel(term.academic_year_id)].join(" "),
  };
}
