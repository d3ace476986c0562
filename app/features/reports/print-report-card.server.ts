import { readingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  listCardClasses,
  findCardClassOfStudent,
  listCardStudents,
  type CardsKey,
  type CardStudent,
} from "#db/queries/reports/report-card.ts";
import { listStudentsChangedSincePosted } from "#db/queries/reports/report-card-changes.ts";
import { listReportedSubjects } from "#db/queries/reports/report-card-marks.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { getSchool, type SchoolRow } from "#db/queries/school.ts";
import { findClassInScope } from "#db/queries/visible.ts";
import type { Person } from "#domain/person.ts";
import { pathOf } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { begunTerm, classIdsIn, type ClassesRequest } from "./requested-classes.server.ts";
import { letterheadOf, printDocument, printedNow, type Print, type Printed } from "./document.server.ts";
import { loadClassFigures } from "./class-figures.server.ts";
import { reportCards } from "./report-card-data.server.ts";
import { formatClassName, fileTitle, fullName, formatPeriod } from "./report-card-words.rules.ts";

/**
 * One student's report card by the public ID, or the cards of a form class: the classes of all teachers, or the class
 * of one.
 */
export type CardsRequest = ClassesRequest | { academicTermId: number; studentId: string };

/**
 * Prints report cards of any term that has begun; a past term has the class and marks of that time.
 * @throws notFound when the students are out of scope, or there are none
 */
export async function printReportCards(
  person: Person,
  input: CardsRequest,
  { format, signal }: Print<FormatOf<"report-card">>,
): Promise<Printed> {
  const [term, school] = await Promise.all([begunTerm(input.academicTermId), getSchool(noTransaction)]);
  const key = await visibleCards(person, input, term);
  const { data, fileName } = await cardsDocument(key, { term, school });
  const order = { name: fileName, person, signal, isLarge: key.studentKey === null };
  return printDocument({ kind: "report-card", format, data }, order);
}

/** @throws notFound */
async function visibleCards(person: Person, input: CardsRequest, term: TermRow): Promise<CardsKey> {
  const { academicTermId } = input;
  if (!("studentId" in input)) {
    const classIds = await classIdsIn(readingScope(person))(input, term);
    return { academicTermId, studentKey: null, classIds };
  }
  const found = await findCardClassOfStudent({ studentId: input.studentId, academicTermId }, noTransaction);
  const isTheirs =
    found &&
    (await findClassInScope(
      { ...readingScope(person), classId: found.class_id, academicTermId },
      noTransaction,
    ));
  // The words are the same in both cases, so that nobody can find out which IDs exist.
  if (!found || !isTheirs)
    throw notFound("This student was not registered in that term, or you cannot open the report.");
  return { academicTermId, studentKey: found.student_key, classIds: [found.class_id] };
}

type CardsDocument = {
  data: DocumentData["report-card"];
  fileName: string;
  students: CardStudent[];
  changedSincePosted: ReadonlySet<number>;
};

/**
 * Loads the data of report cards. `students` of a single class are in the order of the cards.
 * @throws notFound when there are no students
 */
export async function cardsDocument(
  key: CardsKey,
  { term, school }: { term: TermRow; school: SchoolRow },
): Promise<CardsDocument> {
  const [classes, students, subjectsOf, changed] = await Promise.all([
    listCardClasses(key, noTransaction),
    listCardStudents(key, noTransaction),
    listReportedSubjects(key, { byCriteria: true }, noTransaction),
    listStudentsChangedSincePosted(key, noTransaction),
  ]);
  const figures = await loadClassFigures(classes, { term, school });
  const labels = classes.map((item) => formatClassName(school.flavour, item));
  const [first] = students;
  if (!first)
    throw notFound(`No students were registered in ${labels.join(" or ")} in ${formatPeriod(term)}.`);
  const changedSincePosted = new Set(changed.map(({ student_key }) => student_key));
  const cards = reportCards({
    term,
    classes,
    students,
    subjectsOf,
    changedSincePosted,
    figures,
    pathOf,
    flavour: school.flavour,
    timeZone: school.time_zone,
  });
  const student = key.studentKey === null ? null : first;
  const of = student ? fullName(student) : labels.join(" and ");
  const data = {
    school: letterheadOf(school),
    title: `Report card${student ? "" : "s"}, ${of}, ${formatPeriod(term)}`,
    printed: printedNow(school),
    cards,
  };
  return { data, students, changedSincePosted, fileName: fileTitle({ ...term, classes: labels, student }) };
}
