import { createHash } from "node:crypto";
import { requireTerm } from "#access/visible.server.ts";
import type { ReadTransaction } from "#db/index.ts";
import {
  listConfiguredClasses,
  type ConfiguredClass,
  countClassEntries,
} from "#db/queries/assessments/configuration.ts";
import {
  listSubjectsOfClasses,
  listTestChangesAfter,
  type SubjectOfClass,
  type TestChangeOfClass,
} from "#db/queries/assessments/several-classes.ts";
import { loadSchoolCalendar, type SchoolCalendarRow } from "#db/queries/attendance/school-calendar.ts";
import { listFortnightlyTestRows, type FortnightlyTestRow } from "#db/queries/assessments/fortnightly.ts";
import { getSchool } from "#db/queries/school.ts";
import { formatTimeOrDateAndTime } from "#domain/dates.ts";
import { testKey } from "#domain/entry/tests-of-class.ts";
import { isGradedSubject, listGradedSubjects, DEFAULT_MAX_MARK, type SchoolFlavour } from "#domain/grades.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { formatActorName } from "#domain/names.ts";
import {
  END_OF_TERM_TEST_ID,
  FORTNIGHTLY_TEST_ID,
  isFortnightly,
  OTHER_ASSESSMENT_TEST_ID,
  testTitle,
  type AssessmentType,
  type TestId,
} from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { getAssessmentKind, type AssessmentKind } from "../assessments.rules.ts";
import { moveDateToTerm, type FirstAndLastDayOfTerm } from "./move-dates.rules.ts";
import {
  settingChangeKey,
  formatSetting,
  parseSetting,
  settingPartOfField,
  TEST_SETTING_NAMES,
  planClassKinds,
  planClassSubjectLine,
  settingField,
  commonValueCell,
  listChangedFieldTexts,
  type ClassKindChangePlan,
  type LevelScope,
  type ClassSubjectLinePlan,
  type TestSettingCell,
  type ClassSubjectLine,
  type SettingsTestColumn,
  type TestDateAndMaximum,
} from "./several.rules.ts";

export type SettingsPlanInput = {
  academicTermId: number;
  scope: LevelScope;
  /** The texts of the fields by name. A URL has only the fields that somebody typed in. */
  texts: ReadonlyMap<string, string>;
  /** The text of each field before anybody typed, or null for a URL, which has only typed fields. */
  shown: ReadonlyMap<string, string> | null;
  /** The highest version of any test when the page was loaded; null for a URL. */
  since: number | null;
  /** The term to copy maximum marks from; null to copy nothing. `withDayMonthOrder` copies the dates too. */
  from: number | null;
  withDates: boolean;
  kind: AssessmentKind | null;
  seenKinds: ReadonlyMap<number, string>;
  /** The titles of new fortnightly tests, which no class has yet. */
  titles: readonly string[];
};

export type SeveralClassesPlan = Awaited<ReturnType<typeof readSettingsPlan>>;

/**
 * Reads the tests of the classes of some levels, and plans what the typed and copied values would change.
 * @throws notFound for a term that is not in the calendar, or for levels without classes
 */
