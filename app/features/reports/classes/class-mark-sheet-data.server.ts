import type { ClassTest } from "#db/queries/assessments/fortnightly.ts";
import type { SubjectMaximum } from "#db/queries/reports/term-reports.ts";
import { ATTENDANCE_ABBREVIATIONS, PRESENT_AT_TEST } from "#domain/attendance.ts";
import {
  rankStudentsWithAllMarks,
  summariseFigures,
  sumMarks,
  listTestsThatCount,
  calculateMeanFraction,
  formatFraction,
  calculateReportAverage,
  calculateMeanPercent,
  markToPercent,
  type TestMark,
  isResultEntered,
  type MarkingScheme,
} from "#domain/subject-results.ts";
import { DEFAULT_MAX_MARK } from "#domain/grades.ts";
import { isBelowPassMark, type Grade, type GradingScale } from "#domain/grading.ts";
import { formatRegisterName } from "#domain/names.ts";
import {
  END_OF_TERM_TEST_ID,
  FORTNIGHTLY_TEST_ID,
  OTHER_ASSESSMENT_TEST_ID,
  type TestId,
  testTitle,
} from "#domain/terms.ts";
import type { DocumentData } from "#templates/index.ts";
import {
  hasOptionalSubjects,
  listSubjectsOfClass,
  type ReportedClass,
  type ClassSubject,
  type ReportedStudent,
} from "./class-results.server.ts";

type Sheet = DocumentData["class-mark-sheet"]["classes"][number];
type Student = Sheet["students"][number];
type Result = Student["results"][number];
type Summary = Sheet["closing"][number];

export type ClassTestMarkSheet = {
  sheet: Sheet;
  subjects: ClassSubject[];
  columns: ClassMarkSheetColumn[];
  isCourseWorkOnly: boolean;
  grading: GradingScale;
};

const KINDS = ["marks", "grades", "criteria"];
const SCALES = { grades: "grade", criteria: "criteria" };
/** Builds a class's mark sheet for one test, with each student's total, average and rank. An empty title is allowed. */
export function buildClassTestMarkSheet(
  results: ReportedClass,
  { title, test }: { title: string; test: ClassMarkSheetTest },
  stored: Omit<TestsOfClass, "scheme">,
): ClassTestMarkSheet {
  const subjects = sortSubjectsForMarkSheet(listSubjectsOfClass(results));
  const columns = buildResultColumns(subjects, test, { ...stored, scheme: results.scheme });
  const isChosen = hasOptionalSubjects(subjects);
  const marked = columns.filter(({ subject, isPart }) => subject.kind === "marks" && !isPart);
  const unranked = results.students.map((item) => studentOf(item, columns, results.scheme.grading));
  const ranks = rankStudentsWithAllMarks(
    unranked.map(({ average }) => average),
    results.students.map((student) => {
      const taken = marked.filter(({ resultOf }) => resultOf(student) !== null);
      return new Map(taken.map((column) => [column, column.resultOf(student)?.mark?.mark != null]));
    }),
  );
  const students = unranked.map((student, index) => ({ ...student, rank: ranks[index] ?? null }));
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
  return {
    sheet,
    subjects,
    columns,
    isCourseWorkOnly: results.scheme.course_work_only,
    grading: results.scheme.grading,
  };
}

