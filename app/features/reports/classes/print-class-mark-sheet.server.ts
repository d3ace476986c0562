import { readingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listClassTests } from "#db/queries/reports/class-tests.ts";
import { listFortnightlyMarks } from "#db/queries/reports/report-card-marks.ts";
import { listSubjectMaxima } from "#db/queries/reports/term-reports.ts";
import { toCalendarDay } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { isSheetTest } from "#domain/sheets.ts";
import { END_OF_TERM, FORTNIGHTLY } from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import {
  classIdsIn,
  type ClassesRequest,
  type VisibleClasses,
  classHeading,
  type ClassHeading,
} from "../requested-classes.server.ts";
import { printDocument, type Print, type Printed } from "../document.server.ts";
import { formatClassName, formalNames } from "../report-card-words.rules.ts";
import {
  sheetOfClass,
  type SheetOfClass,
  firstSheetOf,
  keysOf,
  notesOf,
  sheetTitle,
  type SheetTest,
} from "./class-mark-sheet-data.server.ts";
import { classResults, type ClassResults } from "./class-results.server.ts";

/** The requested sheet: the first or last of the period, or one test. `title` replaces the test's own title. */
export type SheetRequest = { test: SheetTest | "first" | "last"; title: string | null };

/**
 * Prints all subjects of a form class in one test, for a person who reads the whole class.
 * @throws notFound when the class is out of scope or has no such sheet
 */
export async function printClassMarkSheet(
  person: Person,
  input: ClassesRequest & SheetRequest,
  { format, signal }: Print<FormatOf<"class-mark-sheet">>,
): Promise<Printed> {
  const { data, fileName } = await classMarkSheet(input, classIdsIn(readingScope(person)));
  return printDocument({ kind: "class-mark-sheet", format, data }, { name: fileName, person, signal });
}

/**
 * Loads the data of the sheet for the visible classes, with the keys of the students in the order of the rows.
 * @throws notFound
 */
export async function classMarkSheet(
  input: ClassesRequest & SheetRequest,
  visible: VisibleClasses,
): Promise<{ data: DocumentData["class-mark-sheet"]; fileName: string; studentKeys: number[] }> {
  const found = await classHeading(input, "Class mark sheet", visible);
  const { assessment_type: assessmentType } = found.term;
  const test = testAsked(input.test, found);
  if (test.testId === FORTNIGHTLY && firstSheetOf(assessmentType) !== FORTNIGHTLY) throw notFound(NO_SHEET);
  const title = sheetTitle(test.testId, assessmentType);
  const results = await classResults(found.classes, found);
  const withSheet = results.filter(({ scheme }) => isSheetTest(scheme, test.testId));
  if (withSheet.length === 0) throw notFound(NO_SHEET);
  const sheets = await Promise.all(withSheet.map((item) => readSheet(item, test, found)));
  const data = {
    ...found.heading,
    counts: [],
    title: `Class Mark Sheet, ${input.title ?? title}`,
    classes: sheets.map(({ sheet }) => sheet),
    keys: keysOf(sheets),
    notes: notesOf(sheets, test.testId),
  };
  const studentKeys = withSheet.flatMap(({ students }) => students.map(({ student_key }) => student_key));
  return { data, studentKeys, fileName: `${found.fileName}, ${title}` };
}

const NO_SHEET = "This class does not have this mark sheet.";

function testAsked(test: SheetRequest["test"], { term }: ClassHeading): SheetTest {
  if (test === "last") return { testId: END_OF_TERM, fortnightlyTestId: null };
  return test === "first" ? { testId: firstSheetOf(term.assessment_type), fortnightlyTestId: null } : test;
}

async function readSheet(
  results: ClassResults,
  test: SheetTest,
  { term, school, classes }: ClassHeading,
): Promise<SheetOfClass> {
  const { class_id: classId } = results.ofClass;
  const { academic_term_id: academicTermId } = term;
  const key = { classIds: [classId], academicTermId, studentKey: null };
  const isOfTests = test.testId === FORTNIGHTLY;
  const [maxima, tests, marks] = await Promise.all([
    listSubjectMaxima({ classId, academicTermId }, noTransaction),
    isOfTests ? listClassTests(key, noTransaction) : [],
    isOfTests ? listFortnightlyMarks(key, noTransaction) : () => [],
  ]);
  const label = [formatClassName(school.flavour, results.ofClass), formalNames(results.ofClass.teachers)];
  const title = classes.length === 1 ? "" : label.filter(Boolean).join(", ");
  const today = toCalendarDay(now(), school.time_zone);
  return sheetOfClass(results, { title, test }, { maxima, tests, fortnightlyMarks: marks, today });
}
