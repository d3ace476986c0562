import { expect, test } from "vitest";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { listMarkSheets, listMarkSheetTerms } from "#db/queries/lessons.ts";
import {
  findMarkSheetHeading,
  listMarkSheetRows,
  type MarkSheetStudentRow,
} from "#db/queries/marks/mark-sheet.ts";
import { listLateClasses } from "#db/queries/reports/late-classes.ts";
import {
  listClassMarkCounts,
  listLateMarkSheets,
  type LateMarkSheetRow,
} from "#db/queries/reports/late-sheets.ts";
import { findClassReportsHeading } from "#db/queries/reports/term-reports.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { countReports, type ReportCounts } from "#domain/report-state.ts";
import { groupMarkSheetsBySubject, sumProgress } from "#domain/late/sheet-lines.ts";
import { toLateMarkSheet } from "#domain/late/sheet-of.ts";
import { isResultEntered } from "#domain/subject-results.ts";
import { readReportStates } from "#features/term-reports/overview/read-states.server.ts";
import { TEST } from "#tests/support/builders/school.ts";

type CountedClass = ReportCounts & { term: number; class: string };
type CountedSheet = { lesson: number; test: string; entered: number; expected: number };

const PATIENCE_MS = 60_000;

/** One sheet in this many is compared. */
const EVERY = 7;

/**
 * Compares rules in SQL, for a whole school at once, with the same rules in TypeScript, for one report or sheet at a
 * time. Each demo school has a test file of its own: the tests take long and run in parallel.
 */
export function testAgreement(flavour: SchoolFlavour): void {
  test(
    `each report of the ${flavour} school stands where the whole school's counts say`,
    async () => {
      const { together, oneByOne } = await countedReports(flavour);

      expect(together).toEqual(oneByOne);
      expect(together.some(({ complete }) => complete > 0)).toBe(true);
    },
    PATIENCE_MS,
  );

  test(
    "so it is where marks, grades, ratings, comments, signatures and whole records are missing",
    async () => {
      await leaveGaps();

      const { together, oneByOne } = await countedReports(flavour);

      expect(together).toEqual(oneByOne);
      for (const count of ["complete", "signed", "changed", "returned", "toSign"] as const) {
        expect(together.filter((counts) => counts[count] > 0).length).toBeGreaterThan(3);
      }
    },
    PATIENCE_MS,
  );

  test(
    "each sheet has as many students and results as the lists say",
    async () => {
      const { onBoard, inChoice, onSheet } = await countedSheets(flavour);

      expect(onBoard).toEqual(onSheet);
      expect(inChoice).toEqual(onSheet);
      const { inDatabase, fromLines } = await addedMarks(flavour);
      expect(inDatabase).toEqual(fromLines);
      expect(inDatabase.length).toBeGreaterThan(10);
      expect(onSheet.some(({ entered, expected }) => entered > 0 && entered < expected)).toBe(true);
    },
    PATIENCE_MS,
  );
}

/** Compares the marks of each class and term, added up by the database and from the lines of the board. */
async function addedMarks(flavour: SchoolFlavour) {
  const compared: Record<"inDatabase" | "fromLines", object[]> = { inDatabase: [], fromLines: [] };
  for (const academicTermId of await termIds()) {
    const ofTerm = { academic_term_id: academicTermId, assessment_type: "Mid Term" } as const;
    const listed = await listLateMarkSheets({ academicTermId, flavour });
    const lines = groupMarkSheetsBySubject(
      listed.map((sheet) => toLateMarkSheet(sheet, ofTerm, { opensSheets: false })),
    );
    for (const { class_id: classId, done, total } of await listClassMarkCounts({ academicTermId, flavour })) {
      const ofClass = lines.filter((line) => line.classId === classId).map(({ marks }) => marks);
      compared.inDatabase.push({ academicTermId, classId, done, total });
      compared.fromLines.push({ academicTermId, classId, ...sumProgress(ofClass) });
    }
  }
  return compared;
}

/** Compares the reports of each class and term, counted by the database and judged one by one. */
async function countedReports(
  flavour: SchoolFlavour,
): Promise<{ together: CountedClass[]; oneByOne: CountedClass[] }> {
  const together: CountedClass[] = [];
  const oneByOne: CountedClass[] = [];
  for (const academicTermId of await termIds()) {
    const input = { academicTermId, flavour };
    for (const { class_id: classId, class_label, reports } of await listLateClasses(input)) {
      const named = { term: academicTermId, class: class_label };
      together.push({ ...named, ...reports });
      oneByOne.push({ ...named, ...(await countsOf({ classId, academicTermId })) });
    }
  }
  return { together, oneByOne };
}

async function countsOf(key: { classId: number; academicTermId: number }): Promise<ReportCounts> {
  const heading = await findClassReportsHeading({ ...key, employeeId: null, all: true }, noTransaction);
  if (!heading) throw new Error("a class of the board has no reports");
  return countReports(
    await readReportStates(
      { key, heading, role: { writes: false, signs: false, admin: false } },
      null,
      noTransaction,
    ),
  );
}

