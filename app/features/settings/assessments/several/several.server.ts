import { z } from "zod";
import {
  formSucceeded,
  formSucceededWithResult,
  rejected,
  stale,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import {
  singleLineSchema,
  rowIdSchema,
  versionOrNewSchema,
} from "#access/forms/form-values.schema.server.ts";
import { updateClassKind } from "#db/queries/assessments/configuration.ts";
import { createFortnightlyTest, listFortnightlyTestRows } from "#db/queries/assessments/fortnightly.ts";
import { saveAssessments, type AssessmentWrite } from "#db/queries/assessments/store.ts";
import { exclusiveTermTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { FORTNIGHTLY_TEST_ID, termTitle } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { MAX_TEST_TITLE_LENGTH } from "../assessments.rules.ts";
import {
  canChangeKind,
  isTestSettingField,
  ASSESSMENT_KINDS,
  buildSettingsPreviewQuery,
  parseTestTitles,
  WITHOUT_DATES_VALUE,
} from "./load-several.server.ts";
import { readSettingsPlan, type SeveralClassesPlan, type SettingsPlanInput } from "./plan.server.ts";
import {
  subjectLineOutcome,
  parseLevelScope,
  severalClassesUrl,
  listChangedFieldTexts,
  type ClassSubjectLinePlan,
} from "./several.rules.ts";

/** The number of saved changes. `left` lists what was not changed, with the reason. */
export type SeveralClassesSaveSummary = { saved: number; left: { name: string; reason: string }[] };

/** The typed values of a column of the form, keyed by subject id, or by `all` for every subject. */
const Column = z.record(z.string(), z.string());

export const SeveralClassesFormSchema = z
  .object({
    intent: z.enum(["preview", "copy", "save"]),
    term: rowIdSchema,
    levels: z.string().default(""),
    shown: z.string().default(""),
    since: versionOrNewSchema,
    kind: z.enum(ASSESSMENT_KINDS).optional(),
    kindBefore: z.enum(ASSESSMENT_KINDS).optional(),
    kinds: z.string().default(""),
    /** The earlier term to copy from, and the term that the page has already copied from. */
    copy: z.string().default(""),
    copyDates: z.string().default(""),
    from: z.string().default(""),
    dates: z.string().default(""),
    copyDigest: z.string().default(""),
    tests: z.string().default("[]"),
    title: singleLineSchema(MAX_TEST_TITLE_LENGTH).default(""),
  })
  .catchall(Column);

type Submitted = z.output<typeof SeveralClassesFormSchema>;

/**
 * Shows a preview at its own URL, or saves what the preview showed.
 * @throws notFound as `readSettingsPlan`
 */
export function changeSeveralClasses(
  person: Person,
  input: Submitted,
): FormOutcome<SeveralClassesSaveSummary> | Promise<FormOutcome<SeveralClassesSaveSummary>> {
  if (input.intent === "save") return exclusiveTermTransaction(person, (t) => saveSeveral(input, t));
  const wanted = wantedFrom(input);
  const isCopy = input.intent === "copy";
  const titles = [...new Set([...wanted.titles, ...(input.title === "" ? [] : [input.title])])];
  const preview = {
    ...wanted,
    titles,
    texts: listChangedFieldTexts(wanted.texts, wanted.shown),
    from: isCopy ? parseId(input.copy) : wanted.from,
    withDates: isCopy ? input.copyDates !== WITHOUT_DATES_VALUE : wanted.withDates,
  };
  return formSucceeded(severalClassesUrl(preview, Object.fromEntries(buildSettingsPreviewQuery(preview))));
}

function wantedFrom(input: Submitted): SettingsPlanInput & { shown: ReadonlyMap<string, string> } {
  const texts = Object.entries(input).flatMap(([column, values]) =>
    typeof values === "object" && isTestSettingField(column)
      ? Object.entries(values).map(([subject, text]) => [`${column}.${subject}`, text] as const)
      : [],
  );
  const kinds = input.kinds.split(" ").map((item) => item.split(":"));
  return {
    academicTermId: input.term,
    scope: parseLevelScope(input.levels),
    texts: new Map(texts),
    shown: new Map(new URLSearchParams(input.shown)),
    since: input.since,
    from: parseId(input.from),
    withDates: input.dates !== WITHOUT_DATES_VALUE,
    kind: input.kind && input.kind !== input.kindBefore ? input.kind : null,
    seenKinds: new Map(kinds.map(([classId, kind = ""]) => [Number(classId), kind])),
    titles: parseTestTitles(input.tests),
  };
}

/**
 * Saves what can be saved. The transaction excludes all other writers of the term, so each line is checked against the
 * marks and tests that are really stored.
 */
async function saveSeveral(
  input: Submitted,
  t: TermTransaction,
): Promise<FormOutcome<SeveralClassesSaveSummary>> {
  const wanted = wantedFrom(input);
  const plan = await readSettingsPlan(wanted, t);
  if (!plan.term.is_current)
    return stale(`${termTitle(wanted.academicTermId)} is over, so you cannot change its tests.`);
  if (plan.copyDigest !== input.copyDigest)
    return stale(
      "The calendar or the earlier term was changed while you had this page open. Copy again, then save.",
    );
  const kinds = plan.kinds.filter(canChangeKind);
  const changed = plan.plans.filter((item) => subjectLineOutcome(item) === "changed");
  const left = leftOf(plan);
  const saved = kinds.length + changed.length;
  if (saved === 0 && left.length === 0)
    return rejected("Nothing was changed. Type a date or a max mark first.");
  for (const { classId, to } of kinds) {
    const kind = {
      course_work_only: to === "course-work",
      assessment_type: to === "criteria" ? ("Grade" as const) : null,
    };
    await updateClassKind(classId, kind, t);
  }
  await saveLines(plan, changed, t);
  if (left.length > 0) return formSucceededWithResult({ saved, left }, { keepsFields: true });
  return formSucceeded(severalClassesUrl(wanted), `${formatCountOf(saved, "change")} saved`, { seconds: 5 });
}

function leftOf({ plans, kinds }: SeveralClassesPlan): SeveralClassesSaveSummary["left"] {
  const refusedKinds = kinds.filter((item) => !canChangeKind(item));
  return [
    ...refusedKinds.map(({ label, reason }) => ({ name: label, reason: reason ?? "" })),
    ...plans
      .filter((item) => subjectLineOutcome(item) === "refused")
      .map(({ line, reasons }) => ({ name: `${line.name}, ${line.label}`, reason: reasons.join("; ") })),
  ];
}

/** Stores the changed tests, class by class. Fortnightly tests that a class does not have yet are created first. */
async function saveLines(
  plan: SeveralClassesPlan,
  changed: readonly ClassSubjectLinePlan[],
  t: TermTransaction,
): Promise<void> {
  const academicTermId = plan.term.academic_term_id;
  const classIds = [...new Set(changed.map(({ line }) => line.classId))];
  await createMissingTests(plan, changed, t);
  const tests = await listFortnightlyTestRows({ classIds, academicTermId }, t);
  const idOf = (classId: number, title: string) =>
    tests.find((test) => test.class_id === classId && test.title === title)?.fortnightly_test_id ?? null;
  for (const [classId, ofClass] of groupBy(changed, ({ line }) => line.classId)) {
    const writes = ofClass.flatMap((item) => writesOf(item, plan, (title) => idOf(classId, title)));
    await saveAssessments({ classId, academicTermId, writes }, t);
  }
}

function writesOf(
  { line, changes }: ClassSubjectLinePlan,
  { columns }: SeveralClassesPlan,
  idOf: (title: string) => number | null,
): AssessmentWrite[] {
  return columns.flatMap(({ key, title, testId }) => {
    const own = changes.filter((change) => change.key === key);
    if (own.length === 0) return [];
    const value = (part: "date" | "max") =>
      (own.find((change) => change.part === part) ?? { to: line.stored[key]?.[part] ?? null }).to;
    const [date, max] = [value("date"), value("max")];
    return {
      subject_id: line.subjectId,
      test_id: testId,
      fortnightly_test_id: testId === FORTNIGHTLY_TEST_ID ? idOf(title) : null,
      test_date: date === null ? null : String(date),
      max_mark: max === null ? null : Number(max),
    };
  });
}

/** Creates the fortnightly tests that changed subjects need. The day of a new test is the earliest of its dates. */
async function createMissingTests(
  { columns, term, fortnightly }: SeveralClassesPlan,
  changed: readonly ClassSubjectLinePlan[],
  t: TermTransaction,
): Promise<void> {
  for (const { key, title } of columns.filter(({ testId }) => testId === FORTNIGHTLY_TEST_ID)) {
    const using = changed.filter(({ changes }) =>
      changes.some((change) => change.key === key && change.to !== null),
    );
    for (const [classId, ofClass] of groupBy(using, ({ line }) => line.classId)) {
      if (fortnightly.some((test) => test.class_id === classId && test.title === title)) continue;
      const days = ofClass.flatMap(({ changes }) =>
        changes.flatMap((item) =>
          item.key === key && item.part === "date" && item.to !== null ? [String(item.to)] : [],
        ),
      );
      const test = { title, test_date: days.toSorted()[0] ?? null, subjects: [], max_mark: null };
      await createFortnightlyTest({ classId, academicTermId: term.academic_term_id, ...test }, t);
    }
  }
}
