import type { ClassTest } from "#db/queries/reports/class-tests.ts";
import type { SubjectMaximum } from "#db/queries/reports/term-reports.ts";
import { ATTENDANCE_SHORT, PRESENT } from "#domain/attendance.ts";
import {
  rankAverages,
  summarise,
  sumMarks,
  meanOf,
  toDecimals,
  reportAverage,
  meanPercent,
  toPercent,
  type TestMark,
  isEntered,
  type Scheme,
} from "#domain/subject-results.ts";
import { gradeOf, isLow, USUAL_MAXIMUM, LOW_GRADE, PASS_MARK, type Grade } from "#domain/grades.ts";
import { registerName } from "#domain/names.ts";
import {
  END_OF_TERM,
  FORTNIGHTLY,
  OTHER_ASSESSMENT,
  type TestId,
  testTitle,
  type AssessmentType,
} from "#domain/terms.ts";
import type { DocumentData } from "#templates/index.ts";
import {
  hasChoices,
  subjectsOfClass,
  type ClassResults,
  type ClassSubject,
  type StudentResults,
} from "./class-results.server.ts";

type Sheet = DocumentData["class-mark-sheet"]["classes"][number];
type Student = Sheet["students"][number];
type Result = Student["results"][number];
type Summary = Sheet["closing"][number];

export type SheetOfClass = {
  sheet: Sheet;
  subjects: ClassSubject[];
  columns: ResultColumn[];
  isCourseWorkOnly: boolean;
};

const KINDS = ["marks", "grades", "criteria"];
const SCALES = { grades: "grade", criteria: "criteria" };
/**
 * Builds the mark sheet of a class in one test, with each student's total, average and rank. The title may be empty.
 */
export function sheetOfClass(
  results: ClassResults,
  { title, test }: { title: string; test: SheetTest },
  stored: Omit<TestsOfClass, "scheme">,
): SheetOfClass {
  const subjects = inSheetOrder(subjectsOfClass(results));
  const columns = resultColumns(subjects, test, { ...stored, scheme: results.scheme });
  const isChosen = hasChoices(subjects);
  const marked = columns.filter(({ subject }) => subject.kind === "marks");
  const students = withRanks(results.students.map((student) => studentOf(student, columns)));
  const closing = [
    ...(marked.length === 0 ? [] : summaries(results, { columns, students, isChosen })),
    ...(isChosen ? [takers(results, columns)] : []),
  ];
  const sheet = {
    title,
    students,
    closing,
    columns: columns.map((column) => headOf(column, isChosen)),
    outOf: isChosen || marked.length === 0 ? null : `of ${sumMarks(marked.map(({ maxMark }) => maxMark))}`,
    ranked: marked.length === 0 ? null : students.filter(({ rank }) => rank !== null).length,
  };
  return { sheet, subjects, columns, isCourseWorkOnly: results.scheme.course_work_only };
}

