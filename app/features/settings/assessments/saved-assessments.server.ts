import {
  findClassConfiguration,
  listTaughtSubjects,
  type ClassConfiguration,
  type ClassInTerm,
  type ConfiguredSubject,
} from "#db/queries/assessments/configuration.ts";
import {
  lockClassTests,
  saveAssessments,
  listTestChanges,
  type AssessmentWrite,
  type AssessmentChange,
} from "#db/queries/assessments/store.ts";
import type { ReadTransaction } from "#db/index.ts";
import { getSchool } from "#db/queries/school.ts";
import { exclusiveTermTransaction } from "#db/term-transaction.ts";
import { testKey, listTestsOfClass } from "#domain/entry/tests-of-class.ts";
import { isGradedSubject, type SchoolFlavour } from "#domain/grades.ts";
import { findLockReason, findEntryLock } from "#domain/lock.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { testDateField, testMaxField, type EnteredMarks, type TestRules } from "#fields/assessment.ts";
import { createBlankValues, columnsToValues, type RecordFields } from "#fields/record.ts";
import type { ColumnValue, FieldValues } from "#fields/value.ts";
import { notFound } from "#runtime/errors.ts";
import type { SaveDefinition } from "#saving/server/saved-screen.server.ts";
import { subjectTestFields, TEST_VALUE_RULES } from "./assessments.rules.ts";

export type AssessedClass = TestRules & {
  key: ClassInTerm;
  held: ClassConfiguration;
  flavour: SchoolFlavour;
};

/** A subject with the values that its fields need. */
export type AssessedSubject = Pick<ConfiguredSubject, "subject_id" | "title" | "version" | "marks"> & {
  byGrade: boolean;
  given: EnteredMarks[];
  columns: Record<string, ColumnValue>;
};

/**
 * Defines how a class's tests are saved: one row for each subject. Saving takes an exclusive lock on the term, so that
 * a mark saved at the same moment is either counted here or checked against the changed test.
 */
export const ASSESSMENTS_SAVE_DEFINITION: SaveDefinition<ClassInTerm, AssessedClass, AssessedSubject> = {
  begin: exclusiveTermTransaction,
  find: findClass,
  closed: ({ held }) =>
    findLockReason(findEntryLock({ isCurrent: held.is_current, canEdit: true }), { notYours: "" }),
  fields: assessedRowFields,
  atomicGroups: () => [],
  lock: ({ key }, _rows, t) => lockClassTests(key, t),
  read: async (found, subjects, t) => {
    const stored = await listTaughtSubjects({ ...found.key, subjects }, t);
    return new Map(stored.map((row) => [String(row.subject_id), storedSubject(found, row)]));
  },
  valuesOf: (found, row) => valuesOfSubject(found, row),
  history: async ({ key }, bases, t) => (await listTestChanges({ ...key, bases }, t)).map(asFields),
  rules: () => TEST_VALUE_RULES,
  refusal: () => null,
  store: ({ key, tests }, writes, t) => {
    const all = writes.flatMap(({ row, values }) =>
      tests.map((test): AssessmentWrite => ({
        subject_id: Number(row),
        test_id: test.testId,
        fortnightly_test_id: test.fortnightlyTestId,
        test_date: textOf(values[testDateField(test.key)]),
        max_mark: numberOf(values[testMaxField(test.key)]),
      })),
    );
    return saveAssessments({ ...key, writes: all }, t);
  },
  words: {
    notFound: "This subject is not taught in this class. Choose another subject.",
    noRow: "no longer taught in this class",
    noField: "this class no longer has this test",
  },
};

/** Returns the class and term in a URL. @throws notFound */
export function parseAssessedClassKey(named: { term?: string | null; class?: string | null }): ClassInTerm {
  const [academicTermId, classId] = [parseId(named.term ?? undefined), parseId(named.class ?? undefined)];
  if (academicTermId === null || classId === null) throw notFound(NO_CLASS);
  return { academicTermId, classId };
}

const NO_CLASS = "This class does not exist in this term. Choose another class.";

/** Finds the class with its tests. @throws notFound */
async function findClass(_person: Person, key: ClassInTerm, t: ReadTransaction): Promise<AssessedClass> {
  const held = await findClassConfiguration(key, t);
  if (!held) throw notFound(NO_CLASS);
  const { flavour } = await getSchool(t);
  return {
    key,
    held,
    flavour,
    tests: listTestsOfClass(held),
    days: { from: held.term_start, to: held.term_end },
  };
}

/** Returns the fields of a row or, if none is given, all fields that a row of the class can have. */
export function assessedRowFields(found: AssessedClass, row?: AssessedSubject): RecordFields {
  return subjectTestFields(found, row ?? { byGrade: false, given: [] });
}

function valuesOfSubject(found: AssessedClass, row: AssessedSubject): FieldValues {
  const fields = assessedRowFields(found, row);
  return { ...createBlankValues(fields), ...columnsToValues(fields, row.columns) };
}

function storedSubject({ held, flavour }: AssessedClass, row: ConfiguredSubject): AssessedSubject {
  const columns = row.tests.flatMap(({ test_id, fortnightly_test_id, test_date, max_mark }) => {
    const key = testKey(test_id, fortnightly_test_id);
    return [
      [testDateField(key), test_date],
      [testMaxField(key), max_mark],
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

/** Converts the history of a test to changes of the fields in the row of its subject. */
function asFields({ test_id, fortnightly_test_id, old_values, new_values, ...change }: AssessmentChange) {
  const key = testKey(test_id, fortnightly_test_id);
  const names: Readonly<Record<string, string>> = {
    test_date: testDateField(key),
    max_mark: testMaxField(key),
  };
  const named = (stored: AssessmentChange["old_values"]) =>
    stored &&
    Object.fromEntries(
      Object.entries(stored).flatMap(([column, value]) => {
        const name = names[column];
        return name === undefined ? [] : [[name, value] as const];
      }),
    );
  return { ...change, old_values: named(old_values), new_values: named(new_values) };
}

function textOf(value: FieldValues[string] | undefined): string | null {
  return value == null ? null : String(value);
}

function numberOf(value: FieldValues[string] | undefined): number | null {
  return value == null ? null : Number(value);
}
