import { LOW_GRADE, PASS_MARK } from "#domain/grades.ts";
import { FORTNIGHTLY, OTHER_ASSESSMENT, testTitle, type AssessmentType, type TestId } from "#domain/terms.ts";
import type { DocumentData } from "#templates/index.ts";
import type { SheetOfClass } from "./class-mark-sheet-data.server.ts";

type ClassMarkSheet = DocumentData["class-mark-sheet"];
type Result = ClassMarkSheet["classes"][number]["students"][number]["results"][number];

/** Returns a title such as `Mid Term`, or `Fortnightly Tests` for all of them together. */
export function sheetTitle(testId: TestId, assessmentType: AssessmentType): string {
  return testId === FORTNIGHTLY ? "Fortnightly Tests" : testTitle(testId, assessmentType, null);
}

/** Returns the period's own assessment, which comes before the End of Term test. */
export function firstSheetOf(assessmentType: AssessmentType): TestId {
  return assessmentType === "Forthnightly Test" ? FORTNIGHTLY : OTHER_ASSESSMENT;
}

const ABSENT = { letter: "Abs", meaning: "absent" };
const NO_WORK = { letter: "NW", meaning: "no work" };
const NONE = { letter: "–", meaning: "no mark yet" };
const SHARED = { letter: "=", meaning: "shared rank" };

/** Lists the keys of the abbreviations that occur on the sheets. */
export function keysOf(sheets: readonly SheetOfClass[]): ClassMarkSheet["keys"] {
  const students = sheets.flatMap(({ sheet }) => [...sheet.students]);
  const isShared = students.some(({ rank }) => rank?.isShared);
  return [...letterKeys(students.flatMap(({ results }) => [...results])), ...(isShared ? [SHARED] : [])];
}

/** Lists the keys of abbreviations that replace a mark. */
export function letterKeys(results: readonly Result[]): ClassMarkSheet["keys"] {
  const says = (text: string) => results.some((result) => result.is === "word" && result.text === text);
  return [
    ...(says(ABSENT.letter) ? [ABSENT] : []),
    ...(says(NO_WORK.letter) ? [NO_WORK] : []),
    ...(results.some(({ is }) => is === "none") ? [NONE] : []),
  ];
}

export const LOW_NOTE = `Underlined: below ${PASS_MARK}%, grade ${LOW_GRADE}.`;
export const MAXIMUM_NOTE = "Marks are out of 100 unless shown.";

export function notesOf(sheets: readonly SheetOfClass[], testId: TestId): string[] {
  const results = sheets.flatMap(({ sheet }) => sheet.students.flatMap((student) => [...student.results]));
  const scales = sheets.flatMap(({ sheet }) => sheet.columns.map(({ scale }) => scale));
  const isCourseWork = testId !== FORTNIGHTLY && sheets.some(({ isCourseWorkOnly }) => isCourseWorkOnly);
  return [
    ...(isCourseWork ? ["The marks are for course work, by which the class is assessed."] : []),
    ...(results.some(({ is }) => is === "nothing") ? ["Blank: the student does not take the subject."] : []),
    ...(results.some((result) => result.is === "result" && result.isLow) ? [LOW_NOTE] : []),
    ...(scales.includes("") ? [MAXIMUM_NOTE] : []),
    ...(scales.includes("criteria")
      ? ["Criteria: a grade from 5 to 1 for each, in the order of the subject’s mark sheet."]
      : []),
    ...(sheets.some(({ sheet }) => sheet.ranked !== null) ? [averageNote(testId)] : []),
    ...(testId === FORTNIGHTLY ? sheets.flatMap(testsToCome) : []),
  ];
}

function averageNote(testId: TestId): string {
  if (testId === FORTNIGHTLY)
    return "Average: mean percentage of the tests marked. Ranks follow the average.";
  return "Average: mean percentage of the subjects marked, leaving out absences, no work and graded subjects. Ranks follow the average.";
}

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** Lists subjects that have not held a test which others have held, such as `No Test 2 yet in Spanish and ICT.` */
function testsToCome({ columns, subjects }: SheetOfClass): string[] {
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
