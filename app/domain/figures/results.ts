import {
  gradeLetters,
  gradeForPercentage,
  isBelowPassMark,
  type Grade,
  type GradingScale,
} from "../grading.ts";
import {
  addMarkToSum,
  addMarkPercentSum,
  emptyMarkPercentSum,
  meanOfMarkPercentSum,
  roundFraction,
  markToPercent,
  type MarkPercentSum,
} from "../subject-results.ts";

/** The overview lists students who fail at least this many subjects. */
export const MIN_FAILED_SUBJECTS = 3;

/** The overview shades a mean that differs from the mean of the subject by at least this many percentage points. */
export const NEAR_MEAN_POINTS = 4;
export const FAR_FROM_MEAN_POINTS = 8;

/** A student's mark in a subject that the student takes, or null for an absence or when nothing is entered. */
export type SubjectMark = { subject_id: number; mark: number | null; max_mark: number };

/** The total of several students' marks. `grades` counts marks, or students' averages, by their letter. */
export type MarkTotals = { sum: MarkPercentSum; passed: number; grades: Map<Grade, number> };

/** The results of one student. `failed` lists the subjects below the pass mark, the lowest percentage first. */
export type StudentSummary = {
  studentKey: number;
  classId: number;
  /** The mean of the unrounded percentages, rounded to one decimal; null without marks. */
  average: number | null;
  grade: Grade | null;
  failed: { subjectId: number; percent: number }[];
  /** True when the student has a mark in each subject that the student takes. */
  isComplete: boolean;
};

export type ClassSummary = {
  subjects: ReadonlyMap<number, MarkTotals>;
  students: readonly StudentSummary[];
  /** Counts the students by the grade of their average. Students without a mark are not counted. */
  averages: ReadonlyMap<Grade, number>;
};

type TakingStudent = { studentKey: number; classId: number; marks: readonly SubjectMark[] };

/**
 * Adds up the marks of a class in a test, both by subject and by student. Subjects that are graded by criteria, or by
 * a grade that the teacher chooses, have no percentages, so callers leave them out.
 */
export function summariseClass(students: readonly TakingStudent[], grading: GradingScale): ClassSummary {
  const subjects = new Map<number, MarkTotals>();
  const averages = new Map<Grade, number>();
  const results = students.map(({ studentKey, classId, marks }): StudentSummary => {
    const sum = emptyMarkPercentSum();
    const failed: StudentSummary["failed"] = [];
    for (const { subject_id, mark, max_mark } of marks) {
      const figures = figuresIn(subjects, subject_id);
      const percent = markToPercent({ mark, max_mark });
      if (mark === null || percent === null) continue;
      addMarkToSum(sum, { mark, max_mark });
      addMarkToSum(figures.sum, { mark, max_mark });
      addGrade(figures.grades, gradeForPercentage(percent, grading), 1);
      if (isBelowPassMark({ percent, grade: null }, grading)) failed.push({ subjectId: subject_id, percent });
      else figures.passed += 1;
    }
    const mean = meanOfMarkPercentSum(sum);
    const grade = mean && gradeForPercentage(roundFraction(mean, 0), grading);
    addGrade(averages, grade, 1);
    return {
      studentKey,
      classId,
      average: mean && roundFraction(mean, 1),
      grade,
      failed: failed.sort((one, other) => one.percent - other.percent),
      isComplete: marks.length > 0 && sum.count === marks.length,
    };
  });
  return { subjects, students: results, averages };
}

function figuresIn<Key>(all: Map<Key, MarkTotals>, key: Key): MarkTotals {
  const known = all.get(key);
  if (known) return known;
  const figures = noFigures();
  all.set(key, figures);
  return figures;
}

function noFigures(): MarkTotals {
  return { sum: emptyMarkPercentSum(), passed: 0, grades: new Map() };
}

function addGrade(grades: Map<Grade, number>, grade: Grade | null, count: number): void {
  if (grade !== null) grades.set(grade, (grades.get(grade) ?? 0) + count);
}

/** Adds up totals, such as the totals of a subject in several classes. Every mark has the same weight. */
export function sumMarkTotals(all: Iterable<MarkTotals>): MarkTotals {
  const total = noFigures();
  for (const { sum, passed, grades } of all) {
    addMarkPercentSum(total.sum, sum);
    total.passed += passed;
    for (const [grade, count] of grades) addGrade(total.grades, grade, count);
  }
  return total;
}

export function sumMarkTotalsBySubject(
  results: readonly Pick<ClassSummary, "subjects">[],
): Map<number, MarkTotals> {
  const ids = new Set(results.flatMap(({ subjects }) => [...subjects.keys()]));
  return new Map(
    [...ids].map((id) => [id, sumMarkTotals(results.flatMap(({ subjects }) => subjects.get(id) ?? []))]),
  );
}

/** Adds up the students of several classes by the grade of their average. */
export function sumAverageGrades(results: readonly Pick<ClassSummary, "averages">[]): Map<Grade, number> {
  const sums = new Map<Grade, number>();
  for (const { averages } of results) for (const [grade, count] of averages) addGrade(sums, grade, count);
  return sums;
}

