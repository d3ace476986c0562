/** A grade of a scale: its letter, the lowest whole percentage that earns the letter, and a meaning or "". */
export type GradeScaleStep = { letter: string; from: number; words: string };

/**
 * The weight of the course work in the result of a subject, in per cent; the exam has the remaining weight. At 0 only
 * the exam counts, and at 100 only the course work counts.
 */
export type CourseWorkWeights = {
  /** The weight for all subjects of the level except the exceptions. */
  level: number;
  exceptions: readonly { subject_id: number; weight: number }[];
};

/**
 * The grading of a level in a term: the grades, of which the first is the best and the last starts at 0, the lowest
 * percentage that passes, and the weights. Without `weights`, only the exam counts.
 */
export type GradingScale = {
  steps: readonly GradeScaleStep[];
  passMark: number;
  weights?: CourseWorkWeights;
};

/** Returns the weight of the course work in a subject, in per cent. */
export function courseWorkWeight({ weights }: Pick<GradingScale, "weights">, subject_id: number): number {
  const exception = weights?.exceptions.find((item) => item.subject_id === subject_id);
  return exception?.weight ?? weights?.level ?? 0;
}

/** Formats the weights of a result: `Course work 40%, exam 60%`. */
export function describeWeight(weight: number): string {
  if (weight === 0) return "Exam alone";
  if (weight === ALONE) return "Course work alone";
  return `Course work ${weight}%, exam ${ALONE - weight}%`;
}

const ALONE = 100;

/** Tells whether both the course work and the exam count towards the result. */
export function isWeighted(weight: number): boolean {
  return weight > 0 && weight < ALONE;
}

export type Grade = string;

/** The grades of a level for which the school has not chosen anything else. */
export const DEFAULT_GRADING: GradingScale = {
  steps: [
    { letter: "A", from: 90, words: "" },
    { letter: "B", from: 80, words: "" },
    { letter: "C", from: 70, words: "" },
    { letter: "D", from: 60, words: "" },
    { letter: "R", from: 0, words: "" },
  ],
  passMark: 60,
};

export const HIGHEST_PERCENTAGE = 100;

export function gradeForPercentage(wholePercentage: number, { steps }: GradingScale): Grade | null {
  return steps.find(({ from }) => wholePercentage >= from)?.letter ?? null;
}

export function gradeLetters({ steps }: GradingScale): Grade[] {
  return steps.map(({ letter }) => letter);
}

/** Returns the highest whole percentage of each grade, in the order of the scale. */
function highestOf({ steps }: Pick<GradingScale, "steps">): number[] {
  return steps.map((_step, index) => (steps[index - 1]?.from ?? HIGHEST_PERCENTAGE + 1) - 1);
}

/** Returns the scale as documents explain it: letter `A` with `90–100`, or with `90–100 Excellent`. */
export function gradeRanges(grading: GradingScale): { letter: Grade; meaning: string }[] {
  const highest = highestOf(grading);
  return grading.steps.map(({ letter, from, words }, index) => ({
    letter,
    meaning: [`${from}–${highest[index]}`, words].filter(Boolean).join(" "),
  }));
}

/** Lists the grades whose percentages are all below the pass mark. */
export function listFailingGrades(grading: GradingScale): Grade[] {
  const highest = highestOf(grading);
  return gradeLetters(grading).filter((_letter, index) => (highest[index] ?? 0) < grading.passMark);
}

/** Tells whether a result is below the pass mark. A chosen grade without a percentage is judged by its letter. */
export function isBelowPassMark(
  { percent, grade }: { percent: number | null; grade: Grade | null },
  grading: GradingScale,
): boolean {
  if (percent !== null) return percent < grading.passMark;
  return grade !== null && listFailingGrades(grading).includes(grade);
}

/**
 * Tells whether another scale would change a result: its grade, or whether it passes. A grade that the teacher chose
 * does not change, but the new scale may lack its letter or count it as a fail.
 */
export function wouldGradeChange(
  { percent, grade }: { percent: number | null; grade: Grade | null },
  before: GradingScale,
  after: GradingScale,
): boolean {
  const result = { percent, grade };
  if (isBelowPassMark(result, before) !== isBelowPassMark(result, after)) return true;
  if (percent !== null) return gradeForPercentage(percent, before) !== gradeForPercentage(percent, after);
  const isIn = (grading: GradingScale) => grade !== null && gradeLetters(grading).includes(grade);
  return isIn(before) !== isIn(after);
}