/** Compares the sheets of every term as the board and the choice of sheets count them with the sheets themselves. */
async function countedSheets(flavour: SchoolFlavour) {
  const counted: Record<"onBoard" | "inChoice" | "onSheet", CountedSheet[]> = {
    onBoard: [],
    inChoice: [],
    onSheet: [],
  };
  for (const academicTermId of await termIds()) {
    const sheets = await listLateMarkSheets({ academicTermId, flavour });
    for (const sheet of sheets.filter((_, index) => index % EVERY === 0)) {
      const named = { lesson: sheet.lesson_id, test: `${sheet.test_id} ${sheet.fortnightly_test_id}` };
      counted.onBoard.push({ ...named, entered: sheet.entered, expected: sheet.expected });
      counted.inChoice.push({ ...named, ...(await choiceOf(sheet, academicTermId)) });
      counted.onSheet.push({ ...named, ...(await rowsOf(sheet, academicTermId)) });
    }
  }
  return counted;
}

async function choiceOf(sheet: LateMarkSheetRow, academicTermId: number) {
  const choices = await listMarkSheets({ lessonId: sheet.lesson_id, academicTermId }, noTransaction);
  const choice = choices.find(
    ({ test_id, fortnightly_test_id }) =>
      test_id === sheet.test_id && fortnightly_test_id === sheet.fortnightly_test_id,
  );
  return { entered: choice?.entered ?? 0, expected: choice?.total ?? 0 };
}

async function rowsOf(sheet: LateMarkSheetRow, academicTermId: number) {
  const { lesson_id: lessonId, test_id: testId, fortnightly_test_id: fortnightlyTestId } = sheet;
  const key = { lessonId, academicTermId, testId, fortnightlyTestId };
  const heading = await findMarkSheetHeading(key, noTransaction);
  if (!heading) throw new Error("a sheet of the board is not there");
  const rows = await listMarkSheetRows({ heading, key }, noTransaction);
  const criteria = heading.by_criteria ? heading.criteria : [];
  const isIn = (row: MarkSheetStudentRow) =>
    isResultEntered(
      row,
      criteria.map(({ criterion_id }) => row.criteria?.[criterion_id] ?? null),
    );
  return { entered: rows.filter(isIn).length, expected: rows.length };
}

async function termIds(): Promise<number[]> {
  return (await listMarkSheetTerms(noTransaction)).map(({ academic_term_id }) => academic_term_id);
}

/** Creates gaps of every kind for some of the students: blank rows, absences, no choices, no texts. */
function leaveGaps(): Promise<void> {
  return transaction(TEST, async (t) => {
    for (const statement of GAPS) await runQuery(statement, [], t);
  });
}

const GAPS = [
  "update marks set mark = null where student_key % 9 = 0 and mark_id % 11 = 0",
  "update marks set mark = null, grade = null, attendance = 2 where student_key % 9 = 1 and mark_id % 5 = 0",
  "update marks set mark = null, grade = null, attendance = 3 where test_id = 2 and student_key % 9 = 2 and mark_id % 5 = 0",
  "update marks set grade = null where student_key % 9 = 3 and mark_id % 7 = 0",
  "delete from marks where student_key % 9 = 4 and mark_id % 11 = 0",
  "update criterion_grades set grade = null where mark_id % 3 = 0",
  "update criterion_grades set grade = null where mark_id % 3 = 1 and criterion_id % 2 = 0",
  "update term_records set teacher_comment = '' where student_key % 9 = 5 and term_record_id % 3 = 0",
  "update term_records set self_confidence = null where student_key % 9 = 6 and term_record_id % 3 = 0",
  "delete from term_records where student_key % 9 = 7 and term_record_id % 3 = 0",
  `insert into marks (student_key, academic_term_id, subject_id, test_id, mark, max_mark)
   select r.student_key, r.academic_term_id, s.subject_id, 1 + r.student_key % 2, 50, 100
     from registrations r
    cross join subjects s
    where r.student_key % 9 = 8
   on conflict do nothing`,
  "update classes set course_work_only = not course_work_only where class_id % 4 = 0",
  "update classes set assessment_type = 'Grade' where class_id % 4 = 1",
  `update term_records d
      set signed_by = (select min(account_id) from accounts), signed_at = now(),
          signed_fingerprint = report_fingerprint(d)
    where term_record_id % 5 = 0`,
  `update term_records
      set signed_by = null, signed_at = null, signed_fingerprint = null, signature = null,
          returned_by = (select min(account_id) from accounts), returned_at = now(), return_reason = 'Look again.'
    where term_record_id % 7 = 0`,
  "update term_records set project = 'Changed' where term_record_id % 10 = 0",
];
