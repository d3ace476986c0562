import { PRESENT_AT_TEST, type TestAttendance } from "./attendance.ts";
import { calculatePercentage, type SchoolFlavour, type Rating } from "./grades.ts";
import {
  courseWorkWeight,
  gradeForPercentage,
  isWeighted,
  type Grade,
  type GradingScale,
} from "./grading.ts";
import { weighMarks } from "./figures/weighted-marks.ts";
import { getMarkSheetKind, type MarkSheetKind } from "./sheets.ts";
import {
  END_OF_TERM_TEST_ID,
  FORTNIGHTLY_TEST_ID,
  OTHER_ASSESSMENT_TEST_ID,
  type AssessmentType,
  type TestId,
} from "./terms.ts";

/** The rules that apply to the marks of a class in a term. */
export type MarkingScheme = {
  flavour: SchoolFlavour;
  form_level: number;
  by_criteria: boolean;
  course_work_only: boolean;
  assessment_type: AssessmentType;
  grading: GradingScale;
};

export type TestMark = {
  subject_id: number;
  test_id: TestId;
  /**
   * The position of a fortnightly test by date, 1 or 2, because only the first two count, or null for other tests.
   */
  place: number | null;
  mark: number | null;
  max_mark: number;
  attendance: TestAttendance;
  grade: Grade | null;
  application: Rating | null;
  preparedness: Rating | null;
  remark: string | null;
  /** The grades by criterion id. */
  criteria: Readonly<Record<string, number | null>>;
};

export type Criterion = { subject_id: number; form_level: number; criterion_id: number; detail: string };

export type SubjectResult = {
  kind: MarkSheetKind;
  /** The marks of the two fortnightly tests, the other assessment and the exam. Each is null when nothing is stored. */
  first: TestMark | null;
  second: TestMark | null;
  course: TestMark | null;
  exam: TestMark | null;
  /** The weight of the course work in per cent. At 0 only the exam counts, and at 100 only the course work counts. */
  weight: number;
  /**
   * The mark that counts: the mark of the exam, the mark of the course work, or both marks weighted. The mark and
   * maximum of a weighted result serve only to give the percentage. Null while a part of the result is not entered.
   */
  counted: TestMark | null;
  /** The mark that counts, as a whole percentage, or null if the student was absent or handed in no work. */
  percent: number | null;
  /** The grade that the teacher chose, or the grade of the percentage on the scale. */
  grade: Grade | null;
  /** The subject's criteria with their grades; empty unless the subject is graded by criteria. */
  criteria: { detail: string; grade: number | null }[];
  /** True when the result that counts was entered: a mark, a grade, an absence, or a grade for every criterion. */
  isEntered: boolean;
  /** The remark of the subject's teacher, which is stored with the mark that counts. */
  remark: string | null;
};

type Given = { scheme: MarkingScheme; marks: readonly TestMark[]; criteria: readonly Criterion[] };

/** Calculates a student's result in a subject from the stored marks and the class's criteria. */
export function calculateSubjectResult(
  subject_id: number,
  { scheme, marks, criteria }: Given,
): SubjectResult {
  const { flavour, form_level, by_criteria } = scheme;
  const observed = criteria.filter(
    (item) => item.subject_id === subject_id && item.form_level === form_level,
  );
  const kind = getMarkSheetKind({ flavour, form_level, by_criteria, subject_id, criteria: observed });
  const own = marks.filter((mark) => mark.subject_id === subject_id);
  // A student who changed class may have two fortnightly tests at the same position. The first one counts.
  const ofTest = (test: TestId, place: number | null) =>
    own.find((item) => item.test_id === test && item.place === place) ?? null;
  const [exam, course] = [ofTest(END_OF_TERM_TEST_ID, null), ofTest(OTHER_ASSESSMENT_TEST_ID, null)];
  const weight = getCourseWeight(scheme, { subject_id, kind });
  const counted = isWeighted(weight) ? weigh(course, exam, weight) : weight === 0 ? exam : course;
  // Even in a class with course work only, grades may be chosen on the exam's sheet.
  const chosen = counted?.grade ?? exam?.grade ?? null;
  const percent = markToPercent(counted);
  const grade = resolveGrade(kind, { percent, chosen, grading: scheme.grading });
  const graded = kind === "criteria" ? observed.map((item) => criterionGrade(item, exam)) : [];
  const isAway = counted !== null && counted.attendance !== PRESENT_AT_TEST;
  const [first, second] = [ofTest(FORTNIGHTLY_TEST_ID, 1), ofTest(FORTNIGHTLY_TEST_ID, 2)];
  const isGraded =
    kind === "criteria" ? graded.every((item) => item.grade !== null) : grade !== null || percent !== null;
  const isEntered = isAway || isGraded;
  // If results were weighted differently earlier, the remark may be stored with the mark of the other test.
  const remarked = weight === ONLY_COURSE_WORK ? [course, exam] : [exam, course];
  const remark = remarked.find((mark) => mark?.remark)?.remark ?? null;
  const tests = { first, second, course, exam };
  return { kind, weight, ...tests, counted, percent, grade, criteria: graded, isEntered, remark };
}

