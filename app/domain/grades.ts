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
