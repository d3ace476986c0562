import { noTransaction } from "#db/index.ts";
import { listResultClasses, loadTermResults, type GradedClassRow } from "#db/queries/marks/results.ts";
import { refreshCountsOfTerms } from "#db/queries/reports/counts.ts";
import type { QueryScope } from "#db/queries/parts.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { summariseClass, type ClassSummary } from "#domain/figures/results.ts";
import { getMarkSheetKind } from "#domain/sheets.ts";
import { findMarkThatCounts } from "#domain/subject-results.ts";
import type { TestId } from "#domain/terms.ts";
import { ClassDataCache } from "../../class-cache.server.ts";

export type SummarisedClass = GradedClassRow & { result: ClassSummary };

type OfTest = { testId: TestId; flavour: SchoolFlavour };

const summaries = new ClassDataCache<ClassSummary>();

type ResultsToLoad = OfTest & {
  terms: readonly number[];
  /** Limits the results to a level; null for all. */
  level: number | null;
  /** An earlier term, of which all levels are read because students were in another level then. */
  wholeTerm?: number | null;
};

export async function loadOverviewClassResults(
  scope: QueryScope,
  { terms, testId, flavour, level, wholeTerm }: ResultsToLoad,
): Promise<SummarisedClass[]> {
  await refreshCountsOfTerms(terms, flavour);
  const all = await listResultClasses({ ...scope, terms }, noTransaction);
  // The grading of a level is written as text only once, because a large school has many classes.
  const texts = new Map(
    [...new Set(all.map(({ grading }) => grading))].map((it) => [it, JSON.stringify(it)]),
  );
  const classes = all
    .filter((row) => level === null || row.form_level === level || row.academic_term_id === wholeTerm)
    .map(({ grading, ...row }) => ({ ...row, grading, state: JSON.stringify(row) + texts.get(grading) }));
  const read = (rows: readonly GradedClassRow[]) => readResults(rows, { testId, flavour });
  const results = await summaries.load(classes, { what: String(testId), read });
  return results.map(([row, result]) => ({ ...row, result }));
}

export async function readResults(
  classes: readonly GradedClassRow[],
  { testId, flavour }: OfTest,
): Promise<ReadonlyMap<number, ClassSummary>> {
  const [first] = classes;
  if (!first) return new Map();
  const classIds = classes.map(({ class_id }) => class_id);
  const withCourseWork = classes.some(({ grading }) => grading.weights !== undefined);
  const read = { academicTermId: first.academic_term_id, classIds, testId, withCourseWork, subjectId: null };
  const rows = groupBy(await loadTermResults(read, noTransaction), ({ class_id }) => class_id);
  return new Map(
    classes.map((ofClass) => {
      const students = (rows.get(ofClass.class_id) ?? []).map((row) => ({
        studentKey: row.student_key,
        classId: row.class_id,
        marks: row.marks
          .filter(([subject]) => hasClassMarksInSubject(ofClass, subject, flavour))
          .map((marks) => ({ subject_id: marks[0], ...findMarkThatCounts(marks, ofClass, testId) })),
      }));
      return [ofClass.class_id, summariseClass(students, ofClass.grading)];
    }),
  );
}

/** Returns whether the class has marks in the subject, and not only grades. */
export function hasClassMarksInSubject(
  { form_level, by_criteria, criteria_subjects }: GradedClassRow,
  subject_id: number,
  flavour: SchoolFlavour,
): boolean {
  const criteria = criteria_subjects.filter((id) => id === subject_id);
  return getMarkSheetKind({ flavour, subject_id, form_level, by_criteria, criteria }) === "marks";
}
