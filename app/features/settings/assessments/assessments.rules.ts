import type { TestOfClass } from "#domain/entry/tests-of-class.ts";
import { DEFAULT_MAX_MARK } from "#domain/grades.ts";
import type { ShownLevel } from "#domain/list/levels.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import {
  isFortnightly,
  OTHER_ASSESSMENT_TEST_ID,
  testTitle,
  type AssessmentType,
  type TermChoice,
} from "#domain/terms.ts";
import { formatClassCount, formatCountOf } from "#domain/text/noun.ts";
import {
  assessmentFields,
  testDateField,
  testMaxField,
  type EnteredMarks,
  type TestRules,
  formatMarkCountWithVerb,
} from "#fields/assessment.ts";
import { formatValue } from "#fields/kind.ts";
import type { RecordFields } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import type { LoadedRow, RowSaveOutcome, SavingRules } from "#saving/protocol/protocol.ts";

/** A class in the list, with a note about what is not set yet. */
export type ListedClass = { classId: number; label: string; note: string; isMissing: boolean };

export type AssessedSubjectRow = LoadedRow & {
  name: string;
  /** Whether the subject is graded by letter instead of by marks. Its tests then have no maximum. */
  byGrade: boolean;
  marks: number;
  given: readonly EnteredMarks[];
};

export const MAX_TEST_TITLE_LENGTH = 60;

export type ListedFortnightlyTest = {
  id: number;
  title: string;
  day: string;
  version: number;
  entered: number;
};

export type ClassTests = TestRules & {
  classId: number;
  label: string;
  /**
   * The kind of assessment of the class. A class with the kind `criteria` is graded by criteria, whatever tests the
   * term has.
   */
  kind: AssessmentKind;
  hasFortnightly: boolean;
  fortnightly: readonly ListedFortnightlyTest[];
  /** The criteria of each subject, for a class that is graded by criteria. */
  criteria: readonly SubjectCriteria[];
  rows: readonly AssessedSubjectRow[];
  url: string;
  saveUrl: string;
  accountId: number;
  timeZone: string;
};

export type SubjectCriteria = { subjectId: number; name: string; details: readonly string[]; to: string };

export type AssessmentsView = {
  term: TermChoice;
  terms: readonly TermChoice[];
  type: { chosen: AssessmentType; version: number };
  /** Whether the term is over. Its tests can then be read but not changed. */
  isOver: boolean;
  level: ShownLevel;
  classes: readonly ListedClass[];
  scopes: readonly { title: string; to: string; isCurrent: boolean }[];
  /** The selected class, or null in a term without classes. */
  shown: ClassTests | null;
};

export type AssessedClassKey = { classId: number; academicTermId: number };

/** Returns the URL of a class's tests. Without a class, the page shows the term's first class. */
export function assessmentsUrl({
  academicTermId,
  classId = null,
}: {
  academicTermId: number;
  classId?: number | null;
}): string {
  return withQuery(PATHS.assessments, { term: academicTermId, class: classId });
}

export function testsDialogUrl(place: string, { academicTermId, classId }: AssessedClassKey): string {
  return withQuery(`${PATHS.assessments}/${place}`, { term: academicTermId, class: classId });
}

export function assessmentsSaveUrl({ academicTermId, classId }: AssessedClassKey): string {
  return `${PATHS.assessments}/${academicTermId}/${classId}/save`;
}

/** Returns the fields of a subject. A subject that is graded by letter has no test fields. */
export function subjectTestFields(
  rules: TestRules,
  { byGrade, given }: Pick<AssessedSubjectRow, "byGrade" | "given">,
): RecordFields {
  return assessmentFields(byGrade ? { ...rules, tests: [] } : rules, given);
}

/** A fortnightly test that has a day but no maximum gets a maximum of 100. */
export const TEST_VALUE_RULES: SavingRules = {
  normalise: (values) => {
    const dated = Object.keys(values).filter(
      (name) => name.startsWith(testDateField("f")) && values[name] !== null,
    );
    const maxima = dated.map((name) => testMaxField(name.slice(testDateField("").length)));
    const missing = maxima.filter((name) => (values[name] ?? null) === null);
    return { ...values, ...Object.fromEntries(missing.map((name) => [name, DEFAULT_MAX_MARK])) };
  },
  countedAs: () => "saved",
};

/** Adds the outcomes of a form sent without JavaScript to the rows. */
export function addSaveOutcomesToAssessments(
  tests: ClassTests,
  outcomes: Readonly<Record<string, RowSaveOutcome>>,
): ClassTests {
  const rows = tests.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...tests, rows };
}

/** The kind of assessment of a class, which is set for a whole year. */
export type AssessmentKind = "tests" | "course-work" | "criteria";

export const CLASS_KIND_LABELS: Readonly<Record<AssessmentKind, string>> = {
  tests: "Tests and exam",
  "course-work": "Course work only",
  criteria: "Criteria",
};

type Stored = { course_work_only: boolean; by_criteria: boolean };

