import { z } from "zod";
import {
  formSucceeded,
  rejected,
  stale,
  checkVersion,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import {
  calendarDayFieldSchema,
  requiredLineSchema,
  rowIdSchema,
  versionFieldSchema,
} from "#access/forms/form-values.schema.server.ts";
import { requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  findClassConfiguration,
  listConfiguredClasses,
  listTaughtSubjects,
  type ClassConfiguration,
  updateClassKind,
  countClassEntries,
} from "#db/queries/assessments/configuration.ts";
import * as fortnightly from "#db/queries/assessments/fortnightly.ts";
import {
  lockClassTests,
  updateTermAssessmentType,
  countTermEntries,
  lockTermAssessmentType,
  type TermEntryCounts,
} from "#db/queries/assessments/store.ts";
import { findTerm } from "#db/queries/calendar.ts";
import { getSchool } from "#db/queries/school.ts";
import { exclusiveTermTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { formatDate } from "#domain/dates.ts";
import { listGradedSubjects, isGradedSubject } from "#domain/grades.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import {
  ASSESSMENT_TYPES,
  isFortnightly,
  OTHER_ASSESSMENT_TEST_ID,
  termTitle,
  testTitle,
  type AssessmentType,
} from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { formatMarkCountWithVerb } from "#fields/assessment.ts";
import { notFound } from "#runtime/errors.ts";
import {
  MAX_TEST_TITLE_LENGTH,
  type AssessedClassKey,
  getAssessmentKind,
  CLASS_KIND_LABELS,
  countOrphanedMarks,
  describeOrphanMarks,
  describeTypeChange,
  type AssessmentKind,
} from "./assessments.rules.ts";

const LARGEST = 1_000;
const TERM_OVER = "This term is over, so you cannot change its tests.";

const kind = z.enum(
  Object.keys(CLASS_KIND_LABELS) as [AssessmentKind, ...AssessmentKind[]],
  "Choose how the class is assessed.",
);

const ofTest = { what: z.literal("test"), term: rowIdSchema, class: rowIdSchema };
const testFields = {
  title: requiredLineSchema(MAX_TEST_TITLE_LENGTH, "Enter the title of the test."),
  day: calendarDayFieldSchema().optional(),
};

export type AssessmentsInput = z.input<typeof AssessmentsFormSchema>;

/**
 * The forms of the page; the hidden field `what` tells which one was sent. The rows of the table of tests are not among
 * them, because they save by themselves.
 */
export const AssessmentsFormSchema = z.discriminatedUnion("what", [
  z.object({
    what: z.literal("type"),
    term: rowIdSchema,
    version: versionFieldSchema,
    type: z.enum(ASSESSMENT_TYPES, "Choose a type."),
    /** Confirms that the new type removes fortnightly tests without marks. */
    tests: z.literal("away").optional(),
  }),
  /** `seen` is the kind of assessment when the page was loaded. */
  z.object({ what: z.literal("class"), term: rowIdSchema, class: rowIdSchema, kind, seen: kind }),
  z.discriminatedUnion("intent", [
    z.object({
      intent: z.literal("add"),
      ...ofTest,
      ...testFields,
      max: z
        .string()
        .regex(/^\d{1,4}([.,]\d{1,2})?$/, "Enter the max mark as a number, like 50.")
        .transform((typed) => Number(typed.replace(",", ".")))
        .refine(
          (max) => max > 0 && max <= LARGEST,
          `Enter a max mark above 0 and up to ${LARGEST.toLocaleString("en")}.`,
        )
        .optional(),
    }),
    z.object({
      intent: z.literal("save"),
      ...ofTest,
      test: rowIdSchema,
      version: versionFieldSchema,
      ...testFields,
    }),
    z.object({ intent: z.literal("remove"), ...ofTest, test: rowIdSchema }),
  ]),
]);

type Submitted = z.output<typeof AssessmentsFormSchema>;
type TypeChange = Extract<Submitted, { what: "type" }>;
type KindChange = Extract<Submitted, { what: "class" }>;
type TestChange = Extract<Submitted, { what: "test" }>;

/**
 * Sets the type of a term or how a class is assessed, or adds, changes or removes a fortnightly test.
 * @param to the URL of the page that shows the change
 * @throws notFound
 */
export function changeAssessments(
  person: Person,
  { input, to }: { input: Submitted; to: string },
): Promise<FormOutcome> {
  return exclusiveTermTransaction(person, async (t) => {
    const saved = await changed(input, t);
    if (typeof saved !== "string") return saved;
    return formSucceeded(to, saved, { seconds: 5 });
  });
}

/** Saves the input. Returns the message about what was saved, or the reason why nothing was saved. */
function changed(input: Submitted, t: TermTransaction) {
  switch (input.what) {
    case "type":
      return setType(input, t);
    case "class":
      return setKind(input, t);
    case "test":
      return changeTests(input, t);
  }
}

async function setType({ term: academicTermId, version, type, tests }: TypeChange, t: TermTransaction) {
  const term = await lockTermAssessmentType(academicTermId, t);
  if (!term) throw notFound("This term is not in the school’s calendar. Choose another term.");
  const { assessment_type: before } = term;
  if (!term.is_current)
    return stale({ type: `${termTitle(academicTermId)} is over, so you cannot change its tests.` });
  checkVersion({ opened: version, current: term.version }, { type: typeChangedWords(before) });
  if (before === type) return `The assessment type is already ${type}`;
  const held = await countTermEntries(academicTermId, t);
  const orphaned = orphanedTestWords({ before, type }, held);
  if (orphaned) return rejected({ type: orphaned });
  if (!isFortnightly(type) && held.tests > 0) {
    if (tests !== "away") return rejected(removalOf(held.tests));
    await fortnightly.deleteFortnightlyTests({ academicTermId, testIds: null }, t);
  }
  await updateTermAssessmentType({ academic_term_id: academicTermId, assessment_type: type }, t);
  return `Assessment type for ${termTitle(academicTermId)} set to ${type}`;
}

export type TermTypeChangeView = Awaited<ReturnType<typeof loadTermTypeChange>>;

/**
 * Loads the confirmation before the type of a term changes: what is renamed, and any reason against the change.
 * @throws notFound
 */
export async function loadTermTypeChange(query: URLSearchParams) {
  const { term, terms } = await requireTerm(parseId(query.get("term")), noTransaction);
  const academicTermId = term.academic_term_id;
  const type = ASSESSMENT_TYPES.find((item) => item === query.get("type"));
  const stored = await findTerm(academicTermId, noTransaction);
  if (!type || !stored || !terms.some(({ is_current }) => is_current && term.is_current))
    throw notFound("You cannot set this type in this term. Choose another type or term.");
  const { flavour } = await getSchool(noTransaction);
  const gradedSubjects = JSON.stringify(listGradedSubjects(flavour));
  const classes = await listConfiguredClasses({ academicTermId, gradedSubjects }, noTransaction);
  const held = await countTermEntries(academicTermId, noTransaction);
  const change = { before: term.assessment_type, type };
  return {
    academicTermId,
    type,
    version: stored.version,
    title: termTitle(academicTermId),
    isSame: term.assessment_type === type,
    words: describeTypeChange(change, {
      ...held,
      classes: classes.filter((item) => !item.by_criteria).length,
    }),
    refusal: orphanedTestWords(change, held),
    removesTests: !isFortnightly(type) && held.tests > 0,
  };
}

/** Changes how a class is assessed, for its whole year. */
async function setKind({ term, class: classId, kind: to, seen }: KindChange, t: TermTransaction) {
  const held = await lockClass({ academicTermId: term, classId }, t);
  if (!held) throw notFound("This class does not exist in this term. Choose another class.");
  if (!held.is_current) return stale({ kind: TERM_OVER });
  const from = getAssessmentKind(held);
  if (from !== seen && from !== to)
    return stale({
      kind: `Somebody changed how this class is assessed while you had the page open. It is now: ${CLASS_KIND_LABELS[from]}. Check the class, then try again.`,
    });
  const message = `${held.label} set to “${CLASS_KIND_LABELS[to]}”`;
  if (from === to) return message;
  const { flavour } = await getSchool(t);
  const input = { classIds: [classId], gradedSubjects: JSON.stringify(listGradedSubjects(flavour)) };
  const orphaned = countOrphanedMarks({ from, to }, (await countClassEntries(input, t)).get(classId));
  if (orphaned > 0) return rejected({ kind: describeOrphanMarks(orphaned) });
  const assessment_type = to === "criteria" ? ("Grade" as const) : null;
  await updateClassKind(classId, { course_work_only: to === "course-work", assessment_type }, t);
  return message;
}

type TestsOfClass = { key: AssessedClassKey; held: ClassConfiguration; tests: fortnightly.ScheduledTest[] };

async function changeTests(input: TestChange, t: TermTransaction) {
  const key = { academicTermId: input.term, classId: input.class };
  const held = await lockClass(key, t);
  if (!held || !isFortnightly(held.assessment_type))
    throw notFound("This class has no fortnightly tests in this term. Choose another class.");
  if (!held.is_current) return stale({ title: TERM_OVER });
  const ofClass = { key, held, tests: await fortnightly.listScheduledTests(key, t) };
  switch (input.intent) {
    case "add":
      return addTest(ofClass, input, t);
    case "save":
      return saveTest(ofClass, input, t);
    case "remove":
      return removeTest(ofClass, input, t);
  }
}

async function addTest(
  ofClass: TestsOfClass,
  { title, day, max }: Extract<TestChange, { intent: "add" }>,
  t: TermTransaction,
) {
  const faults = testFaults(ofClass, { title, day }, null);
  if (faults) return rejected(faults);
  const { key, held } = ofClass;
  const [{ flavour }, subjects] = [
    await getSchool(t),
    await listTaughtSubjects({ ...key, subjects: null }, t),
  ];
  const marked = subjects.filter(({ subject_id }) => !isGradedSubject(flavour, subject_id, held.form_level));
  const ids = marked.map(({ subject_id }) => subject_id);
  const test = { ...key, title, test_date: day ?? null, max_mark: max ?? null, subjects: ids };
  await fortnightly.createFortnightlyTest(test, t);
  return `${title} added`;
}

async function saveTest(
  ofClass: TestsOfClass,
  { test: testId, version, title, day }: Extract<TestChange, { intent: "save" }>,
  t: TermTransaction,
) {
  const test = requireTest(ofClass, testId);
  checkVersion({ opened: version, current: test.version }, { title: testChangedWords(test) });
  const faults = testFaults(ofClass, { title, day }, test);
  if (faults) return rejected(faults);
  await fortnightly.updateFortnightlyTest({ fortnightly_test_id: testId, title, test_date: day ?? null }, t);
  return `${title} saved`;
}

async function removeTest(
  ofClass: TestsOfClass,
  { test: testId }: Extract<TestChange, { intent: "remove" }>,
  t: TermTransaction,
) {
  const { entered, title } = requireTest(ofClass, testId);
  if (entered > 0)
    return rejected({
      title: `You cannot remove this test because ${formatMarkCountWithVerb(entered)} entered for it.`,
    });
  const { academicTermId } = ofClass.key;
  await fortnightly.deleteFortnightlyTests({ academicTermId, testIds: [testId] }, t);
  return `${title} removed`;
}

async function lockClass(key: AssessedClassKey, t: TermTransaction): Promise<ClassConfiguration | null> {
  await lockClassTests(key, t);
  return findClassConfiguration(key, t);
}

/** Returns the fortnightly test. @throws notFound when somebody else removed the test */
function requireTest({ tests }: TestsOfClass, testId: number): fortnightly.ScheduledTest {
  const test = tests.find(({ fortnightly_test_id }) => fortnightly_test_id === testId);
  if (!test)
    throw notFound("This test was deleted while you had it open. If you still need it, add it again.");
  return test;
}

function testFaults(
  { held, tests }: TestsOfClass,
  { title, day }: { title: string; day: string | undefined },
  own: fortnightly.ScheduledTest | null,
): Record<string, string> | null {
  const isTaken = tests.some((test) => test !== own && test.title === title);
  if (isTaken) return { title: "This class already has a test with this title. Enter another title." };
  const isOutside = day !== undefined && (day < held.term_start || day > held.term_end);
  return isOutside
    ? {
        day: `This date is outside the term. Enter a date from ${formatDate(held.term_start)} to ${formatDate(held.term_end)}.`,
      }
    : null;
}

function testChangedWords({ title, test_date }: fortnightly.ScheduledTest): string {
  const day = test_date ? formatDate(test_date) : "no date";
  return `This test was changed while you had it open. It is now: ${title}, ${day}. Save again to use your version instead.`;
}

function typeChangedWords(now: AssessmentType): string {
  return `The assessment type of this term was changed while you had it open. It is now ${now}. Set the type again to use your version instead.`;
}

/**
 * Returns the reason why a type cannot be changed, or null. The reason is that marks would no longer be on any mark
 * sheet. Mid Term and Interim Test are two names for one test, so a change between these two keeps the marks.
 */
function orphanedTestWords(
  { before, type }: { before: AssessmentType; type: AssessmentType },
  { other, fortnightly: marks }: TermEntryCounts,
): string | null {
  const refusal = (marks: string) =>
    `You cannot choose this type because ${marks} and would no longer appear on any mark sheet.`;
  if (isFortnightly(type) && other > 0)
    return refusal(
      `${formatMarkCountWithVerb(other)} entered for ${testTitle(OTHER_ASSESSMENT_TEST_ID, before, null)}`,
    );
  if (isFortnightly(before) && marks > 0)
    return refusal(`${formatMarkCountWithVerb(marks)} entered for fortnightly tests`);
  return null;
}

/** Returns an error for the field `tests`, with which the page offers a button that removes the tests. */
function removalOf(tests: number) {
  const set = formatCountOf(tests, "fortnightly test");
  return {
    type: `This term has ${set} without marks, which the new type would remove.`,
    tests: `Press ‘Set the type and remove the tests’ to remove ${tests === 1 ? "this test" : "these tests"}.`,
  };
}