const ONLY_COURSE_WORK = 100;

type Weighting = {
  course_work_only: boolean;
  by_criteria: boolean;
  grading: Pick<GradingScale, "weights">;
};

type WeightedSubject = { subject_id: number; kind: MarkSheetKind };

/** Weights apply to marks. A class graded by criteria has no sheets for course work, so the exam counts alone. */
export function getCourseWeight(
  { course_work_only, by_criteria, grading }: Weighting,
  { subject_id, kind }: WeightedSubject,
): number {
  if (course_work_only) return ONLY_COURSE_WORK;
  return kind === "marks" && !by_criteria ? courseWorkWeight(grading, subject_id) : 0;
}

/**
 * Lists the tests whose marks count in a subject, with the last test first: the exam, the course work, or both where
 * the school weights them.
 */
export function listTestsThatCount(scheme: Weighting, subject: WeightedSubject): TestId[] {
  const weight = getCourseWeight(scheme, subject);
  if (isWeighted(weight)) return [END_OF_TERM_TEST_ID, OTHER_ASSESSMENT_TEST_ID];
  return [weight === 0 ? END_OF_TERM_TEST_ID : OTHER_ASSESSMENT_TEST_ID];
}

/**
 * Combines course work and exam by their weights. Both are needed: while one is missing there is no result, and a
 * student who was absent for one has an absence.
 */
function weigh(course: TestMark | null, exam: TestMark | null, weight: number): TestMark | null {
  if (!course || !exam || ![course, exam].every((part) => isResultEntered(part, []))) return null;
  const away = [exam, course].find(({ attendance }) => attendance !== PRESENT_AT_TEST);
  return away ? { ...away, mark: null } : { ...exam, ...weighMarks(course, exam, weight) };
}

/**
 * A student's marks in a subject: the mark of the test and, if the end-of-term result needs it, the mark of the
 * course work.
 */
export type StudentMarksInSubject = readonly [
  subjectId: number,
  mark: number | null,
  maxMark: number,
  courseMark: number | null,
  courseMaxMark: number,
];

/** Returns the mark that counts in a test, as `calculateSubjectResult` does for a report. */
export function findMarkThatCounts(
  [subject_id, mark, max_mark, courseMark, courseMaxMark]: StudentMarksInSubject,
  scheme: Weighting,
  testId: TestId,
): { mark: number | null; max_mark: number } {
  const weight =
    testId === END_OF_TERM_TEST_ID && !scheme.course_work_only
      ? getCourseWeight(scheme, { subject_id, kind: "marks" })
      : 0;
  const exam = { mark, max_mark };
  const course = { mark: courseMark, max_mark: courseMaxMark };
  if (isWeighted(weight)) return weighMarks(course, exam, weight);
  return weight === 0 ? exam : course;
}

/**
 * Tells whether a result was entered. An absence or missing work counts as entered; ratings of the term's work do not.
 * @param criteria the grade of each criterion, all of which are needed; empty for a subject without criteria
 */
export function isResultEntered(
  { mark, grade, attendance }: Pick<TestMark, "mark" | "grade"> & { attendance: number },
  criteria: readonly (number | null)[],
): boolean {
  if (attendance !== PRESENT_AT_TEST) return true;
  if (criteria.length > 0) return criteria.every((item) => item !== null);
  return mark !== null || grade !== null;
}