/** Sorts core subjects before options and, within each, subjects with marks before graded subjects. */
export function sortSubjectsForMarkSheet(subjects: readonly ClassSubject[]): ClassSubject[] {
  const placeOf = ({ isOption, kind }: ClassSubject) => (isOption ? KINDS.length : 0) + KINDS.indexOf(kind);
  return subjects.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/**
 * Returns the heading of a column. In classes with options, a maximum of 100 is left out, because a note below states
 * it once.
 */
function headOf(
  { subject, place, title, maxMark, isResult }: ClassMarkSheetColumn,
  isChosen: boolean,
): Sheet["columns"][number] {
  const { kind, abbr, isOption } = subject;
  const isSaid = !isChosen || maxMark !== DEFAULT_MAX_MARK;
  return {
    subject: abbr,
    test: place === null ? (title ?? null) : `Test ${place}`,
    scale: kind === "marks" ? (isResult ? "%" : isSaid ? `of ${maxMark}` : "") : SCALES[kind],
    hasMarks: kind === "marks",
    isOption,
  };
}

function studentOf(
  student: ReportedClass["students"][number],
  columns: readonly ClassMarkSheetColumn[],
  grading: GradingScale,
): Student {
  const marks = marksOf(student, columns);
  const average = calculateReportAverage(marks.map((counted) => ({ kind: "marks", counted })));
  return {
    name: formatRegisterName(student),
    results: columns.map((column) => formatTestResult(column, column.resultOf(student), grading)),
    total:
      marks.length === 0
        ? null
        : sumMarks(countedColumns(columns).flatMap((column) => formatPrintedMark(column, student) ?? [])),
    average: average && average.replace("%", ""),
    rank: null,
  };
}

/** Returns the marks that count towards the total and the average. */
function marksOf(
  student: ReportedClass["students"][number],
  columns: readonly ClassMarkSheetColumn[],
): TestMark[] {
  return countedColumns(columns).flatMap(({ resultOf }) => {
    const mark = resultOf(student)?.mark ?? null;
    return mark !== null && mark.mark !== null ? [mark] : [];
  });
}

/** Leaves out grades, criteria, and the two parts of a weighted result. */
function countedColumns(columns: readonly ClassMarkSheetColumn[]): ClassMarkSheetColumn[] {
  return columns.filter(({ subject, isPart }) => subject.kind === "marks" && !isPart);
}

/** Returns a student's mark as it is printed: a weighted result is a whole percentage. */
export function formatPrintedMark(
  { isResult, resultOf }: ClassMarkSheetColumn,
  student: ReportedStudent,
): number | null {
  const mark = resultOf(student)?.mark ?? null;
  return isResult ? markToPercent(mark) : (mark?.mark ?? null);
}

/** Formats a result. A mark has its own maximum beside it if that differs from the column's. */
export function formatTestResult(
  { subject, maxMark, isResult }: Pick<ClassMarkSheetColumn, "subject" | "maxMark" | "isResult">,
  result: TestResult | null,
  grading: GradingScale,
): Result {
  if (!result) return { is: "nothing" };
  const { mark, grade, criteria } = result;
  if (mark && mark.attendance !== PRESENT_AT_TEST)
    return { is: "word", text: ATTENDANCE_ABBREVIATIONS[mark.attendance] };
  if (subject.kind === "criteria") return criteriaIn(criteria);
  if (subject.kind === "grades" && grade !== null)
    return { is: "result", text: grade, isLow: isBelowPassMark({ percent: null, grade }, grading) };
  const percent = markToPercent(mark);
  if (mark?.mark == null || percent === null) return { is: "none" };
  const low = isBelowPassMark({ percent, grade: null }, grading);
  if (isResult) return { is: "result", text: String(percent), isLow: low };
  const outOf = mark.max_mark === maxMark ? {} : { outOf: mark.max_mark };
  return { is: "result", text: String(mark.mark), isLow: low, ...outOf };
}

function criteriaIn(grades: readonly (number | null)[]): Result {
  if (grades.every((grade) => grade === null)) return { is: "none" };
  return { is: "result", text: grades.map((grade) => grade ?? "–").join(" "), isLow: false };
}

type Summed = { columns: readonly ClassMarkSheetColumn[]; students: readonly Student[]; isChosen: boolean };

function summaries(results: ReportedClass, { columns, students, isChosen }: Summed): Summary[] {
  const marks = columns.map((column) =>
    column.subject.kind === "marks"
      ? summariseFigures(results.students.map((student) => formatPrintedMark(column, student)))
      : null,
  );
  const totals = isChosen
    ? null
    : summariseFigures(
        students.map(({ total }) => total),
        0,
      );
  const averages = students.flatMap(({ average }) => average ?? []);
  const ordered = averages.toSorted((one, other) => Number(one) - Number(other));
  const mean = calculateMeanFraction(
    results.students.flatMap((student) => calculateMeanPercent(marksOf(student, columns)) ?? []),
  );
  return [
    rowOf(
      "Class mean",
      marks.map((mark) => mark?.mean),
      { total: totals?.mean, average: mean && formatFraction(mean, 1) },
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

function takers({ students }: ReportedClass, columns: readonly ClassMarkSheetColumn[]): Summary {
  const counts = columns.map(
    ({ resultOf }) => students.filter((student) => resultOf(student) !== null).length,
  );
  return rowOf("Number of students", counts, { total: null, average: null });
}

export type ClassMarkSheetColumn = {
  subject: ClassSubject;
  /** The number of a fortnightly test within its subject and term, counted from 1; null for other tests. */
  place: number | null;
  /** The title of the column if the subject has several columns that are not fortnightly tests, such as `Result`. */
  title?: string;
  maxMark: number;
  /** True for course work and exam, of which a weighted result is made. */
  isPart?: boolean;
  /** True for the weighted result, which is a percentage. */
  isResult?: boolean;
  /** Returns the student's result, or null for a student who does not take the subject. */
  resultOf: (student: ReportedStudent) => TestResult | null;
};

type TestResult = {
  mark: TestMark | null;
  /** The grade that the teacher chose; null if the subject is not graded. */
  grade: Grade | null;
  /** The grade in each criterion; empty if the subject has no criteria. */
  criteria: readonly (number | null)[];
};

/** `fortnightlyTestId` selects one of the fortnightly tests; null selects all. */
export type ClassMarkSheetTest = { testId: TestId; fortnightlyTestId: number | null };

/** The stored tests of a class. Tests dated after `today` have not been held yet. */
type TestsOfClass = {
  scheme: MarkingScheme;
  maxima: readonly SubjectMaximum[];
  tests: readonly ClassTest[];
  fortnightlyMarks: (studentKey: number, subjectId: number) => readonly TestMark[];
  today: string;
};

/** Returns the columns for one test, or for all fortnightly tests that have been held. */
export function buildResultColumns(
  subjects: readonly ClassSubject[],
  test: ClassMarkSheetTest,
  stored: TestsOfClass,
): ClassMarkSheetColumn[] {
  return subjects.flatMap((subject) => {
    if (test.testId === FORTNIGHTLY_TEST_ID) return testColumns(subject, test.fortnightlyTestId, stored);
    return test.testId === END_OF_TERM_TEST_ID ? endColumns(subject, stored) : courseColumns(subject, stored);
  });
}

/**
 * Returns the columns with the results that count on the report card: the exam, or course work if the class has no
 * exam. Returns both before the result if the school weights them.
 */
function endColumns(subject: ClassSubject, stored: TestsOfClass): ClassMarkSheetColumn[] {
  const counted = listTestsThatCount(stored.scheme, subject);
  const result = resultColumn(subject, counted[0] ?? END_OF_TERM_TEST_ID, stored);
  if (subject.kind !== "marks" || counted.length === 1) return [result];
  return [
    {
      ...partColumn("course", subject, stored),
      title: testTitle(OTHER_ASSESSMENT_TEST_ID, stored.scheme.assessment_type, null),
    },
    { ...partColumn("exam", subject, stored), title: "Exam" },
    { ...result, title: "Result", isResult: true, maxMark: DEFAULT_MAX_MARK },
  ];
}

function partColumn(
  part: "course" | "exam",
  subject: ClassSubject,
  stored: TestsOfClass,
): ClassMarkSheetColumn {
  const resultOf = (student: ReportedStudent) => {
    const result = resultOfSubject(student, subject);
    return result && { mark: result[part], grade: null, criteria: [] };
  };
  const maxMark = maximumOf(
    subject,
    part === "exam" ? END_OF_TERM_TEST_ID : OTHER_ASSESSMENT_TEST_ID,
    stored,
  );
  return { subject, place: null, maxMark, resultOf, isPart: true };
}

function resultColumn(subject: ClassSubject, counted: TestId, stored: TestsOfClass): ClassMarkSheetColumn {
  const resultOf = (student: ReportedStudent) => {
    const result = resultOfSubject(student, subject);
    if (!result) return null;
    const criteria = result.criteria.map((item) => item.grade);
    // The exam's mark is not a result while the course work that belongs to it is missing.
    const mark = result.kind === "marks" ? result.counted : (result.counted ?? result.exam);
    return { mark, grade: result.grade, criteria };
  };
  return { subject, place: null, maxMark: maximumOf(subject, counted, stored), resultOf };
}

/** Returns the columns of course work. A graded subject gets a column only once it has a grade. */
function courseColumns(subject: ClassSubject, stored: TestsOfClass): ClassMarkSheetColumn[] {
  const resultOf = (student: ReportedStudent) => {
    const result = resultOfSubject(student, subject);
    return result && { mark: result.course, grade: result.course?.grade ?? null, criteria: [] };
  };
  const hasOne = subject.takers.some(({ result }) => result.course && isResultEntered(result.course, []));
  if (subject.kind !== "marks" && !hasOne) return [];
  return [{ subject, place: null, maxMark: maximumOf(subject, OTHER_ASSESSMENT_TEST_ID, stored), resultOf }];
}

function testColumns(
  subject: ClassSubject,
  testId: number | null,
  stored: TestsOfClass,
): ClassMarkSheetColumn[] {
  const own = stored.tests.filter(({ subject_id }) => subject_id === subject.subject_id);
  const input = own.filter((item) => testId === null || item.fortnightly_test_id === testId);
  return input.flatMap(({ place, max_mark: maxMark, test_date }) => {
    const markOf = (student: ReportedStudent) => {
      const marks = stored.fortnightlyMarks(student.student_key, subject.subject_id);
      return marks.find((mark) => mark.place === place) ?? null;
    };
    const resultOf = (student: ReportedStudent) => {
      const mark = markOf(student);
      return resultOfSubject(student, subject) && { mark, grade: mark?.grade ?? null, criteria: [] };
    };
    const marks = subject.takers.map(({ student }) => markOf(student));
    const isDue = test_date !== null && test_date <= stored.today;
    const isHeld = isDue || marks.some((mark) => mark && isResultEntered(mark, []));
    return isHeld ? [{ subject, place, maxMark, resultOf }] : [];
  });
}

function resultOfSubject({ subjects }: ReportedStudent, { subject_id }: ClassSubject) {
  return subjects.find((subject) => subject.subject_id === subject_id) ?? null;
}

function maximumOf({ subject_id }: ClassSubject, testId: TestId, { maxima }: TestsOfClass): number {
  const set = maxima.find((item) => item.subject_id === subject_id && item.test_id === testId);
  return set?.max_mark ?? DEFAULT_MAX_MARK;
}