export async function readSettingsPlan(input: SettingsPlanInput, t: ReadTransaction) {
  const { academicTermId } = input;
  const [{ term, terms }, { flavour }, calendar] = [
    await requireTerm(academicTermId, t),
    await getSchool(t),
    await loadSchoolCalendar(t),
  ];
  const gradedSubjects = JSON.stringify(listGradedSubjects(flavour));
  const allClasses = await listConfiguredClasses({ academicTermId, gradedSubjects }, t);
  const classes = allClasses.filter(({ form_level }) => isInScope(form_level, input.scope));
  if (classes.length === 0 && input.scope !== null)
    throw notFound("There are no classes at this level in this term. Choose another level.");
  const classIds = classes.map(({ class_id }) => class_id);
  const entries = input.kind ? await countClassEntries({ classIds, gradedSubjects }, t) : new Map();
  const held = classes.map((item) => ({
    classId: item.class_id,
    label: item.label,
    kind: getAssessmentKind(item),
  }));
  const kinds = planClassKinds(held, { to: input.kind, seen: input.seenKinds, entries });
  const source = await readSource(input, { flavour, calendar }, t);
  const fortnightly = await listFortnightlyTestRows({ classIds, academicTermId }, t);
  const subjects = await listSubjectsOfClasses({ classIds, academicTermId }, t);
  const assessed = {
    flavour,
    fortnightly,
    subjects,
    classes: withKinds(classes, kinds),
    type: term.assessment_type,
  };
  const columns = listColumns(assessed, [...(source?.titles ?? []), ...input.titles]);
  const lines = linesOf(assessed, columns, source);
  const cells = sharedCells(lines, columns);
  const texts = input.shown ? listChangedFieldTexts(input.texts, input.shown) : input.texts;
  const typed = new Map(
    [...texts].map(([name, text]) => [name, parseSetting(settingPartOfField(name), text)]),
  );
  const days = daysOfTerm(academicTermId, calendar);
  const meanwhile = await readMeanwhile({ input, classIds, fortnightly, calendar }, t);
  const rules = { columns, days, calendar, typed, meanwhile };
  return {
    term,
    terms,
    days,
    allClasses,
    classes,
    kinds,
    columns,
    cells,
    texts,
    fortnightly,
    plans: lines.map((line): ClassSubjectLinePlan => planClassSubjectLine(line, rules)),
    version: Math.max(0, ...subjects.map(({ version }) => version)),
    /**
     * A digest of everything that copying depends on: the tests of the earlier term, and the school days of this
     * term.
     */
    copyDigest: source?.digest ?? "",
  };
}

function isInScope(level: number, scope: LevelScope): boolean {
  return scope === null || (scope.first <= level && level <= scope.last);
}

type ClassWithKind = ConfiguredClass & { kind: AssessmentKind };

/** Returns the classes with the kinds of assessment that they would have after saving. */
function withKinds(
  classes: readonly ConfiguredClass[],
  kinds: readonly ClassKindChangePlan[],
): ClassWithKind[] {
  return classes.map((item) => {
    const change = kinds.find(({ classId, reason }) => classId === item.class_id && reason === null);
    return { ...item, kind: change?.to ?? getAssessmentKind(item) };
  });
}

type Assessed = {
  type: AssessmentType;
  flavour: SchoolFlavour;
  classes: readonly ClassWithKind[];
  fortnightly: readonly FortnightlyTestRow[];
  subjects: readonly SubjectOfClass[];
};

/** Lists the tests of the classes: fortnightly tests by date, then the term's other assessment, then the exam. */
function listColumns(
  { type, classes, fortnightly }: Pick<Assessed, "type" | "classes" | "fortnightly">,
  others: readonly string[],
): SettingsTestColumn[] {
  const hasTests = classes.some(({ kind }) => kind === "tests");
  const titles = isFortnightly(type) && hasTests ? [...fortnightly.map(({ title }) => title), ...others] : [];
  const termly: TestId[] = [
    ...(hasTests || classes.some(({ kind }) => kind === "course-work")
      ? [OTHER_ASSESSMENT_TEST_ID as TestId]
      : []),
    ...(hasTests ? [END_OF_TERM_TEST_ID as TestId] : []),
  ];
  return [
    ...[...new Set(titles)].map((title): SettingsTestColumn => ({
      key: titleKey(title),
      title,
      testId: FORTNIGHTLY_TEST_ID,
    })),
    ...termly.map((testId): SettingsTestColumn => ({
      key: testKey(testId, null),
      title: testTitle(testId, type, null),
      testId,
    })),
  ];
}

const KEY_LENGTH = 8;

/** Returns a key for all fortnightly tests with this title. It is the same in all classes and terms. */
function titleKey(title: string): string {
  return `f${createHash("sha256").update(title).digest("hex").slice(0, KEY_LENGTH)}`;
}

