import { USUAL_MAXIMUM } from "#domain/grades.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import type { TermChoice } from "#domain/terms.ts";
import { assessmentFields, dateField, marksWere, maxField, type GivenMarks, type TestRules } from "#fields/assessment.ts";
import type { RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import type { LoadedRow, RowOutcome } from "#saving/protocol/loaded-row.ts";
import type { ValueRules } from "#saving/protocol/value-rules.ts";

/** A class in the list, and what is still to be set of it. */
export type ListedClass = { classId: number; label: string; note: string; isMissing: boolean };

export type SubjectRow = LoadedRow & {
  title: string;
  /** Its grade is chosen: it is out of nothing. */
  byGrade: boolean;
  /** Entered in the term. */
  marks: number;
  given: readonly GivenMarks[];
};

export type ClassTests = TestRules & {
  classId: number;
  label: string;
  /** Graded by criteria, whatever the term has. */
  byCriteria: boolean;
  rows: readonly SubjectRow[];
  saveUrl: string;
  accountId: number;
  timeZone: string;
  /** Why nothing can be changed; null where it can. */
  closed: string | null;
};

export type Assessments = {
  term: TermChoice;
  terms: readonly TermChoice[];
  classes: readonly ListedClass[];
  /** Null in a term without classes. */
  shown: ClassTests | null;
};

export type ClassInTerm = { classId: number; academicTermId: number };

export function assessmentsUrl({ academicTermId, classId }: ClassInTerm): string {
  return withQuery(PATHS.assessments, { term: String(academicTermId), class: String(classId) });
}

export function assessmentsSaveUrl({ academicTermId, classId }: ClassInTerm): string {
  return `${PATHS.assessments}/${academicTermId}/${classId}/save`;
}

/** What can be set of a subject: nothing where it is graded without marks. */
export function fieldsOf(rules: TestRules, { byGrade, given }: Pick<SubjectRow, "byGrade" | "given">): RecordFields {
  return assessmentFields(byGrade ? { ...rules, tests: [] } : rules, given);
}

/** A fortnightly test that has a day is out of something: of 100 unless set (design section 4). */
export const TEST_VALUES: ValueRules = {
  normalise: (values) => {
    const dated = Object.keys(values).filter((name) => name.startsWith(dateField("f")) && values[name] !== null);
    const maxima = dated.map((name) => maxField(name.slice(dateField("").length)));
    const missing = maxima.filter((name) => (values[name] ?? null) === null);
    return { ...values, ...Object.fromEntries(missing.map((name) => [name, USUAL_MAXIMUM])) };
  },
  countedAs: () => "saved",
};

/** The max mark is copied onto a mark when that is first saved: those that have another keep it (design section 4). */
export function stayWords(given: readonly GivenMarks[], values: Values): string {
  const others = given.filter(({ key, outOf }) => (values[maxField(key)] ?? outOf) !== outOf);
  return others.map(({ count, outOf }) => `${marksWere(count)} given out of ${outOf} and stay so`).join(", ");
}

/** The page with what came of its form, which was sent without script. */
export function withOutcomes(
  assessments: Assessments,
  outcomes: Readonly<Record<string, RowOutcome>>,
): Assessments {
  const { shown } = assessments;
  if (!shown) return assessments;
  const rows = shown.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...assessments, shown: { ...shown, rows } };
}
