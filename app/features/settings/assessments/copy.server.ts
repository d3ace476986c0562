import { createHash } from "node:crypto";
import { z } from "zod";
import { formSucceeded, stale } from "#access/forms/answer-form.server.ts";
import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { listTestCopySources, type TestCopySource } from "#db/queries/assessments/configuration.ts";
import { createFortnightlyTest } from "#db/queries/assessments/fortnightly.ts";
import { lockClassTests } from "#db/queries/assessments/store.ts";
import { exclusiveTermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { isFortnightly, termTitle } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { notFound } from "#runtime/errors.ts";
import {
  assessmentsUrl,
  TEST_VALUE_RULES,
  type AssessedClassKey,
  planTestCopy,
  type SubjectCopyPlan,
} from "./assessments.rules.ts";
import {
  assessedRowFields,
  ASSESSMENTS_SAVE_DEFINITION,
  type AssessedClass,
  type AssessedSubject,
} from "./saved-assessments.server.ts";

type Asked = { person: Person; key: AssessedClassKey };

export type CopyTestsView = Awaited<ReturnType<typeof loadCopyTests>>;

/**
 * Loads the classes to copy from, and the changes that copying from `from` would make.
 * @throws notFound
 */
export async function loadCopyTests({ person, key }: Asked, from: string | null) {
  const to = await findOpen(person, key, noTransaction);
  const sources = await listTestCopySources(key, noTransaction);
  const chosen = sources.find((source) => valueOf(source) === from);
  const plan = chosen ? await planOf({ person, to, source: chosen }, noTransaction) : null;
  return {
    label: to.held.label,
    sources: sources.map((source) => ({ value: valueOf(source), label: labelOf(source) })),
    /** The changes; null until a class to copy from is chosen. */
    plan: chosen && plan ? { ...plan, from: valueOf(chosen), label: labelOf(chosen) } : null,
    closeTo: assessmentsUrl(key),
  };
}

/** `seen` describes the changes that the dialog showed. */
export const CopyTestsFormSchema = z.object({ from: z.string().default(""), seen: z.string().default("") });

/** Copies the tests as the dialog showed them. @throws notFound */
export function copyTests({ person, key }: Asked, { from, seen }: z.output<typeof CopyTestsFormSchema>) {
  return exclusiveTermTransaction(person, async (t) => {
    await lockClassTests(key, t);
    const source = (await listTestCopySources(key, t)).find((item) => valueOf(item) === from);
    if (!source) throw notFound("The class you chose no longer has tests to copy. Choose another class.");
    const shown = await planOf({ person, to: await findOpen(person, key, t), source }, t);
    if (shown.seen !== seen)
      return stale("These tests were changed while you had them open. Check the changes, then copy again.");
    for (const title of shown.added) await createFortnightlyTest({ ...key, ...newTest(title, shown) }, t);
    const to = await findOpen(person, key, t);
    const { lines } = await planOf({ person, to, source }, t);
    const changed = lines.filter(({ words }) => words.length > 0);
    const stored = await ASSESSMENTS_SAVE_DEFINITION.read(to, null, t);
    const writes = changed.flatMap(({ row, changes }) => {
      const before = stored.get(row);
      if (!before) return [];
      const values = TEST_VALUE_RULES.normalise({
        ...ASSESSMENTS_SAVE_DEFINITION.valuesOf(to, before),
        ...changes,
      });
      return [{ row, stored: before, values }];
    });
    if (writes.length > 0) await ASSESSMENTS_SAVE_DEFINITION.store(to, writes, t);
    const message = `Copied from ${labelOf(source)}: ${formatCountOf(writes.length, "subject")} changed`;
    return formSucceeded(assessmentsUrl(key), message, { seconds: 5 });
  });
}

type Plan = {
  lines: SubjectCopyPlan[];
  added: string[];
  days: Readonly<Record<string, string | null>>;
  withDays: boolean;
  seen: string;
};

async function planOf(
  { person, to, source }: { person: Person; to: AssessedClass; source: TestCopySource },
  t: ReadTransaction,
): Promise<Plan> {
  const key = { classId: source.class_id, academicTermId: source.academic_term_id };
  const from = await ASSESSMENTS_SAVE_DEFINITION.find(person, key, t);
  const [own, given] = [
    await ASSESSMENTS_SAVE_DEFINITION.read(to, null, t),
    await ASSESSMENTS_SAVE_DEFINITION.read(from, null, t),
  ];
  const withDays = key.academicTermId === to.key.academicTermId;
  const lines = planTestCopy(sourceOf(to, own), sourceOf(from, given), { withDays });
  const missing =
    hasFortnightly(to) && hasFortnightly(from)
      ? from.held.fortnightly.filter(({ title }) => !to.held.fortnightly.some((item) => item.title === title))
      : [];
  const added = missing.map(({ title }) => title);
  const days = Object.fromEntries(
    missing.map(({ title, test_date }) => [title, withDays ? test_date : null]),
  );
  const seen = createHash("sha256")
    .update(JSON.stringify([lines, added, days]))
    .digest("base64url");
  return { lines, added, days, withDays, seen };
}

function newTest(title: string, { days }: Plan) {
  return { title, test_date: days[title] ?? null, max_mark: null, subjects: [] };
}

function sourceOf(found: AssessedClass, stored: ReadonlyMap<string, AssessedSubject>) {
  const subjects = [...stored].map(([row, subject]) => {
    const { title: name, byGrade } = subject;
    return [
      row,
      {
        name,
        byGrade,
        values: ASSESSMENTS_SAVE_DEFINITION.valuesOf(found, subject),
        fields: assessedRowFields(found, subject),
      },
    ] as const;
  });
  return { tests: found.tests, subjects: new Map(subjects) };
}

function hasFortnightly({ held }: AssessedClass): boolean {
  return isFortnightly(held.assessment_type) && !held.course_work_only;
}

/**
 * Returns a class if its tests can still be changed.
 * @throws notFound
 */
async function findOpen(person: Person, key: AssessedClassKey, t: ReadTransaction): Promise<AssessedClass> {
  const found = await ASSESSMENTS_SAVE_DEFINITION.find(person, key, t);
  if (ASSESSMENTS_SAVE_DEFINITION.closed(found) || found.held.by_criteria)
    throw notFound(
      "You cannot copy tests into this class because its term is over or it is graded by criteria.",
    );
  return found;
}

function valueOf({ class_id, academic_term_id }: TestCopySource): string {
  return `${academic_term_id}-${class_id}`;
}

function labelOf({ label, academic_term_id }: TestCopySource): string {
  return `${label}, ${termTitle(academic_term_id)}`;
}