/** Formats `missing 3 of 4`. Returns null when all criteria have a grade, and when no criterion has a grade. */
export function formatMissingGrades(grades: readonly unknown[]): string | null {
  const missing = grades.filter((grade) => grade === null).length;
  return missing > 0 && missing < grades.length ? `missing ${missing} of ${grades.length}` : null;
}

export function markToPercent(mark: MarkWithMaximum): number | null {
  return mark?.mark == null ? null : calculatePercentage(mark.mark, mark.max_mark);
}

/** Returns the chosen grade in subjects in which teachers choose one, otherwise the grade of the percentage. */
export function resolveGrade(
  kind: MarkSheetKind,
  { percent, chosen, grading }: { percent: number | null; chosen: Grade | null; grading: GradingScale },
): Grade | null {
  if (kind === "grades") return chosen;
  return percent === null ? null : gradeForPercentage(percent, grading);
}

function criterionGrade({ criterion_id, detail }: Criterion, exam: TestMark | null) {
  return { detail, grade: exam?.criteria[criterion_id] ?? null };
}

const FIGURES = 3;

/** The mark and the maximum from which a percentage is calculated, or null if the test has no stored row. */
export type MarkWithMaximum = Pick<TestMark, "mark" | "max_mark"> | null;

/**
 * Calculates the average on a report: the mean of the unrounded percentages that count, with 3 significant digits and a
 * % sign. Subjects with chosen grades or criteria are left out. Returns null when no subject has a percentage.
 */
export function calculateReportAverage(
  results: readonly Pick<SubjectResult, "kind" | "counted">[],
): string | null {
  const mean = calculateMeanPercent(
    results.flatMap(({ kind, counted }) => (kind === "marks" ? [counted] : [])),
  );
  return mean && formatAverage(mean);
}

/** Formats an average as documents print it: `82.4%`. */
export function formatAverage(mean: ExactFraction): string {
  return `${toFigures(mean, FIGURES)}%`;
}

/** Calculates the exact mean of the entered marks in per cent. Returns null when no marks are entered. */
export function calculateMeanPercent(marks: readonly MarkWithMaximum[]): ExactFraction | null {
  return calculateMeanFraction(
    marks.flatMap((mark) => (mark?.mark == null ? [] : [percentExactly(mark.mark, mark.max_mark)])),
  );
}

function percentExactly(mark: number, maxMark: number): ExactFraction {
  return { over: 100n * inHundredths(mark).over, under: inHundredths(maxMark).over };
}

/**
 * An exact number. Marks are added and divided as fractions and rounded only when they are printed, because 82.35 has
 * no exact binary form and would otherwise print as 82.3.
 */
export type ExactFraction = { over: bigint; under: bigint };

/** Converts a number with at most two decimals, such as a mark, to an exact fraction. */
function inHundredths(figure: number): ExactFraction {
  return { over: BigInt(Math.round(100 * figure)), under: 100n };
}

/** Calculates the exact mean, or returns null if there are no numbers. */
export function calculateMeanFraction(fractions: readonly ExactFraction[]): ExactFraction | null {
  if (fractions.length === 0) return null;
  const { over, under } = fractions.reduce(sumOf);
  return { over, under: under * BigInt(fractions.length) };
}

/** The sum of several marks, grouped by the maximum mark. The sums and the maximums are in hundredths. */
export type MarkPercentSum = { count: number; sums: Map<number, number> };

export function emptyMarkPercentSum(): MarkPercentSum {
  return { count: 0, sums: new Map() };
}

export function addMarkToSum(
  sum: MarkPercentSum,
  { mark, max_mark }: { mark: number; max_mark: number },
): void {
  sum.count += 1;
  addTo(sum.sums, Math.round(100 * max_mark), Math.round(100 * mark));
}

export function addMarkPercentSum(sum: MarkPercentSum, other: MarkPercentSum): void {
  sum.count += other.count;
  for (const [maximum, marks] of other.sums) addTo(sum.sums, maximum, marks);
}

function addTo(sums: Map<number, number>, maximum: number, marks: number): void {
  sums.set(maximum, (sums.get(maximum) ?? 0) + marks);
}

