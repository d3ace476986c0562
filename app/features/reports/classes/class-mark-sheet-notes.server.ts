import {
  courseWorkWeight,
  describeWeight,
  isWeighted,
  listFailingGrades,
  type GradingScale,
} from "#domain/grading.ts";
import {
  FORTNIGHTLY_TEST_ID,
  OTHER_ASSESSMENT_TEST_ID,
  type TestId,
  testTitle,
  type AssessmentType,
} from "#domain/terms.ts";
import { pluralise } from "#domain/text/noun.ts";
import type { DocumentData } from "#templates/index.ts";
import type { ClassTestMarkSheet } from "./class-mark-sheet-data.server.ts";

type ClassMarkSheet = DocumentData["class-mark-sheet"];
type Result = ClassMarkSheet["classes"][number]["students"][number]["results"][number];

/** Returns a title such as `Mid Term`, or `Fortnightly Tests` for all of them together. */
export function classMarkSheetTestTitle(testId: TestId, assessmentType: AssessmentType): string {
  return testId === FORTNIGHTLY_TEST_ID ? "Fortnightly Tests" : testTitle(testId, assessmentType, null);
}

/** Returns the term's own assessment, which comes before the End of Term test. */
export function getTermAssessmentTestId(assessmentType: AssessmentType): TestId {
  return assessmentType === "Forthnightly Test" ? FORTNIGHTLY_TEST_ID : OTHER_ASSESSMENT_TEST_ID;
}

const ABSENT = { letter: "Abs", meaning: "absent" };
const NO_WORK = { letter: "NW", meaning: "no work" };
const NONE = { letter: "–", meaning: "no mark yet" };
const SHARED = { letter: "=", meaning: "shared rank" };

/** Lists the abbreviations used on the sheets, with their meanings. */
export function listAbbreviations(sheets: readonly ClassTestMarkSheet[]): ClassMarkSheet["keys"] {
  const students = sheets.flatMap(({ sheet }) => [...sheet.students]);
  const isShared = students.some(({ rank }) => rank?.isShared);
  return [
    ...listLetterAbbreviations(students.flatMap(({ results }) => [...results])),
    ...(isShared ? [SHARED] : []),
  ];
}

/** Lists the abbreviations used instead of marks, with their meanings. */
export function listLetterAbbreviations(results: readonly Result[]): ClassMarkSheet["keys"] {
  const says = (text: string) => results.some((result) => result.is === "word" && result.text === text);
  return [
    ...(says(ABSENT.letter) ? [ABSENT] : []),
    ...(says(NO_WORK.letter) ? [NO_WORK] : []),
    ...(results.some(({ is }) => is === "none") ? [NONE] : []),
  ];
}

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** Explains the underlined results: `Underlined: below 60%, grade R.` */
export function describeUnderlinedMarks(grading: GradingScale): string {
  const low = listFailingGrades(grading);
  const grades = low.length === 0 ? "" : `, ${pluralise(low.length, "grade")} ${LIST.format(low)}`;
  return `Underlined: below ${grading.passMark}%${grades}.`;
}

export const MAXIMUM_NOTE = "Marks are out of 100 unless a max mark is shown.";

export function listClassMarkSheetNotes(sheets: readonly ClassTestMarkSheet[], testId: TestId): string[] {
  const results = sheets.flatMap(({ sheet }) => sheet.students.flatMap((student) => [...student.results]));
  const scales = sheets.flatMap(({ sheet }) => sheet.columns.map(({ scale }) => scale));
  const isCourseWork =
    testId !== FORTNIGHTLY_TEST_ID && sheets.some(({ isCourseWorkOnly }) => isCourseWorkOnly);
  return [
    ...(isCourseWork
      ? ["The marks are for course work, because this class is assessed by course work."]
      : []),
    ...weightNotes(sheets),
    ...(results.some(({ is }) => is === "nothing") ? ["A blank means that the subject is not taken."] : []),
    ...(results.some((result) => result.is === "result" && result.isLow)
      ? sheets.slice(0, 1).map(({ grading }) => describeUnderlinedMarks(grading))
      : []),
    ...(scales.includes("") ? [MAXIMUM_NOTE] : []),
    ...(scales.includes("criteria")
      ? ["Each criterion has a grade from 5 to 1, in the order of the subject’s mark sheet."]
      : []),
    ...(sheets.some(({ sheet }) => sheet.ranked !== null) ? [averageNote(testId)] : []),
    ...(sheets.some(({ sheet }) => sheet.ranked && isMarkMissing(sheet))
      ? ["Ranks are provisional: marks are missing."]
      : []),
    ...(testId === FORTNIGHTLY_TEST_ID ? sheets.flatMap(testsToCome) : []),
  ];
}

function isMarkMissing({ columns, students }: ClassTestMarkSheet["sheet"]): boolean {
  return students.some(({ results }) =>
    results.some(({ is }, index) => is === "none" && columns[index]?.hasMarks),
  );
}

/** Explains how weighted results are made: `Result: Course work 40%, exam 60%.` */
function weightNotes(sheets: readonly ClassTestMarkSheet[]): string[] {
  const weights = sheets.flatMap(({ columns, grading }) =>
    columns.flatMap(({ isResult, subject }) =>
      isResult ? courseWorkWeight(grading, subject.subject_id) : [],
    ),
  );
  const made = [...new Set(weights)].filter(isWeighted).map(describeWeight);
  return made.length === 0 ? [] : [`Result: ${made.join("; ")}. A result needs both parts.`];
}

function averageNote(testId: TestId): string {
  const tests = "tests marked";
  const subjects = "subjects marked, leaving out absences, no work and graded subjects";
  const mean = testId === FORTNIGHTLY_TEST_ID ? tests : subjects;
  return `Average: mean percentage of the ${mean}. Students are ranked by their average, but only if they have all the marks given in their class.`;
}

/** Lists the subjects that have not held a test that others have, such as `No Test 2 yet in Spanish and ICT.` */
function testsToCome({ columns, subjects }: ClassTestMarkSheet): string[] {
  const most = Math.max(0, ...columns.map(({ place }) => place ?? 0));
  return Array.from({ length: most }, (_each, index) => index + 1).flatMap((place) => {
    const hasIt = (id: number) =>
      columns.some((column) => column.subject.subject_id === id && column.place === place);
    const hasBefore = (id: number) =>
      place === 1 || columns.some((column) => column.subject.subject_id === id && column.place === place - 1);
    const without = subjects.filter(
      ({ kind, subject_id: id }) => kind === "marks" && !hasIt(id) && hasBefore(id),
    );
    if (without.length === 0) return [];
    return [`No Test ${place} yet in ${LIST.format(without.map(({ abbr }) => abbr))}.`];
  });
}