function keysByTest(
  fortnightly: readonly FortnightlyTestRow[],
): (testId: number, id: number | null) => string {
  const keys = new Map(fortnightly.map((test) => [test.fortnightly_test_id, titleKey(test.title)]));
  return (testId, id) => (id === null ? testKey(testId, null) : (keys.get(id) ?? ""));
}

function linesOf(
  assessed: Assessed,
  columns: readonly SettingsTestColumn[],
  source: Source | null,
): ClassSubjectLine[] {
  const { classes, flavour, subjects } = assessed;
  const byId = new Map(classes.map((item) => [item.class_id, item]));
  const keyOf = keysByTest(assessed.fortnightly);
  return subjects.flatMap((subject) => {
    const held = byId.get(subject.class_id);
    if (!held || held.kind === "criteria") return [];
    const byGrade = isGradedSubject(flavour, subject.subject_id, held.form_level);
    return {
      classId: held.class_id,
      label: held.label,
      subjectId: subject.subject_id,
      name: subject.title,
      byGrade,
      stored: byGrade ? {} : storedTests(subject, { columns, held, assessed }),
      given: subject.given.map(({ test_id, fortnightly_test_id, out_of: outOf, count, entered }) => ({
        key: keyOf(test_id, fortnightly_test_id),
        outOf,
        count,
        entered,
      })),
      copied: source?.copiedBy(held, subject.subject_id) ?? {},
    };
  });
}

type OfClass = { columns: readonly SettingsTestColumn[]; held: ClassWithKind; assessed: Assessed };

/** Returns the tests of a subject by column. A test that nobody has set has no date and the usual maximum. */
function storedTests(
  subject: SubjectOfClass,
  { columns, held, assessed }: OfClass,
): Record<string, TestDateAndMaximum> {
  const keyOf = keysByTest(assessed.fortnightly);
  const own = columns.filter(({ testId }) => held.kind === "tests" || testId === OTHER_ASSESSMENT_TEST_ID);
  const tests = new Map(subject.tests.map((test) => [keyOf(test.test_id, test.fortnightly_test_id), test]));
  const days = new Map(
    assessed.fortnightly
      .filter(({ class_id }) => class_id === held.class_id)
      .map(({ title, test_date }) => [titleKey(title), test_date]),
  );
  return Object.fromEntries(
    own.map(({ key, testId }): [string, TestDateAndMaximum] => {
      const test = tests.get(key);
      if (test) return [key, { date: test.test_date ?? days.get(key) ?? null, max: test.max_mark }];
      return [key, { date: null, max: testId === FORTNIGHTLY_TEST_ID ? null : DEFAULT_MAX_MARK }];
    }),
  );
}

type Source = {
  titles: string[];
  digest: string;
  copiedBy: (to: ConfiguredClass, subjectId: number) => ClassSubjectLine["copied"];
};

/** Reads the tests to copy. A class copies from the class with the same name or, failing that, from its level. */
async function readSource(
  { academicTermId, from, withDates }: SettingsPlanInput,
  { flavour, calendar }: { flavour: SchoolFlavour; calendar: SchoolCalendarRow },
  t: ReadTransaction,
): Promise<Source | null> {
  if (from === null || from >= academicTermId) return null;
  const gradedSubjects = JSON.stringify(listGradedSubjects(flavour));
  const classes = await listConfiguredClasses({ academicTermId: from, gradedSubjects }, t);
  const classIds = classes.map(({ class_id }) => class_id);
  const subjects = await listSubjectsOfClasses({ classIds, academicTermId: from }, t);
  const fortnightly = await listFortnightlyTestRows({ classIds, academicTermId: from }, t);
  const days = { from: daysOfTerm(from, calendar), to: daysOfTerm(academicTermId, calendar) };
  const moved = (day: string) => moveDateToTerm(day, days, calendar);
  const classOf = (to: ConfiguredClass) =>
    classes.find(({ form_class_id, label }) => form_class_id === to.form_class_id && label === to.label) ??
    classes.find(({ form_class_id }) => form_class_id === to.form_class_id) ??
    classes.find(({ form_level }) => form_level === to.form_level);
  const bySubject = new Map(
    subjects.map((subject) => [`${subject.class_id} ${subject.subject_id}`, subject]),
  );
  const keyOf = keysByTest(fortnightly);
  const { holidays, opened } = calendar;
  const dayOf = new Map(fortnightly.map((test) => [test.fortnightly_test_id, test.test_date]));
  return {
    titles: fortnightly.map(({ title }) => title),
    digest: createHash("sha256")
      .update(JSON.stringify([subjects.map(({ tests }) => tests), fortnightly, days, holidays, opened]))
      .digest("base64url"),
    copiedBy: (to, subjectId) => {
      const tests = bySubject.get(`${classOf(to)?.class_id} ${subjectId}`)?.tests ?? [];
      return Object.fromEntries(
        tests.map(({ test_id, fortnightly_test_id: id, test_date, max_mark: max }) => {
          const day = test_date ?? (id === null ? null : (dayOf.get(id) ?? null));
          return [keyOf(test_id, id), { date: day && withDates ? moved(day) : null, max }];
        }),
      );
    },
  };
}

