import { USUAL_MAXIMUM } from "#domain/grades.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import type { AssessmentType, TermChoice } from "#domain/terms.ts";
import {
  assessmentFields,
  dateField,
  maxField,
  type EnteredMarks,
  type TestRules,
} from "#fields/assessment.ts";
import type { RecordFields } from "#fields/record.ts";
import type { LoadedRow, RowOutcome } from "#saving/protocol/loaded-row.ts";
import type { ValueRules } from "#saving/protocol/value-rules.ts";
import type { KindOfClass } from "./class-kind.rules.ts";

/** A class in the list, with a note about what is still to be set. */
export type ListedClass = { classId: number; label: string; note: string; isMissing: boolean };

export type SubjectRow = LoadedRow & {
  name: string;
  /** True for a subject whose grade is chosen, so that its tests have no maximum. */
  byGrade: boolean;
  /** The number of marks entered in the term. */
  marks: number;
  given: readonly EnteredMarks[];
};

export const LONGEST_TEST = 60;

export type FortnightlyTest = { id: number; title: string; day: string; version: number; entered: number };

export type ClassTests = TestRules & {
  classId: number;
  label: string;
  /** A class of the kind `criteria` is graded by criteria, whatever type of tests the term has. */
  kind: KindOfClass;
  /** True when both the term and the class have fortnightly tests. */
  hasFortnightly: boolean;
  fortnightly: readonly FortnightlyTest[];
  /** The criteria of each subject, for a class that is graded by criteria. */
  criteria: readonly SubjectCriteria[];
  rows: readonly SubjectRow[];
  url: string;
  saveUrl: string;
  accountId: number;
  timeZone: string;
};

export type SubjectCriteria = { subjectId: number; name: string; details: readonly string[]; to: string };

export type Assessments = {
  term: TermChoice;
  terms: readonly TermChoice[];
  type: { chosen: AssessmentType; version: number };
  /** True when the term is over: its tests can be read but not changed. */
  isOver: boolean;
  classes: readonly ListedClass[];
  /** Null in a term without classes. */
  shown: ClassTests | null;
};

export type ClassInTerm = { classId: number; academicTermId: number };

/** Returns the address of a class's tests; without a class, that of the term's first class. */
export function assessmentsUrl({
  academicTermId,
  classId = null,
}: {
  academicTermId: number;
  classId?: number | null;
}): string {
  return withQuery(PATHS.assessments, { term: academicTermId, class: classId });
}

/** Returns the address of a dialog over the tests of a class. */
export function overTestsUrl(place: string, { academicTermId, classId }: ClassInTerm): string {
  return withQuery(`${PATHS.assessments}/${place}`, { term: academicTermId, class: classId });
}

export function assessmentsSaveUrl({ academicTermId, classId }: ClassInTerm): string {
  return `${PATHS.assessments}/${academicTermId}/${classId}/save`;
}

/** Returns the fields of a subject; a subject that is graded without marks has none. */
export function fieldsOf(
  rules: TestRules,
  { byGrade, given }: Pick<SubjectRow, "byGrade" | "given">,
): RecordFields {
  return assessmentFields(byGrade ? { ...rules, tests: [] } : rules, given);
}

/** The maximum of a fortnightly test that has a day is 100 unless somebody sets another. */
export const TEST_VALUES: ValueRules = {
  normalise: (values) => {
    const dated = Object.keys(values).filter(
      (name) => name.startsWith(dateField("f")) && values[name] !== null,
    );
    const maxima = dated.map((name) => maxField(name.slice(dateField("").length)));
    const missing = maxima.filter((name) => (values[name] ?? null) === null);
    return { ...values, ...Object.fromEntries(missing.map((name) => [name, USUAL_MAXIMUM])) };
  },
  countedAs: () => "saved",
};

/** Returns the page's data with the outcomes of a form that was sent without script. */
export function withOutcomes(tests: ClassTests, outcomes: Readonly<Record<string, RowOutcome>>): ClassTests {
  const rows = tests.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...tests, rows };
}