/** Returns the mean percentage to one decimal, or null without marks. */
export function roundedMeanPercent({ sum }: Pick<MarkTotals, "sum">): number | null {
  const mean = meanOfMarkPercentSum(sum);
  return mean && roundFraction(mean, 1);
}

/** Returns the mean as a whole percentage, rounded in the same way as a mark, or null without marks. */
export function wholeMeanPercent({ sum }: Pick<MarkTotals, "sum">): number | null {
  const mean = meanOfMarkPercentSum(sum);
  return mean && roundFraction(mean, 0);
}

/** Returns the percentage of marks that are not below the pass mark, or null without marks. */
export function calculatePassRate({ sum, passed }: MarkTotals): number | null {
  return sum.count === 0 ? null : (100 * passed) / sum.count;
}

/** The distance of a mean from the mean of the subject: two steps below, one below, near, one above or two above. */
export type DistanceFromMean = -2 | -1 | 0 | 1 | 2;

export function distanceFromMean(mean: number, ofSubject: number): DistanceFromMean {
  const tenths = Math.round(10 * mean) - Math.round(10 * ofSubject);
  const steps = (Number(Math.abs(tenths) >= 10 * NEAR_MEAN_POINTS) +
    Number(Math.abs(tenths) >= 10 * FAR_FROM_MEAN_POINTS)) as 0 | 1 | 2;
  return steps === 0 ? 0 : tenths < 0 ? (-steps as DistanceFromMean) : steps;
}

/** Lists the students who fail many subjects, those with the most failed subjects first. */
export function listFailingStudents(students: readonly StudentSummary[]): StudentSummary[] {
  const byCount: StudentSummary[][] = [];
  for (const student of students)
    if (student.failed.length >= MIN_FAILED_SUBJECTS) (byCount[student.failed.length] ??= []).push(student);
  return Object.values(byCount).reverse().flat();
}

export type AverageChange = { student: StudentSummary; before: number; now: number; change: number };

/**
 * Compares students' averages in two terms. Lists the students whose average fell and those whose average rose, the
 * biggest change first. Only students with all marks in both terms are compared.
 */
export function compareAverages(
  now: readonly StudentSummary[],
  before: readonly StudentSummary[],
): Record<"falls" | "rises", AverageChange[]> {
  const averageBefore = new Map<number, number>();
  for (const { studentKey, isComplete, average } of before)
    if (isComplete && average !== null) averageBefore.set(studentKey, average);
  const changes: AverageChange[] = [];
  for (const student of now) {
    const past = averageBefore.get(student.studentKey);
    if (!student.isComplete || past === undefined || student.average === null) continue;
    const tenths = Math.round(10 * student.average) - Math.round(10 * past);
    changes.push({ student, before: past, now: student.average, change: tenths / 10 });
  }
  return {
    falls: changes.filter(({ change }) => change < 0).sort((one, other) => one.change - other.change),
    rises: changes.filter(({ change }) => change > 0).sort((one, other) => other.change - one.change),
  };
}

/** Lists the grade letters of several scales without duplicates, in the order of the scales. */
export function listGradeLetters(gradings: readonly GradingScale[]): Grade[] {
  return [...new Set(gradings.flatMap(gradeLetters))];
}

/** The explanations that the page shows to its readers. */
export const RESULT_DEFINITIONS: readonly { term: string; words: string }[] = [
  {
    term: "The mark that counts",
    words:
      "For End of Term, the exam mark counts, as on the report card. In a class with course work only, the course work mark counts. If the school gives course work and exam a weight, Termbook works out the result from both marks, and a student needs both. For the term’s other test, the mark of that test counts. Fortnightly tests do not count.",
  },
  {
    term: "Mean",
    words:
      "Termbook turns every mark into a percentage and averages the percentages before rounding, so every mark counts once. Absences, no work, and subjects with chosen grades or criteria are left out.",
  },
  {
    term: "Pass rate",
    words:
      "The percentage of marks at or above the level’s pass mark. Each mark is first rounded to a whole percentage, as on the report card.",
  },
  {
    term: "Students by average",
    words:
      "A student’s average is the mean of their percentages, as on the report card. To find the grade, Termbook rounds the average to a whole percentage and looks it up in the level’s grade scale. Students without a mark are not counted.",
  },
  {
    term: "Means by subject and class",
    words: `A mean is shaded when it is at least ${NEAR_MEAN_POINTS} points from the subject’s mean in the classes shown, and shaded more strongly from ${FAR_FROM_MEAN_POINTS} points. A mean below the pass mark is underlined.`,
  },
  {
    term: "Failing three subjects or more",
    words: `Students with a mark below the pass mark in at least ${MIN_FAILED_SUBJECTS} subjects. An absence does not count as a failed subject.`,
  },
  {
    term: "Biggest falls and rises",
    words:
      "Termbook compares each student’s average with the term before. It leaves out students without a mark in every subject they take in both terms, and classes that you cannot open.",
  },
  {
    term: "Last term and a year ago",
    words: "The same levels and classes in the term before, and in the same term of the year before.",
  },
  {
    term: "Marks missing",
    words:
      "Marks still to be entered on the test’s mark sheets: no mark, absence or no work has been recorded. Mark sheets with grades only are not counted.",
  },
];
