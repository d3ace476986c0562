import { noTransaction } from "#db/index.ts";
import { listResultClasses, loadTermResults, type GradedClassRow } from "#db/queries/marks/results.ts";
import { refreshCounts } from "#db/queries/reports/counts.ts";
import type { Scope } from "#db/queries/parts.ts";
import type { Flavour } from "#domain/grades.ts";
import { summariseClass, type ClassSummary } from "#domain/figures/results.ts";
import { sheetKind } from "#domain/sheets.ts";
import type { TestId } from "#domain/terms.ts";

/** A class in a term, with its results in a test. */
export type SummarisedClass = GradedClassRow & { result: ClassSummary };

type Wanted = { terms: readonly number[]; testId: TestId; flavour: Flavour; level: number | null };

/** Loads the results of the classes in scope, in each of several terms. */
export async function loadClassResults(
  scope: Scope,
  { terms, testId, flavour, level }: Wanted,
): Promise<SummarisedClass[]> {
  await Promise.all(terms.map((academicTermId) => refreshCounts({ academicTermId, flavour })));
  const all = await listResultClasses({ ...scope, terms }, noTransaction);
  const classes = all.filter(({ form_level }) => level === null || form_level === level);
  keepResults(classes, { testId, flavour });
  return Promise.all(
    classes.map(async (row) => {
      const found = await kept.get(keyOf(row, testId))?.result;
      if (!found) throw new Error(`The results of class ${row.class_id} were not loaded.`);
      return { ...row, result: found };
    }),
  );
}

type KeptResult = { state: string; result: Promise<ClassSummary | undefined> };

/**
 * The results that were read last. A school looks at the same terms all morning, and a class is read again only after a
 * change, so the page costs as little in a large school as in a small one.
 */
const kept = new Map<string, KeptResult>();

/** Enough for three terms and both tests of a school of 20,000 students. */
const MOST_KEPT = 5_000;

/** The time of the server's other requests is divided between this many classes. */
const CLASSES_AT_ONCE = 40;

function keyOf({ academic_term_id, class_id }: GradedClassRow, testId: TestId): string {
  return `${academic_term_id} ${class_id} ${testId}`;
}

function stateOf({ counted, grading, criteria_subjects }: GradedClassRow): string {
  return JSON.stringify([counted, grading, criteria_subjects]);
}

type OfTest = { testId: TestId; flavour: Flavour };

/** Begins to read the results of the classes that have changed since they were read last. */
function keepResults(classes: readonly GradedClassRow[], { testId, flavour }: OfTest): void {
  const changed = classes.filter((row) => kept.get(keyOf(row, testId))?.state !== stateOf(row));
  let before: Promise<unknown> = Promise.resolve();
  for (const term of new Set(changed.map(({ academic_term_id }) => academic_term_id))) {
    const own = changed.filter(({ academic_term_id }) => academic_term_id === term);
    for (let from = 0; from < own.length; from += CLASSES_AT_ONCE) {
      const some = own.slice(from, from + CLASSES_AT_ONCE);
      const read = before.then(() => readResults(some, { testId, flavour }));
      before = read.catch(() => null);
      for (const row of some) keep(row, { testId, read });
    }
  }
}

type Read = Promise<ReadonlyMap<number, ClassSummary>>;

function keep(row: GradedClassRow, { testId, read }: { testId: TestId; read: Read }): void {
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
}

async function readResults(
  classes: readonly GradedClassRow[],
  { testId, flavour }: OfTest,
): Promise<ReadonlyMap<number, ClassSummary>> {
  const [first] = classes;
  if (!first) return new Map();
  const classIds = classes.map(({ class_id }) => class_id);
  const read = { academicTermId: first.academic_term_id, classIds, testId, subjectId: null };
  const rows = await loadTermResults(read, noTransaction);
  return new Map(
    classes.map((ofClass) => {
      const students = rows
        .filter(({ class_id }) => class_id === ofClass.class_id)
        .map((row) => ({
          studentKey: row.student_key,
          classId: row.class_id,
          marks: row.marks
            .filter(([subject]) => hasMarks(ofClass, subject, flavour))
            .map(([subject_id, mark, max_mark]) => ({ subject_id, mark, max_mark })),
        }));
      return [ofClass.class_id, summariseClass(students, ofClass.grading)];
    }),
  );
}

/** Tells whether the subject has marks in the class, and not grades only. */
export function hasMarks(
  { form_level, by_criteria, criteria_subjects }: GradedClassRow,
  subject_id: number,
  flavour: Flavour,
): boolean {
  const criteria = criteria_subjects.filter((id) => id === subject_id);
  return sheetKind({ flavour, subject_id, form_level, by_criteria, criteria }) === "marks";
}
