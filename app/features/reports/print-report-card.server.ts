import { getReadingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  listReportCardClasses,
  findReportCardClassOfStudent,
  listReportCardStudents,
  type ReportCardsKey,
  type ReportCardStudent,
} from "#db/queries/reports/report-card.ts";
import { listCorrectedValues } from "#db/queries/entry/corrected-values.ts";
import { listStudentsChangedSincePosted } from "#db/queries/reports/report-card-changes.ts";
import { listReportedSubjects } from "#db/queries/reports/report-card-marks.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { getSchool, type SchoolRow } from "#db/queries/school.ts";
import { findClassInScope } from "#db/queries/visible.ts";
import type { Person } from "#domain/person.ts";
import { getLocalPath } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { getBegunTerm, findClassIdsInScope, type FormClassTermRequest } from "./requested-classes.server.ts";
import {
  toLetterhead,
  printDocument,
  getPrintTime,
  type PrintFormatAndSignal,
  type PrintedDocument,
} from "./document.server.ts";
import { loadReportCardClassFigures, type ReportCardClassFigures } from "./class-figures.server.ts";
import { toReportCards, type ReportCardData } from "./report-card-data.server.ts";
import {
  formatClassName,
  buildFileName,
  formatFullName,
  formatTermAndYear,
} from "./report-card-words.rules.ts";

/** One student by the public ID, or a form class in a term with the classes of all its teachers or of one teacher. */
export type ReportCardsRequest = FormClassTermRequest | { academicTermId: number; studentId: string };

/**
 * Prints report cards of any term that has begun. A card of a past term has the class and marks of that time.
 * @throws notFound when there are no students, or the person may not read them
 */
export async function printReportCards(
  person: Person,
  input: ReportCardsRequest,
  { format, signal }: PrintFormatAndSignal<FormatOf<"report-card">>,
): Promise<PrintedDocument> {
  const [term, school] = await Promise.all([getBegunTerm(input.academicTermId), getSchool(noTransaction)]);
  const key = await visibleCards(person, input, term);
  const { data, fileName } = await loadReportCards(key, { term, school });
  const order = { name: fileName, person, signal, isLarge: key.studentKey === null };
  return printDocument({ kind: "report-card", format, data }, order);
}

/**
 * Finds the students whose report cards the person may print.
 * @throws notFound
 */
async function visibleCards(
  person: Person,
  input: ReportCardsRequest,
  term: TermRow,
): Promise<ReportCardsKey> {
  const { academicTermId } = input;
  if (!("studentId" in input)) {
    const classIds = await findClassIdsInScope(getReadingScope(person))(input, term);
    return { academicTermId, studentKey: null, classIds };
  }
  const found = await findReportCardClassOfStudent(
    { studentId: input.studentId, academicTermId },
    noTransaction,
  );
  const isTheirs =
    found &&
    (await findClassInScope(
      { ...getReadingScope(person), classId: found.class_id, academicTermId },
      noTransaction,
    ));
  // The message is the same in both cases, so that it does not reveal which IDs exist.
  if (!found || !isTheirs)
    throw notFound("You cannot open this student’s report of that term. Choose another term.");
  return { academicTermId, studentKey: found.student_key, classIds: [found.class_id] };
}

type CardsDocument = {
  data: DocumentData["report-card"];
  fileName: string;
  students: ReportCardStudent[];
  changedSincePosted: ReadonlySet<number>;
};

/**
 * Loads the data of report cards. If one class is requested, `students` has its students in the order of the cards.
 * @throws notFound when there are no students
 */
export async function loadReportCards(
  key: ReportCardsKey,
  { term, school }: { term: TermRow; school: SchoolRow },
): Promise<CardsDocument> {
  const classes = await listReportCardClasses(key, noTransaction);
  const [students, figures, changed, corrected] = await Promise.all([
    listReportCardStudents(key, noTransaction),
    loadReportCardClassFigures(classes, { term, school }),
    listStudentsChangedSincePosted(key, noTransaction),
    listCorrectedValues(key, noTransaction),
  ]);
  const labels = classes.map((item) => formatClassName(school.flavour, item));
  const [first] = students;
  if (!first)
    throw notFound(`No students were registered in ${labels.join(" or ")} in ${formatTermAndYear(term)}.`);
  const changedSincePosted = new Set(changed.map(({ student_key }) => student_key));
  const cards = toReportCards({
    term,
    classes,
    students,
    subjectsOf: await findSubjects(key, students, figures),
    changedSincePosted,
    corrected,
    figures,
    pathOf: getLocalPath,
    flavour: school.flavour,
    timeZone: school.time_zone,
  });
  const student = key.studentKey === null ? null : first;
  const of = student ? formatFullName(student) : labels.join(" and ");
  const data = {
    school: toLetterhead(school),
    title: `Report card${student ? "" : "s"}, ${of}, ${formatTermAndYear(term)}`,
    printed: getPrintTime(school),
    cards,
  };
  return {
    data,
    students,
    changedSincePosted,
    fileName: buildFileName({ ...term, classes: labels, student }),
  };
}

/** Uses the results from which the figures were calculated, if there are any for every card. */
async function findSubjects(
  key: ReportCardsKey,
  students: readonly ReportCardStudent[],
  figures: ReadonlyMap<number, ReportCardClassFigures>,
): Promise<ReportCardData["subjectsOf"]> {
  const read = [...figures.values()].flatMap(({ results }) => results?.students ?? []);
  const known = new Map(read.map(({ student_key, subjects }) => [student_key, subjects]));
  if (!students.every(({ student_key }) => known.has(student_key)))
    return listReportedSubjects(key, { byCriteria: true }, noTransaction);
  return (studentKey) => known.get(studentKey) ?? [];
}
