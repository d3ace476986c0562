import {
  findClassConfiguration,
  listTaughtSubjects,
  type ClassConfiguration,
  type ClassInTerm,
  type ConfiguredSubject,
} from "#db/queries/assessments/configuration.ts";
import {
  lockConfiguration,
  saveAssessments,
  listTestChanges,
  type AssessmentWrite,
  type TestChange,
} from "#db/queries/assessments/store.ts";
import type { Reading } from "#db/index.ts";
import { getSchool } from "#db/queries/school.ts";
import { exclusiveTermTransaction } from "#db/term-transaction.ts";
import { testKey, testsOfClass } from "#domain/entry/tests-of-class.ts";
import { isGradedSubject, type Flavour } from "#domain/grades.ts";
import { closedReason, findLock } from "#domain/lock.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { dateField, maxField, type EnteredMarks, type TestRules } from "#fields/assessment.ts";
import { blankValues, fromColumns, type RecordFields } from "#fields/record.ts";
import type { ColumnValue, Values } from "#fields/value.ts";
import { notFound } from "#runtime/errors.ts";
import type { SavedScreen } from "#saving/server/saved-screen.server.ts";
import { fieldsOf, TEST_VALUES } from "./assessments.rules.ts";

export type FoundClass = TestRules & { key: ClassInTerm; held: ClassConfiguration; flavour: Flavour };

/** A subject with the values that its fields need. */
export type AssessedSubject = Pick<ConfiguredSubject, "subject_id" | "title" | "version" | "marks"> & {
  byGrade: boolean;
  given: EnteredMarks[];
  columns: Record<string, ColumnValue>;
};

/**
 * The saved form of a class's tests: a row for each subject. A save holds the term lock alone, so that a mark saved at
 * the same moment is either counted here or finds the test as changed.
 */
export const SAVED_ASSESSMENTS: SavedScreen<ClassInTerm, FoundClass, AssessedSubject> = {
  begin: exclusiveTermTransaction,
  find: findClass,
  closed: ({ held }) =>
    closedReason(findLock({ isCurrent: held.is_current, canEdit: true }), { notYours: "" }),
  fields: rowFields,
  atomicGroups: () => [],
  lock: ({ key }, _rows, t) => lockConfiguration(key, t),
  read: async (found, subjects, t) => {
    const stored = await listTaughtSubjects({ ...found.key, subjects }, t);
    return new Map(stored.map((row) => [String(row.subject_id), storedSubject(found, row)]));
  },
  valuesOf: (found, row) => valuesOfSubject(found, row),
  history: async ({ key }, bases, t) => (await listTestChanges({ ...key, bases }, t)).map(asFields),
  rules: () => TEST_VALUES,
  refusal: () => null,
  store: ({ key, tests }, writes, t) => {
    const all = writes.flatMap(({ row, values }) =>
      tests.map((test): AssessmentWrite => ({
        subject_id: Number(row),
        test_id: test.testId,
        fortnightly_test_id: test.fortnightlyTestId,
        test_date: textOf(values[dateField(test.key)]),
        max_mark: numberOf(values[maxField(test.key)]),
      })),
    );
    return saveAssessments({ ...key, writes: all }, t);
  },
  words: {
    notFound: "This subject is not taught in this class.",
    noRow: "no longer taught in this class",
    noField: "this class no longer has this test",
  },
};

/** Returns the class and term in an address. @throws notFound */
export function classInTermOf(named: { term?: string | null; class?: string | null }): ClassInTerm {
  const [academicTermId, classId] = [parseId(named.term ?? undefined), parseId(named.class ?? undefined)];
  if (academicTermId === null || classId === null) throw notFound(NO_CLASS);
  return { academicTermId, classId };
}

const NO_CLASS = "This class is not part of this term.";

/** @throws notFound */
async function findClass(_person: Person, key: ClassInTerm, t: Reading): Promise<FoundClass> {
  const held = await findClassConfiguration(key, t);
  if (!held) throw notFound(NO_CLASS);
  const { flavour } = await getSchool(t);
  return {
    key,
    held,
    flavour,
    tests: testsOfClass(held),
    days: { from: held.term_start, to: held.term_end },
  };
}

/**
 * Returns the fields of a row; without a row, all the fields that a row of the class can have, for reading its history.
 */
export function rowFields(found: FoundClass, row?: AssessedSubject): RecordFields {
  return fieldsOf(found, row ?? { byGrade: false, given: [] });
}

function valuesOfSubject(found: FoundClass, row: AssessedSubject): Values {
  const fields = rowFields(found, row);
  return { ...blankValues(fields), ...fromColumns(fields, row.columns) };
}

function storedSubject({ held, flavour }: FoundClass, row: ConfiguredSubject): AssessedSubject {
  const columns = row.tests.flatMap(({ test_id, fortnightly_test_id, test_date, max_mark }) => {
    const key = testKey(test_id, fortnightly_test_id);
    return [
      [dateField(key), test_date],
      [maxField(key), max_mark],
    ];
  });
  const given = row.given.map(({ test_id, fortnightly_test_id, out_of: outOf, count, entered }) => ({
    key: testKey(test_id, fortnightly_test_id),
    outOf,
    count,
    entered,
  }));
  const byGrade = isGradedSubject(flavour, row.subject_id, held.form_level);
  const { subject_id, title, version, marks } = row;
  return { subject_id, title, version, marks, byGrade, given, columns: Object.fromEntries(columns) };
}

/** Renames the columns of a test to the fields of its subject's row. */
function asFields({ test_id, fortnightly_test_id, old_values, new_values, ...change }: TestChange) {
  const key = testKey(test_id, fortnightly_test_id);
  const names: Readonly<Record<string, string>> = { test_date: dateField(key), max_mark: maxField(key) };
  const named = (stored: TestChange["old_values"]) =>
    stored &&
    Object.fromEntries(
      Object.entries(stored).flatMap(([column, value]) => {
        const name = names[column];
        return name === undefined ? [] : [[name, value] as const];
      }),
    );
  return { ...change, old_values: named(old_values), new_values: named(new_values) };
}

function textOf(value: Values[string] | undefined): string | null {
  return value == null ? null : String(value);
}

function numberOf(value: Values[string] | undefined): number | null {
  return value == null ? null : Number(value);
}