/** Puts core subjects before options and, within each, subjects with marks before graded ones. */
export function inSheetOrder(subjects: readonly ClassSubject[]): ClassSubject[] {
  const placeOf = ({ isOption, kind }: ClassSubject) => (isOption ? KINDS.length : 0) + KINDS.indexOf(kind);
  return subjects.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Describes a column. In classes with options, a maximum of 100 is left out, because a note says it once for all. */
function headOf({ subject, place, maxMark }: ResultColumn, isChosen: boolean): Sheet["columns"][number] {
  const { kind, abbr, isOption } = subject;
  const isSaid = !isChosen || maxMark !== USUAL_MAXIMUM;
  return {
    subject: abbr,
    test: place === null ? null : `Test ${place}`,
    scale: kind === "marks" ? (isSaid ? `of ${maxMark}` : "") : SCALES[kind],
    hasMarks: kind === "marks",
    isOption,
  };
}

function studentOf(student: ClassResults["students"][number], columns: readonly ResultColumn[]): Student {
  const marks = marksOf(student, columns);
  const average = reportAverage(marks.map((counted) => ({ kind: "marks", counted })));
  return {
    name: registerName(student),
    results: columns.map((column) => resultIn(column, column.resultOf(student))),
    total: marks.length === 0 ? null : sumMarks(marks.flatMap(({ mark }) => mark ?? [])),
    average: average && average.replace("%", ""),
    rank: null,
  };
}

/** Returns the marks that count towards the total and the average. */
function marksOf(student: ClassResults["students"][number], columns: readonly ResultColumn[]): TestMark[] {
  return columns.flatMap(({ subject: { kind }, resultOf }) => {
    const mark = resultOf(student)?.mark ?? null;
    return kind === "marks" && mark !== null && mark.mark !== null ? [mark] : [];
  });
}

function withRanks(students: readonly Student[]): Student[] {
  const ranks = rankAverages(students.map(({ average }) => average));
  return students.map((student, index) => ({ ...student, rank: ranks[index] ?? null }));
}

/** Formats a result; a mark has its own maximum beside it when that differs from the column's. */
export function resultIn(
  { subject, maxMark }: Pick<ResultColumn, "subject" | "maxMark">,
  result: TestResult | null,
): Result {
  if (!result) return { is: "nothing" };
  const { mark, grade, criteria } = result;
  if (mark && mark.attendance !== PRESENT) return { is: "word", text: ATTENDANCE_SHORT[mark.attendance] };
  if (subject.kind === "criteria") return criteriaIn(criteria);
  if (subject.kind === "grades" && grade !== null) return { is: "result", text: grade, isLow: isLow(grade) };
  const percent = toPercent(mark);
  if (mark?.mark == null || percent === null) return { is: "none" };
  const outOf = mark.max_mark === maxMark ? {} : { outOf: mark.max_mark };
  return { is: "result", text: String(mark.mark), isLow: isLow(gradeOf(percent)), ...outOf };
}

function criteriaIn(grades: readonly (number | null)[]): Result {
  if (grades.every((grade) => grade === null)) return { is: "none" };
  return { is: "result", text: grades.map((grade) => grade ?? "–").join(" "), isLow: false };
}

type Summed = { columns: readonly ResultColumn[]; students: readonly Student[]; isChosen: boolean };

function summaries(results: ClassResults, { columns, students, isChosen }: Summed): Summary[] {
  const marks = columns.map(({ subject, resultOf }) =>
    subject.kind === "marks"
      ? summarise(results.students.map((student) => resultOf(student)?.mark?.mark ?? null))
      : null,
  );
  const totals = isChosen
    ? null
    : summarise(
        students.map(({ total }) => total),
        0,
      );
  const averages = students.flatMap(({ average }) => average ?? []);
  const ordered = averages.toSorted((one, other) => Number(one) - Number(other));
  const mean = meanOf(results.students.flatMap((student) => meanPercent(marksOf(student, columns)) ?? []));
  return [
    rowOf(
      "Class mean",
      marks.map((mark) => mark?.mean),
      { total: totals?.mean, average: mean && toDecimals(mean, 1) },
    ),
    rowOf(
      "Highest",
      marks.map((mark) => mark?.highest),
      { total: totals?.highest, average: ordered.at(-1) },
    ),
    rowOf(
      "Lowest",
      marks.map((mark) => mark?.lowest),
      { total: totals?.lowest, average: ordered.at(0) },
    ),
  ];
}

type Figure = string | number | null | undefined;

function rowOf(label: string, figures: readonly Figure[], ends: { total: Figure; average: Figure }): Summary {
  const text = (figure: Figure) => (figure == null ? null : String(figure));
  return { label, figures: figures.map(text), total: text(ends.total), average: text(ends.average) };
}

function takers({ students }: ClassResults, columns: readonly ResultColumn[]): Summary {
  const counts = columns.map(
    ({ resultOf }) => students.filter((student) => resultOf(student) !== null).length,
  );
  return rowOf("Students taking it", counts, { total: null, average: null });
}

/** A column of a class's sheet: one subject in one test. */
export type ResultColumn = {
  subject: ClassSubject;
  /** The number of a fortnightly test within its subject and term, starting at 1; null for other tests. */
  place: number | null;
  maxMark: number;
  /** Returns null for a student who does not take the subject. */
  resultOf: (student: StudentResults) => TestResult | null;
};

type TestResult = {
  mark: TestMark | null;
  /** The grade that the teacher chose; null when the subject is not graded. */
  grade: Grade | null;
  /** The grade of each criterion; empty when the subject has no criteria. */
  criteria: readonly (number | null)[];
};

/** `fortnightlyTestId` names one of the fortnightly tests; null means all. */
export type SheetTest = { testId: TestId; fortnightlyTestId: number | null };

/** The stored tests of a class, and the day for which the sheet is made. */
type TestsOfClass = {
  scheme: Scheme;
  maxima: readonly SubjectMaximum[];
  tests: readonly ClassTest[];
  fortnightlyMarks: (studentKey: number, subjectId: number) => readonly TestMark[];
  today: string;
};

/** Returns the columns of one test, or of all fortnightly tests. A fortnightly test has a column once it is held. */
export function resultColumns(
  subjects: readonly ClassSubject[],
  test: SheetTest,
  stored: TestsOfClass,
): ResultColumn[] {
  return subjects.flatMap((subject) => {
    if (test.testId === FORTNIGHTLY) return testColumns(subject, test.fortnightlyTestId, stored);
    return test.testId === END_OF_TERM ? endColumns(subject, stored) : courseColumns(subject, stored);
  });
}

/** Uses the results that count on the report card: the exam, or course work where the class has no exam. */
function endColumns(subject: ClassSubject, stored: TestsOfClass): ResultColumn[] {
  const counted = stored.scheme.course_work_only ? OTHER_ASSESSMENT : END_OF_TERM;
  const resultOf = (student: StudentResults) => {
    const result = resultOfSubject(student, subject);
    if (!result) return null;
    const criteria = result.criteria.map((item) => item.grade);
    return { mark: result.counted ?? result.exam, grade: result.grade, criteria };
  };
  return [{ subject, place: null, maxMark: maximumOf(subject, counted, stored), resultOf }];
}

/** Graded subjects have a column only once a grade was given for course work. */
function courseColumns(subject: ClassSubject, stored: TestsOfClass): ResultColumn[] {
  const resultOf = (student: StudentResults) => {
    const result = resultOfSubject(student, subject);
    return result && { mark: result.course, grade: result.course?.grade ?? null, criteria: [] };
  };
  const hasOne = subject.takers.some(({ result }) => result.course && isEntered(result.course, []));
  if (subject.kind !== "marks" && !hasOne) return [];
  return [{ subject, place: null, maxMark: maximumOf(subject, OTHER_ASSESSMENT, stored), resultOf }];
}

function testColumns(subject: ClassSubject, testId: number | null, stored: TestsOfClass): ResultColumn[] {
  const own = stored.tests.filter(({ subject_id }) => subject_id === subject.subject_id);
  const input = own.filter((item) => testId === null || item.fortnightly_test_id === testId);
  return input.flatMap(({ place, max_mark: maxMark, test_date }) => {
    const markOf = (student: StudentResults) => {
      const marks = stored.fortnightlyMarks(student.student_key, subject.subject_id);
      return marks.find((mark) => mark.place === place) ?? null;
    };
    const resultOf = (student: StudentResults) => {
      const mark = markOf(student);
      return resultOfSubject(student, subject) && { mark, grade: mark?.grade ?? null, criteria: [] };
    };
    const marks = subject.takers.map(({ student }) => markOf(student));
    const isDue = test_date !== null && test_date <= stored.today;
    const isHeld = isDue || marks.some((mark) => mark && isEntered(mark, []));
    return isHeld ? [{ subject, place, maxMark, resultOf }] : [];
  });
}

function resultOfSubject({ subjects }: StudentResults, { subject_id }: ClassSubject) {
  return subjects.find((subject) => subject.subject_id === subject_id) ?? null;
}

function maximumOf({ subject_id }: ClassSubject, testId: TestId, { maxima }: TestsOfClass): number {
  const set = maxima.find((item) => item.subject_id === subject_id && item.test_id === testId);
  return set?.max_mark ?? USUAL_MAXIMUM;
}

type ClassMarkSheet = DocumentData["class-mark-sheet"];

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
