/** A grade of a scale: its letter, the lowest whole percentage that earns the letter, and a meaning or "". */
export type GradeStep = { letter: string; from: number; words: string };

/**
 * How much the course work counts towards the result of a subject, in per cent; the exam counts for the rest. 0 means
 * the exam alone, 100 the course work alone.
 */
export type CourseWorkWeights = {
  /** The subjects of the level without the exceptions. */
  level: number;
  exceptions: readonly { subject_id: number; weight: number }[];
};

/**
 * How a level is graded in a term: the grades, best first, the last from 0, the lowest percentage that passes, and how
 * results are made. Without `weights` the exam counts alone.
 */
export type GradingScale = { steps: readonly GradeStep[]; passMark: number; weights?: CourseWorkWeights };

/** Returns how much the course work counts in a subject, in per cent. */
export function courseWorkWeight({ weights }: Pick<GradingScale, "weights">, subject_id: number): number {
  const exception = weights?.exceptions.find((item) => item.subject_id === subject_id);
  return exception?.weight ?? weights?.level ?? 0;
}

/** Formats how a result is made: `Course work 40%, exam 60%`. */
export function describeWeight(weight: number): string {
  if (weight === 0) return "Exam alone";
  if (weight === ALONE) return "Course work alone";
  return `Course work ${weight}%, exam ${ALONE - weight}%`;
}

const ALONE = 100;

/** Tells whether a result is made of both parts. */
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
export function failingGrades(grading: GradingScale): Grade[] {
  const highest = highestOf(grading);
  return gradeLetters(grading).filter((_letter, index) => (highest[index] ?? 0) < grading.passMark);
}

/** Tells whether a result is below the pass mark. A chosen grade without a percentage is judged by its letter. */
export function isBelowPassMark(
  { percent, grade }: { percent: number | null; grade: Grade | null },
  grading: GradingScale,
): boolean {
  if (percent !== null) return percent < grading.passMark;
  return grade !== null && failingGrades(grading).includes(grade);
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

/** The ratings of application, preparedness and behaviour, as pages and documents print them. */
export const RATINGS = { C: "Consistently", S: "Sometimes", R: "Rarely" } as const;
export type Rating = keyof typeof RATINGS;

/** The ratings with their meanings, for the explanation below a printed table. */
export const RATING_MEANINGS = Object.entries(RATINGS).map(([letter, meaning]) => ({ letter, meaning }));

/** The letters of the ratings in words, such as `C, S or R`. */
export const RATING_LETTERS = Object.keys(RATINGS)
  .join(", ")
  .replace(/, (?=\w+$)/, " or ");

export const CRITERION_GRADES = [1, 2, 3, 4, 5] as const;

const FORM_LEVELS = [1, 2, 3, 4, 5, 6, 7];
const FIRST_YEAR = 1;
const GRADED_SUBJECTS = new Set([7, 8, 9]);
const GRADED_IN_FIRST_YEAR = 6;
export const FIRST_SIXTH_FORM_LEVEL = 6;

/** Calculates a whole percentage, rounding half up. Hundredths are used because binary fractions may round down. */
export function calculatePercentage(mark: number, maxMark: number): number {
  const earned = Math.round(mark * 100);
  const possible = Math.round(maxMark * 100);
  return Math.floor((200 * earned + possible) / (2 * possible));
}

/** Tells whether teachers choose a subject's grade instead of giving a mark. Only primary schools do this. */
export function isGradedSubject(flavour: SchoolFlavour, subjectId: number, formLevel: number): boolean {
  if (flavour !== "primary") return false;
  return GRADED_SUBJECTS.has(subjectId) || (formLevel === FIRST_YEAR && subjectId === GRADED_IN_FIRST_YEAR);
}

/** Lists the subjects and form levels for which teachers choose a grade, for queries about the whole school. */
export function listGradedSubjects(flavour: SchoolFlavour): { subject_id: number; form_level: number }[] {
  return [...GRADED_SUBJECTS, GRADED_IN_FIRST_YEAR].flatMap((subject_id) =>
    FORM_LEVELS.filter((level) => isGradedSubject(flavour, subject_id, level)).map((form_level) => ({
      subject_id,
      form_level,
    })),
  );
}

/** Tells whether a level has ratings of application and preparedness: only forms below the sixth form do. */
export function hasWorkRatings(flavour: SchoolFlavour, formLevel: number): boolean {
  return flavour === "secondary" && formLevel < FIRST_SIXTH_FORM_LEVEL;
}

export type SchoolFlavour = "primary" | "secondary";

/** The maximum mark of a test unless the school sets another. */
export const DEFAULT_MAX_MARK = 100;
