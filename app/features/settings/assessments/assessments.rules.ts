import type { TestOfClass } from "#domain/entry/tests-of-class.ts";
import { USUAL_MAXIMUM } from "#domain/grades.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import type { AssessmentType, TermChoice } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import {
  assessmentFields,
  dateField,
  maxField,
  type EnteredMarks,
  type TestRules,
  marksWere,
} from "#fields/assessment.ts";
import { formatValue } from "#fields/kind.ts";
import type { RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import type { LoadedRow, RowOutcome, ValueRules } from "#saving/protocol/protocol.ts";

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

/** The way in which a class is assessed, all year. */
export type KindOfClass = "tests" | "course-work" | "criteria";

export const KINDS: Readonly<Record<KindOfClass, string>> = {
  tests: "Tests and exam",
  "course-work": "Course work only",
  criteria: "Criteria",
};

type Stored = { course_work_only: boolean; by_criteria: boolean };

export function kindOf({ course_work_only, by_criteria }: Stored): KindOfClass {
  if (by_criteria) return "criteria";
  return course_work_only ? "course-work" : "tests";
}

type Held = {
  exam: number;
  replaced: number;
  other: number;
  course: number;
  fortnightly: number;
  criteria: number;
};
type Change = { from: KindOfClass; to: KindOfClass };

/** Counts this year's entries that no sheet would show after the change. */
export function orphanedBy({ from, to }: Change, held: Held): number {
  const away = from === "criteria" ? held.criteria : 0;
  if (to === "criteria") return held.other + held.fortnightly + held.replaced;
  if (to === "course-work") return away + held.exam + held.fortnightly;
  return away + (from === "course-work" ? held.course : 0);
}

export function describeOrphanMarks(count: number): string {
  return `You cannot change this because ${marksWere(count)} already entered this year and would no longer appear on any mark sheet.`;
}

export const LONGEST_CRITERION = 120;

export const NEW_FIELDS = ["new-1", "new-2", "new-3"] as const;

export function oldField(criterionId: number): string {
  return `criterion-${criterionId}`;
}

type HeldRatings = { criterion_id: number; detail: string; version: number; grades: number };

/** The criteria that a form was opened with, each with its version. */
export function seenOf(held: readonly Pick<HeldRatings, "criterion_id" | "version">[]): string {
  return held.map(({ criterion_id, version }) => `${criterion_id}:${version}`).join(" ");
}

/** Tells whether a criterion was in a form that was opened with `seen`. */
export function wasSeen(criterionId: number, seen: string): boolean {
  return seen.split(" ").some((item) => item.startsWith(`${criterionId}:`));
}

export type CriteriaPlan = {
  changed: { criterionId: number; detail: string }[];
  removed: number[];
  added: string[];
  errors: Record<string, string>;
};

/** Returns the changes that a form of criteria asks for; `typed` has its values by the names of its fields. */
export function criteriaPlan(
  held: readonly HeldRatings[],
  typed: Readonly<Record<string, string | undefined>>,
): CriteriaPlan {
  const plan: CriteriaPlan = { changed: [], removed: [], added: [], errors: {} };
  const taken = new Set<string>();
  for (const { criterion_id: criterionId, detail: before, grades } of held) {
    const name = oldField(criterionId);
    const detail = typed[name] ?? "";
    if (detail === "" && grades > 0)
      plan.errors[name] = `You cannot remove this criterion because ${gradesWere(grades)} given for it.`;
    else if (detail === "") plan.removed.push(criterionId);
    else if (detail !== before) plan.changed.push({ criterionId, detail });
    noteRepeated(plan, taken, [name, detail]);
  }
  for (const name of NEW_FIELDS) {
    const detail = typed[name] ?? "";
    if (detail !== "") plan.added.push(detail);
    noteRepeated(plan, taken, [name, detail]);
  }
  return plan;
}

function noteRepeated({ errors }: CriteriaPlan, taken: Set<string>, [name, detail]: [string, string]) {
  if (detail !== "" && taken.has(detail))
    errors[name] = "This criterion is already in the list. Enter another one.";
  taken.add(detail);
}

function gradesWere(count: number): string {
  return `${formatCountOf(count, "grade")} ${count === 1 ? "was" : "were"}`;
}

/** The stored values of a subject of a class. */
export type CopiedSubject = { name: string; byGrade: boolean; values: Values };
type OwnSubject = CopiedSubject & { fields: RecordFields };

export type CopyLine = {
  row: string;
  name: string;
  changes: Values;
  /** The changes in words: 'End of Term, max mark 50'. */
  words: string[];
  /** The values that cannot be copied, each with the reason. */
  refused: string[];
};

type Source<Subject> = { tests: readonly TestOfClass[]; subjects: ReadonlyMap<string, Subject> };

/**
 * Lists what copying changes in a class, subject by subject. Tests correspond by type, fortnightly tests by name; days
 * are copied only within a term. A value that is not set in the source removes nothing here.
 */
export function copyLines(
  to: Source<OwnSubject>,
  from: Source<CopiedSubject>,
  { withDays }: { withDays: boolean },
): CopyLine[] {
  const pairs = to.tests.flatMap((test) => {
    const same = from.tests.find((item) =>
      test.fortnightlyTestId === null ? item.key === test.key : item.title === test.title,
    );
    return same ? [{ to: test.key, from: same.key }] : [];
  });
  const fields = pairs.flatMap(({ to: own, from: other }) => [
    ...(withDays ? [{ own: dateField(own), other: dateField(other) }] : []),
    { own: maxField(own), other: maxField(other) },
  ]);
  return [...to.subjects].flatMap(([row, subject]) => {
    const given = from.subjects.get(row);
    if (!given || given.byGrade || subject.byGrade) return [];
    const line = lineOf(
      row,
      subject,
      fields.map(({ own, other }) => [own, given.values[other] ?? null] as const),
    );
    return line.words.length + line.refused.length > 0 ? [line] : [];
  });
}

function lineOf(
  row: string,
  { name, fields, values }: OwnSubject,
  wanted: readonly (readonly [string, Values[string]])[],
): CopyLine {
  const line: CopyLine = { row, name, changes: {}, words: [], refused: [] };
  for (const [field, value] of wanted) {
    const held = fields.get(field);
    if (!held || value === null || value === (values[field] ?? null)) continue;
    const words = `${held.title} ${formatValue(held.kind, value, "")}`;
    const refusal = held.kind.refuse(value);
    if (refusal === null) {
      line.changes = { ...line.changes, [field]: value };
      line.words.push(words);
    } else line.refused.push(`${words}: ${refusal}`);
  }
  return line;
}
