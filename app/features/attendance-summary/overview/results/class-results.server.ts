import { noTransaction } from "#db/index.ts";
import { listResultClasses, loadTermResults, type GradedClassRow } from "#db/queries/marks/results.ts";
import { refreshCounts } from "#db/queries/reports/counts.ts";
import type { QueryScope } from "#db/queries/parts.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { summariseClass, type ClassSummary } from "#domain/figures/results.ts";
import { getMarkSheetKind } from "#domain/sheets.ts";
import { findMarkThatCounts } from "#domain/subject-results.ts";
import type { TestId } from "#domain/terms.ts";

export type SummarisedClass = GradedClassRow & { result: ClassSummary };

type Wanted = { terms: readonly number[]; testId: TestId; flavour: SchoolFlavour; level: number | null };

export async function loadClassResults(
  scope: QueryScope,
  { terms, testId, flavour, level }: Wanted,
): Promise<SummarisedClass[]> {
  await Promise.all(terms.map((academicTermId) => refreshCounts({ academicTermId, flavour })));
  const all = await listResultClasses({ ...scope, terms }, noTransaction);
  const classes = all.filter(({ form_level }) => level === null || form_level === level);
  const results = keepResults(classes, { testId, flavour });
  return Promise.all(
    classes.map(async (row) => {
      const found = await results.get(row);
      if (!found) throw new Error(`The results of class ${row.class_id} were not loaded.`);
      return { ...row, result: found };
    }),
  );
}

type KeptResult = { state: string; result: ClassResult };

/**
 * A cache of class results. A school looks at the same terms all morning, and a class is read again only after a
 * change, so that the page is as cheap in a large school as in a small one.
 */
const kept = new Map<string, KeptResult>();

/** The size of the cache: enough for three terms and both tests of a school of 20,000 students. */
const MOST_KEPT = 5_000;

/** The number of classes that one query reads. Between the queries the server can handle other requests. */
const CLASSES_AT_ONCE = 40;

function keyOf({ academic_term_id, class_id }: GradedClassRow, testId: TestId): string {
  return `${academic_term_id} ${class_id} ${testId}`;
}

function stateOf({ counted, grading, criteria_subjects }: GradedClassRow): string {
  return JSON.stringify([counted, grading, criteria_subjects]);
}

type OfTest = { testId: TestId; flavour: SchoolFlavour };

type ClassResult = Promise<ClassSummary | undefined>;

/** Returns the cached results of classes, and starts reading the results of classes that have changed since. */
function keepResults(
  classes: readonly GradedClassRow[],
  { testId, flavour }: OfTest,
): Map<GradedClassRow, ClassResult> {
  const results = new Map(classes.flatMap((row) => findKept(row, testId)));
  const changed = classes.filter((row) => !results.has(row));
  let before: Promise<unknown> = Promise.resolve();
  for (const own of groupBy(changed, ({ academic_term_id }) => academic_term_id).values()) {
    for (let from = 0; from < own.length; from += CLASSES_AT_ONCE) {
      const some = own.slice(from, from + CLASSES_AT_ONCE);
      const read = before.then(() => readResults(some, { testId, flavour }));
      before = read.catch(() => null);
      for (const row of some) results.set(row, keep(row, { testId, read }));
    }
  }
  return results;
}

/** Finds an up-to-date result in the cache. Moves it to the end, because a full cache drops its first results. */
function findKept(row: GradedClassRow, testId: TestId): [GradedClassRow, ClassResult][] {
  const key = keyOf(row, testId);
  const known = kept.get(key);
  if (known?.state !== stateOf(row)) return [];
  kept.delete(key);
  kept.set(key, known);
  return [[row, known.result]];
}

type Read = Promise<ReadonlyMap<number, ClassSummary>>;

function keep(row: GradedClassRow, { testId, read }: { testId: TestId; read: Read }): ClassResult {
  const key = keyOf(row, testId);
  const result = read.then((results) => results.get(row.class_id));
  const entry = { state: stateOf(row), result };
  result.catch(() => {
    if (kept.get(key) === entry) kept.delete(key);
  });
  kept.delete(key);
  kept.set(key, entry);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return result;
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
          .filter(([subject]) => hasMarks(ofClass, subject, flavour))
          .map((marks) => ({ subject_id: marks[0], ...findMarkThatCounts(marks, ofClass, testId) })),
      }));
      return [ofClass.class_id, summariseClass(students, ofClass.grading)];
    }),
  );
}

/** Returns whether the class has marks in the subject, and not only grades. */
export function hasMarks(
  { form_level, by_criteria, criteria_subjects }: GradedClassRow,
  subject_id: number,
  flavour: SchoolFlavour,
): boolean {
  const criteria = criteria_subjects.filter((id) => id === subject_id);
  return getMarkSheetKind({ flavour, subject_id, form_level, by_criteria, criteria }) === "marks";
}
