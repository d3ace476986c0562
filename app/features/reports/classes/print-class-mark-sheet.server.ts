import { getReadingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listClassTests } from "#db/queries/assessments/fortnightly.ts";
import { listFortnightlyMarks } from "#db/queries/reports/report-card-marks.ts";
import { listSubjectMaxima } from "#db/queries/reports/term-reports.ts";
import { toCalendarDay } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { hasMarkSheetForTest } from "#domain/sheets.ts";
import { END_OF_TERM_TEST_ID, FORTNIGHTLY_TEST_ID } from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import {
  findClassIdsInScope,
  type FormClassTermRequest,
  type FindVisibleClassIds,
  loadClassHeading,
  type ClassHeading,
} from "../requested-classes.server.ts";
import { printDocument, type PrintFormatAndSignal, type PrintedDocument } from "../document.server.ts";
import { formatClassName, formatFormalNames } from "../report-card-words.rules.ts";
import {
  buildClassTestMarkSheet,
  type ClassTestMarkSheet,
  type ClassMarkSheetTest,
} from "./class-mark-sheet-data.server.ts";
import {
  listAbbreviations,
  listClassMarkSheetNotes,
  getTermAssessmentTestId,
  classMarkSheetTestTitle,
} from "./class-mark-sheet-notes.server.ts";
import { loadReportCardClassResults, type ReportedClass } from "./class-results.server.ts";

/** The requested mark sheet: the first or last of the term, or one test. `title` replaces the test's own title. */
export type ClassMarkSheetRequest = { test: ClassMarkSheetTest | "first" | "last"; title: string | null };

/**
 * Prints all subjects of a form class in one test, for a person who may read the whole class.
 * @throws notFound when the person may not read the class, or the class has no such sheet
 */
export async function printClassMarkSheet(
  person: Person,
  input: FormClassTermRequest & ClassMarkSheetRequest,
  { format, signal }: PrintFormatAndSignal<FormatOf<"class-mark-sheet">>,
): Promise<PrintedDocument> {
  const { data, fileName } = await loadClassMarkSheet(input, findClassIdsInScope(getReadingScope(person)));
  return printDocument({ kind: "class-mark-sheet", format, data }, { name: fileName, person, signal });
}

/**
 * Loads the mark sheet of the classes that the person may see, with the students' keys in the order of the rows.
 * @throws notFound
 */
export async function loadClassMarkSheet(
  input: FormClassTermRequest & ClassMarkSheetRequest,
  findVisible: FindVisibleClassIds,
): Promise<{ data: DocumentData["class-mark-sheet"]; fileName: string; studentKeys: number[] }> {
  const found = await loadClassHeading(input, "Class mark sheet", findVisible);
  const { assessment_type: assessmentType } = found.term;
  const test = testAsked(input.test, found);
  if (test.testId === FORTNIGHTLY_TEST_ID && getTermAssessmentTestId(assessmentType) !== FORTNIGHTLY_TEST_ID)
    throw notFound(NO_SHEET);
  const title = classMarkSheetTestTitle(test.testId, assessmentType);
  const results = await loadReportCardClassResults(found.classes, found);
  const withSheet = results.filter(({ scheme }) => hasMarkSheetForTest(scheme, test.testId));
  if (withSheet.length === 0) throw notFound(NO_SHEET);
  const sheets = await Promise.all(withSheet.map((item) => readSpreadsheet(item, test, found)));
  const data = {
    ...found.heading,
    counts: [],
    title: `Class Mark Sheet, ${input.title ?? title}`,
    classes: sheets.map(({ sheet }) => sheet),
    keys: listAbbreviations(sheets),
    notes: listClassMarkSheetNotes(sheets, test.testId),
  };
  const studentKeys = withSheet.flatMap(({ students }) => students.map(({ student_key }) => student_key));
  return { data, studentKeys, fileName: `${found.fileName}, ${title}` };
}

const NO_SHEET = "This class does not have this mark sheet. Choose another mark sheet.";

function testAsked(test: ClassMarkSheetRequest["test"], { term }: ClassHeading): ClassMarkSheetTest {
  if (test === "last") return { testId: END_OF_TERM_TEST_ID, fortnightlyTestId: null };
  return test === "first"
    ? { testId: getTermAssessmentTestId(term.assessment_type), fortnightlyTestId: null }
    : test;
}

async function readSpreadsheet(
  results: ReportedClass,
  test: ClassMarkSheetTest,
  { term, school, classes }: ClassHeading,
): Promise<ClassTestMarkSheet> {
  const { class_id: classId } = results.ofClass;
  const { academic_term_id: academicTermId } = term;
  const key = { classIds: [classId], academicTermId, studentKey: null };
  const isOfTests = test.testId === FORTNIGHTLY_TEST_ID;
  const [maxima, tests, marks] = await Promise.all([
    listSubjectMaxima({ classId, academicTermId }, noTransaction),
    isOfTests ? listClassTests(key, noTransaction) : [],
    isOfTests ? listFortnightlyMarks(key, noTransaction) : () => [],
  ]);
  const label = [
    formatClassName(school.flavour, results.ofClass),
    formatFormalNames(results.ofClass.teachers),
  ];
  const title = classes.length === 1 ? "" : label.filter(Boolean).join(", ");
  const today = toCalendarDay(now(), school.time_zone);
  return buildClassTestMarkSheet(results, { title, test }, { maxima, tests, fortnightlyMarks: marks, today });
}