export function getAssessmentKind({ course_work_only, by_criteria }: Stored): AssessmentKind {
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
type Change = { from: AssessmentKind; to: AssessmentKind };

const NO_ENTRIES: Held = { exam: 0, replaced: 0, other: 0, course: 0, fortnightly: 0, criteria: 0 };

/** Counts this year's marks that would no longer be on any mark sheet after the change. */
export function countOrphanedMarks({ from, to }: Change, held: Held = NO_ENTRIES): number {
  const away = from === "criteria" ? held.criteria : 0;
  if (to === "criteria") return held.other + held.fortnightly + held.replaced;
  if (to === "course-work") return away + held.exam + held.fortnightly;
  return away + (from === "course-work" ? held.course : 0);
}

export function describeOrphanMarks(count: number): string {
  return `You cannot change how this class is assessed because ${formatMarkCountWithVerb(count)} already entered this year and would no longer appear on any mark sheet.`;
}

type TypeChange = { before: AssessmentType; type: AssessmentType };
type TermCounts = { classes: number; other: number; tests: number };

/** Describes a change of the type of a term: what is renamed in all classes, and what happens to the tests. */
export function describeTypeChange(
  { before, type }: TypeChange,
  { classes, other, tests }: TermCounts,
): string[] {
  const title = (name: AssessmentType) => testTitle(OTHER_ASSESSMENT_TEST_ID, name, null);
  const kept = other > 0 ? ` ${marksAre(other)} kept.` : "";
  const where = `in ${formatClassCount(classes)}, on mark sheets, report cards and class lists.`;
  const words = [`“${title(before)}” is renamed “${title(type)}” ${where}${kept}`];
  if (isFortnightly(type)) words.push("Each class can then have fortnightly tests, with dates of their own.");
  if (isFortnightly(before))
    words.push(
      tests > 0
        ? `${formatCountOf(tests, "fortnightly test")} without marks will be removed.`
        : "The classes no longer have fortnightly tests.",
    );
  return words;
}

function marksAre(count: number): string {
  return `${formatCountOf(count, "mark")} ${count === 1 ? "is" : "are"}`;
}

export const MAX_CRITERION_LENGTH = 120;

export const NEW_CRITERION_FIELDS = ["new-1", "new-2", "new-3"] as const;

export function storedCriterionField(criterionId: number): string {
  return `criterion-${criterionId}`;
}

type HeldRatings = { criterion_id: number; detail: string; version: number; grades: number };

/** Returns the criteria with their versions as text, to record what the form was opened with. */
export function criteriaFingerprint(held: readonly Pick<HeldRatings, "criterion_id" | "version">[]): string {
  return held.map(({ criterion_id, version }) => `${criterion_id}:${version}`).join(" ");
}

/** Returns whether the criterion existed when the form was opened. `seen` is the form's hidden field. */
export function wasCriterionSeen(criterionId: number, seen: string): boolean {
  return seen.split(" ").some((item) => item.startsWith(`${criterionId}:`));
}

export type CriteriaPlan = {
  changed: { criterionId: number; detail: string }[];
  removed: number[];
  added: string[];
  errors: Record<string, string>;
};

/** Returns the changes between the stored criteria and the submitted form. `typed` has the values by field name. */
export function planCriteria(
  held: readonly HeldRatings[],
  typed: Readonly<Record<string, string | undefined>>,
): CriteriaPlan {
  const plan: CriteriaPlan = { changed: [], removed: [], added: [], errors: {} };
  const taken = new Set<string>();
  for (const { criterion_id: criterionId, detail: before, grades } of held) {
    const name = storedCriterionField(criterionId);
    const detail = typed[name] ?? "";
    if (detail === "" && grades > 0)
      plan.errors[name] = `You cannot remove this criterion because ${gradesWere(grades)} given for it.`;
    else if (detail === "") plan.removed.push(criterionId);
    else if (detail !== before) plan.changed.push({ criterionId, detail });
    noteRepeated(plan, taken, [name, detail]);
  }
  for (const name of NEW_CRITERION_FIELDS) {
    const detail = typed[name] ?? "";
    if (detail !== "") plan.added.push(detail);
    noteRepeated(plan, taken, [name, detail]);
  }
  return plan;
}

function noteRepeated({ errors }: CriteriaPlan, taken: Set<string>, [name, detail]: [string, string]) {
  if (detail !== "" && taken.has(detail))
    errors[name] = "This criterion is already in the list. Enter another criterion.";
  taken.add(detail);
}

function gradesWere(count: number): string {
  return `${formatCountOf(count, "grade")} ${count === 1 ? "was" : "were"}`;
}

/** A subject of a class, with the values that can be copied. */
export type SubjectToCopy = { name: string; byGrade: boolean; values: FieldValues };
type OwnSubject = SubjectToCopy & { fields: RecordFields };

export type SubjectCopyPlan = {
  row: string;
  name: string;
  changes: FieldValues;
  /** The changes as text, such as 'End of Term, max mark 50'. */
  words: string[];
  /** The values that cannot be copied, each with its reason. */
  refused: string[];
};

type Source<Subject> = { tests: readonly TestOfClass[]; subjects: ReadonlyMap<string, Subject> };

/**
 * Lists, subject by subject, what copying would change in a class. Tests are matched by type, and fortnightly tests by
 * name. Days are copied only within a term. Where the source has no value, the existing value stays.
 */
export function planTestCopy(
  to: Source<OwnSubject>,
  from: Source<SubjectToCopy>,
  { withDays }: { withDays: boolean },
): SubjectCopyPlan[] {
  const pairs = to.tests.flatMap((test) => {
    const same = from.tests.find((item) =>
      test.fortnightlyTestId === null ? item.key === test.key : item.title === test.title,
    );
    return same ? [{ to: test.key, from: same.key }] : [];
  });
  const fields = pairs.flatMap(({ to: own, from: other }) => [
    ...(withDays ? [{ own: testDateField(own), other: testDateField(other) }] : []),
    { own: testMaxField(own), other: testMaxField(other) },
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
  wanted: readonly (readonly [string, FieldValues[string]])[],
): SubjectCopyPlan {
  const line: SubjectCopyPlan = { row, name, changes: {}, words: [], refused: [] };
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