function daysOfTerm(academicTermId: number, { terms }: SchoolCalendarRow): FirstAndLastDayOfTerm {
  const term = terms.find(({ academic_term_id }) => academic_term_id === academicTermId);
  if (!term) throw notFound("This term is not in the school’s calendar. Choose another term.");
  return { from: term.term_start, to: term.term_end };
}

/** Returns the fields of all subjects by name, as they are before anybody types. */
function sharedCells(
  lines: readonly ClassSubjectLine[],
  columns: readonly SettingsTestColumn[],
): ReadonlyMap<string, TestSettingCell> {
  const bySubject = groupBy(lines, ({ subjectId }) => subjectId);
  const cells = [...bySubject].flatMap(([subjectId, ofSubject]) =>
    columns.flatMap(({ key }) =>
      TEST_SETTING_NAMES.flatMap((part) => {
        const cell = commonValueCell(ofSubject, { key, part });
        return cell ? [[settingField(part, key, subjectId), cell] as const] : [];
      }),
    ),
  );
  return new Map(cells);
}

type Meanwhile = {
  input: SettingsPlanInput;
  classIds: readonly number[];
  fortnightly: readonly FortnightlyTestRow[];
  calendar: SchoolCalendarRow;
};

/** Describes what others have changed since the page was loaded. */
async function readMeanwhile(
  { input, classIds, fortnightly, calendar }: Meanwhile,
  t: ReadTransaction,
): Promise<Map<string, string>> {
  const { academicTermId, since } = input;
  if (since === null) return new Map();
  const changes = await listTestChangesAfter({ classIds, academicTermId, after: since }, t);
  const keyOf = keysByTest(fortnightly);
  return new Map(
    changes.flatMap((change) => {
      const line = { classId: change.class_id, subjectId: change.subject_id };
      const key = keyOf(change.test_id, change.fortnightly_test_id);
      return TEST_SETTING_NAMES.flatMap((part) => {
        const words = changeWords(change, part, calendar.time_zone);
        return words ? [[settingChangeKey(line, key, part), words] as const] : [];
      });
    }),
  );
}

/** Describes one change. Returns null if this part did not change, as in a new row with default values. */
function changeWords(change: TestChangeOfClass, part: "date" | "max", timeZone: string): string | null {
  const value = change.new_values?.[part === "date" ? "test_date" : "max_mark"];
  const isUsual = change.old_values === null && (value ?? DEFAULT_MAX_MARK) === DEFAULT_MAX_MARK;
  if (value === undefined || isUsual) return null;
  const to =
    value === null ? "no date" : formatSetting(part, typeof value === "number" ? value : String(value));
  const by = formatActorName({ ...change, user_name: change.user_name ?? change.actor });
  return `was changed to ${to} by ${by} ${formatTimeOrDateAndTime(change.at, { timeZone, now: now() })}`;
}
