import { readingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { classesOfTeacher, classesWithTeachers } from "#db/queries/class-teachers.ts";
import { cardClasses, cardClassOfStudent, cardStudents, cardTerm } from "#db/queries/reports/report-card.ts";
import { studentsChangedSincePosted } from "#db/queries/reports/report-card-changes.ts";
import { reportedSubjects } from "#db/queries/reports/report-card-marks.ts";
import type { CardsKey, CardTerm } from "#db/queries/reports/report-card.ts";
import { theSchool } from "#db/queries/school.ts";
import type { SchoolRow } from "#db/queries/school.ts";
import { classInScope } from "#db/queries/visible.ts";
import { formatDate } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { pathOf } from "#files/store.server.ts";
import { dayOf, now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { contentTypeOf, fileNameOf, renderDocument } from "#templates/index.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { letterheadOf } from "./letterhead.server.ts";
import { reportCards } from "./report-card-data.server.ts";
import { classWords, fileTitle, fullName, periodWords } from "./report-card-words.rules.ts";

export type Printed = { bytes: Uint8Array; contentType: string; fileName: string };

/** One student's card by the public id; or the cards of a form class, all of it or the class of one of its teachers. */
export type AskedCards = { academicTermId: number } & (
  { studentId: string } | { formClassId: string; employeeId: number | null }
);

/**
 * Report cards as a document, of any term that has begun: a past one shows that term's class and marks.
 * @throws notFound when they are not theirs to see, or there is nobody to make one for
 */
export async function printReportCards(
  person: Person,
  asked: AskedCards,
  format: FormatOf<"report-card">,
): Promise<Printed> {
  const [term, school] = await Promise.all([
    cardTerm(asked.academicTermId, noTransaction),
    theSchool(noTransaction),
  ]);
  if (!term) throw notFound("The school has no such term, or it has not begun.");
  const key = await visibleCards(person, asked, term);
  const { data, fileName } = await cardsDocument(key, { term, school });
  const bytes = await renderDocument({ kind: "report-card", format, data });
  return { bytes, contentType: contentTypeOf(format), fileName: fileNameOf(fileName, format) };
}

/** @throws notFound */
async function visibleCards(person: Person, asked: AskedCards, term: CardTerm): Promise<CardsKey> {
  const { academicTermId } = asked;
  if (!("studentId" in asked))
    return { academicTermId, studentKey: null, ...(await visibleClasses(person, asked, term)) };
  const found = await cardClassOfStudent({ studentId: asked.studentId, academicTermId }, noTransaction);
  const isTheirs =
    found && (await classInScope({ ...readingScope(person), classId: found.class_id }, noTransaction));
  // The same words for both: who may not see a student does not learn that the id is one.
  if (!found || !isTheirs)
    throw notFound("There is no such student in that term, or they are not yours to see.");
  return { academicTermId, studentKey: found.student_key, classIds: [found.class_id] };
}

/** A teacher only narrows what the person sees anyway: their own class, where they lead none those they co-teach. */
async function visibleClasses(
  person: Person,
  { formClassId, employeeId }: { formClassId: string; employeeId: number | null },
  { academic_year_id: academicYearId }: CardTerm,
): Promise<{ classIds: number[] }> {
  const asked = { ...readingScope(person), academicYearId, formClassId };
  const visible = await classesWithTeachers(asked, noTransaction);
  const classes = classesOfTeacher(visible, employeeId);
  if (classes.length === 0) throw notFound("There is no such class, or it is not yours to see.");
  return { classIds: classes.map(({ class_id }) => class_id) };
}

async function cardsDocument(
  key: CardsKey,
  { term, school }: { term: CardTerm; school: SchoolRow },
): Promise<{ data: DocumentData["report-card"]; fileName: string }> {
  const [classes, students, subjectsOf, changed] = await Promise.all([
    cardClasses(key, noTransaction),
    cardStudents(key, noTransaction),
    reportedSubjects(key, { byCriteria: true }, noTransaction),
    studentsChangedSincePosted(key, noTransaction),
  ]);
  const labels = classes.map((each) => classWords(school.flavour, each));
  const [first] = students;
  if (!first) throw notFound(`Nobody was registered in ${labels.join(" or ")} in ${periodWords(term)}.`);
  const moment = now();
  const cards = reportCards({
    ...{ term, classes, students, subjectsOf, pathOf },
    flavour: school.flavour,
    timeZone: school.time_zone,
    changedSincePosted: new Set(changed.map(({ student_key }) => student_key)),
  });
  const student = key.studentKey === null ? null : first;
  const of = student ? fullName(student) : labels.join(" and ");
  const data = {
    school: letterheadOf(school),
    title: `Report card${student ? "" : "s"}, ${of}, ${periodWords(term)}`,
    printed: { at: moment.toISOString(), on: formatDate(dayOf(moment, school.time_zone)) },
    cards,
  };
  return { data, fileName: fileTitle({ ...term, classes: labels, student }) };
}
