/** A grade of a scale: its letter, the lowest whole percentage that earns the letter, and a meaning or "". */
export type GradeStep = { letter: string; from: number; words: string };

/** The grading of a level in a term: its grades, best first and the last from 0, and the lowest percentage to pass. */
export type Grading = { steps: readonly GradeStep[]; passMark: number };

export type Grade = string;

/** The grades of a level for which the school has not chosen anything else. */
export const USUAL_GRADING: Grading = {
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

export function gradeOf(wholePercentage: number, { steps }: Grading): Grade | null {
  return steps.find(({ from }) => wholePercentage >= from)?.letter ?? null;
}

export function gradeLetters({ steps }: Grading): Grade[] {
  return steps.map(({ letter }) => letter);
}

/** Returns the highest whole percentage of each grade, in the order of the scale. */
function highestOf({ steps }: Pick<Grading, "steps">): number[] {
  return steps.map((_step, index) => (steps[index - 1]?.from ?? HIGHEST_PERCENTAGE + 1) - 1);
}

/** Returns the scale as documents explain it: letter `A` with `90–100`, or with `90–100 Excellent`. */
export function gradeRanges(grading: Grading): { letter: Grade; meaning: string }[] {
  const highest = highestOf(grading);
  return grading.steps.map(({ letter, from, words }, index) => ({
    letter,
    meaning: [`${from}–${highest[index]}`, words].filter(Boolean).join(" "),
  }));
}

/** Lists the grades whose percentages are all below the pass mark. */
export function lowGrades(grading: Grading): Grade[] {
  const highest = highestOf(grading);
  return gradeLetters(grading).filter((_letter, index) => (highest[index] ?? 0) < grading.passMark);
}

/** Tells whether a result is below the pass mark. A chosen grade without a percentage is judged by its letter. */
export function isLow(
  { percent, grade }: { percent: number | null; grade: Grade | null },
  grading: Grading,
): boolean {
  if (percent !== null) return percent < grading.passMark;
  return grade !== null && lowGrades(grading).includes(grade);
}

/**
 * Tells whether another scale would change a result: its grade, or whether it passes. A grade that the teacher chose
 * does not change, but the new scale may lack its letter or count it as a fail.
 */
export function isGradedAnew(
  { percent, grade }: { percent: number | null; grade: Grade | null },
  before: Grading,
  after: Grading,
): boolean {
  const result = { percent, grade };
  if (isLow(result, before) !== isLow(result, after)) return true;
  if (percent !== null) return gradeOf(percent, before) !== gradeOf(percent, after);
  const isIn = (grading: Grading) => grade !== null && gradeLetters(grading).includes(grade);
  return isIn(before) !== isIn(after);
}
