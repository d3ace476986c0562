import { readingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  cardClasses,
  cardClassOfStudent,
  cardStudents,
  type CardsKey,
} from "#db/queries/reports/report-card.ts";
import { studentsChangedSincePosted } from "#db/queries/reports/report-card-changes.ts";
import { reportedSubjects } from "#db/queries/reports/report-card-marks.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { theSchool, type SchoolRow } from "#db/queries/school.ts";
import { classInScope } from "#db/queries/visible.ts";
import type { Person } from "#domain/person.ts";
import { pathOf } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { begunTerm, visibleClassIds, type AskedClasses } from "./asked-classes.server.ts";
import { printDocument, printedNow, type Printed } from "./document.server.ts";
import { letterheadOf } from "./letterhead.server.ts";
import { reportCards } from "./report-card-data.server.ts";
import { classWords, fileTitle, fullName, periodWords } from "./report-card-words.rules.ts";

/** One student's card by the public id; or the cards of a form class, all of it or the class of one of its teachers. */
export type AskedCards = AskedClasses | { academicTermId: number; studentId: string };

/**
 * Report cards as a document, of any term that has begun: a past one shows that term's class and marks.
 * @throws notFound when they are not theirs to see, or there is nobody to make one for
 */
export async function printReportCards(
  person: Person,
  asked: AskedCards,
  format: FormatOf<"report-card">,
): Promise<Printed> {
  const [term, school] = await Promise.all([begunTerm(asked.academicTermId), theSchool(noTransaction)]);
  const key = await visibleCards(person, asked, term);
  const { data, fileName } = await cardsDocument(key, { term, school });
  return printDocument({ kind: "report-card", format, data }, fileName);
}

/** @throws notFound */
async function visibleCards(person: Person, asked: AskedCards, term: TermRow): Promise<CardsKey> {
  const { academicTermId } = asked;
  if (!("studentId" in asked)) {
    const classIds = await visibleClassIds(asked, term, readingScope(person));
    return { academicTermId, studentKey: null, classIds };
  }
  const found = await cardClassOfStudent({ studentId: asked.studentId, academicTermId }, noTransaction);
  const isTheirs =
    found && (await classInScope({ ...readingScope(person), classId: found.class_id }, noTransaction));
  // The same words for both: who may not see a student does not learn that the id is one.
  if (!found || !isTheirs)
    throw notFound("There is no such student in that term, or they are not yours to see.");
  return { academicTermId, studentKey: found.student_key, classIds: [found.class_id] };
}

async function cardsDocument(
  key: CardsKey,
  { term, school }: { term: TermRow; school: SchoolRow },
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
    printed: printedNow(school),
    cards,
  };
  return { data, fileName: fileTitle({ ...term, classes: labels, student }) };
}
