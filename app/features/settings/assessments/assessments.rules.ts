import { USUAL_MAXIMUM } from "#domain/grades.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import type { AssessmentType, TermChoice } from "#domain/terms.ts";
import {
  assessmentFields,
  dateField,
  maxField,
  type GivenMarks,
  type TestRules,
} from "#fields/assessment.ts";
import type { RecordFields } from "#fields/record.ts";
import type { LoadedRow, RowOutcome } from "#saving/protocol/loaded-row.ts";
import type { ValueRules } from "#saving/protocol/value-rules.ts";
import type { KindOfClass } from "./class-kind.rules.ts";

/** A class in the list, and what is still to be set of it. */
export type ListedClass = { classId: number; label: string; note: string; isMissing: boolean };

export type SubjectRow = LoadedRow & {
  name: string;
  /** Its grade is chosen: it is out of nothing. */
  byGrade: boolean;
  /** Entered in the term. */
  marks: number;
  given: readonly GivenMarks[];
};

export const LONGEST_TEST = 60;

export type FortnightlyTest = { id: number; title: string; day: string; version: number; entered: number };

export type ClassTests = TestRules & {
  classId: number;
  label: string;
  /** `criteria`: graded by them, whatever the term has. */
  kind: KindOfClass;
  /** Its term has fortnightly tests, and so has it. */
  hasFortnightly: boolean;
  fortnightly: readonly FortnightlyTest[];
  /** Of a class that is graded by them, those of each subject. */
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
  /** The term is over: it is read, not changed. */
  isOver: boolean;
  classes: readonly ListedClass[];
  /** Null in a term without classes. */
  shown: ClassTests | null;
};

export type ClassInTerm = { classId: number; academicTermId: number };

/** Without a class the first one of the term. */
export function assessmentsUrl({
  academicTermId,
  classId = null,
}: {
  academicTermId: number;
  classId?: number | null;
}): string {
  return withQuery(PATHS.assessments, { term: academicTermId, class: classId });
}

/** Where something of the class is done in a dialog over its tests. */
export function overTestsUrl(place: string, { academicTermId, classId }: ClassInTerm): string {
  return withQuery(`${PATHS.assessments}/${place}`, { term: academicTermId, class: classId });
}

export function assessmentsSaveUrl({ academicTermId, classId }: ClassInTerm): string {
  return `${PATHS.assessments}/${academicTermId}/${classId}/save`;
}

/** What can be set of a subject: nothing where it is graded without marks. */
export function fieldsOf(
  rules: TestRules,
  { byGrade, given }: Pick<SubjectRow, "byGrade" | "given">,
): RecordFields {
  return assessmentFields(byGrade ? { ...rules, tests: [] } : rules, given);
}

/** A fortnightly test that has a day is out of something: of 100 unless set. */
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

/** The page with what came of its form, which was sent without script. */
export function withOutcomes(tests: ClassTests, outcomes: Readonly<Record<string, RowOutcome>>): ClassTests {
  const rows = tests.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...tests, rows };
}