/** Calculates the same mean as `calculateMeanPercent` from marks that were already added up. */
export function meanOfMarkPercentSum({ count, sums }: MarkPercentSum): ExactFraction | null {
  const parts = [...sums].map(([maximum, marks]) => ({ over: 100n * BigInt(marks), under: BigInt(maximum) }));
  if (parts.length === 0) return null;
  const { over, under } = parts.reduce(sumOf);
  return { over, under: under * BigInt(count) };
}

function sumOf(one: ExactFraction, other: ExactFraction): ExactFraction {
  const shared = greatestDivisor(one.under, other.under);
  const [ofOne, ofOther] = [other.under / shared, one.under / shared];
  return { over: one.over * ofOne + other.over * ofOther, under: one.under * ofOne };
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other);
}

/** Formats a fraction with this many decimals, rounding half up: `71.0`. */
export function formatFraction(fraction: ExactFraction, decimals: number): string {
  return roundFraction(fraction, decimals).toFixed(decimals);
}

/** Formats a fraction with this many significant digits, rounding half up: `82.4`, `7.00` and `0.333` with three. */
function toFigures(fraction: ExactFraction, figures: number): string {
  if (fraction.over === 0n) return "0";
  const size = Math.floor(Math.log10(Number(fraction.over) / Number(fraction.under)));
  const decimals = Math.max(0, figures - 1 - size);
  const rounded = roundFraction(fraction, decimals);
  const isLonger = rounded >= 10 ** (figures - decimals);
  return rounded.toFixed(isLonger && decimals > 0 ? decimals - 1 : decimals);
}

/** Rounds a fraction to this many decimals, rounding half up. */
export function roundFraction({ over, under }: ExactFraction, decimals: number): number {
  const scale = 10n ** BigInt(decimals);
  return Number((2n * over * scale + under) / (2n * under)) / Number(scale);
}

export type FigureSummary = { mean: string; highest: number; lowest: number };

/** Summarises the figures that are not null, or returns null without any. The mean keeps its decimals: `71.0`. */
export function summariseFigures(figures: readonly (number | null)[], decimals = 1): FigureSummary | null {
  const given = figures.filter((figure) => figure !== null);
  return summary(given, calculateMeanFraction(given.map(inHundredths)), decimals);
}

/** Summarises percentages: highest and lowest are rounded as on documents, the mean is of unrounded percentages. */
export function summarisePercentages(marks: readonly MarkWithMaximum[], decimals = 1): FigureSummary | null {
  return summary(
    marks.flatMap((mark) => markToPercent(mark) ?? []),
    calculateMeanPercent(marks),
    decimals,
  );
}

function summary(
  given: readonly number[],
  mean: ExactFraction | null,
  decimals: number,
): FigureSummary | null {
  if (mean === null) return null;
  return { mean: formatFraction(mean, decimals), highest: Math.max(...given), lowest: Math.min(...given) };
}

/** Adds up marks and rounds to two decimals, because a sum of binary fractions may have more. */
export function sumMarks(marks: readonly number[]): number {
  return marks.reduce((sum, mark) => sum + Math.round(100 * mark), 0) / 100;
}

export type Rank = { place: number; isShared: boolean };

/** Ranks students by printed averages. Equal averages share a rank; a student without an average has none. */
function rankAverages(averages: readonly (string | null)[]): (Rank | null)[] {
  const given = averages.filter((average) => average !== null).map(parseFloat);
  return averages.map((average) => {
    if (average === null) return null;
    const own = parseFloat(average);
    const place = 1 + given.filter((other) => other > own).length;
    return { place, isShared: given.filter((other) => other === own).length > 1 };
  });
}

/**
 * Ranks students by their averages. A student is ranked only if they have a mark wherever a classmate has one, in
 * everything that they take; other students get null.
 * @param marks for each student, whether they have a mark in each subject or other item. There is no entry for a
 * subject that the student does not take.
 */
export function rankStudentsWithAllMarks<Key>(
  averages: readonly (string | null)[],
  marks: readonly ReadonlyMap<Key, boolean>[],
): (Rank | null)[] {
  const given = new Set(
    marks.flatMap((own) => [...own].flatMap(([key, isMarked]) => (isMarked ? [key] : []))),
  );
  const isComplete = marks.map((own) => [...own].every(([key, isMarked]) => isMarked || !given.has(key)));
  return rankAverages(averages.map((average, index) => (isComplete[index] ? average : null)));
}
