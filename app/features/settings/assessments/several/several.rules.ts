import { PATHS, isCalendarDay, withQuery } from "#domain/paths.ts";
import type { SchoolCalendar } from "#domain/daily/school-days.ts";
import { formatDate, formatDateRange } from "#domain/dates.ts";
import { DEFAULT_MAX_MARK } from "#domain/grades.ts";
import { FORTNIGHTLY_TEST_ID, type TestId } from "#domain/terms.ts";
import { assessmentFields, testDateField, testMaxField, type EnteredMarks } from "#fields/assessment.ts";
import type { FieldValue } from "#fields/value.ts";
import {
  CLASS_KIND_LABELS,
  countOrphanedMarks,
  describeOrphanMarks,
  type AssessmentKind,
} from "../assessments.rules.ts";
import { describeDayOff, type DateMovedToTerm, type FirstAndLastDayOfTerm } from "./move-dates.rules.ts";

/**
 * A column of the table: the same test in all classes. Fortnightly tests with the same title count as the same test.
 */
export type SettingsTestColumn = { key: string; title: string; testId: TestId };

export type TestDateAndMaximum = { date: FieldValue; max: FieldValue };

/** A subject in one class, with its tests by the key of their column. */
export type ClassSubjectLine = {
  classId: number;
  label: string;
  subjectId: number;
  name: string;
  /** Whether the subject is graded by letter. It then has no tests. */
  byGrade: boolean;
  stored: Readonly<Record<string, TestDateAndMaximum>>;
  given: readonly EnteredMarks[];
  /** The same tests in the earlier term, to copy from. A test that was not set in the earlier term is missing. */
  copied: Readonly<Record<string, { date: DateMovedToTerm | null; max: number | null }>>;
};

export type TestSettingName = keyof TestDateAndMaximum;
export const TEST_SETTING_NAMES: readonly TestSettingName[] = ["date", "max"];

/** The word that means all subjects in the name of a field. */
export const ALL_SUBJECTS = "all";

/** Returns the name of a field. For example, `date_1.12` is the date of the exam in subject 12. */
export function settingField(
  part: TestSettingName,
  key: string,
  subject: number | typeof ALL_SUBJECTS,
): string {
  return `${part === "date" ? testDateField(key) : testMaxField(key)}.${subject}`;
}

export type TestSettingChange = { key: string; part: TestSettingName; from: FieldValue; to: FieldValue };

/** The changes to a subject in one class. Any reason against them means that nothing in the line is saved. */
export type ClassSubjectLinePlan = {
  line: ClassSubjectLine;
  changes: readonly TestSettingChange[];
  reasons: readonly string[];
};

export type SubjectLineOutcome = "changed" | "unchanged" | "refused";

export type SettingsPlanRules = {
  columns: readonly SettingsTestColumn[];
  days: FirstAndLastDayOfTerm;
  calendar: SchoolCalendar;
  /** The typed values by field name, without the fields that nobody changed. */
  typed: ReadonlyMap<string, FieldValue>;
  /** Descriptions of the changes that others have made since the page was loaded, by `settingChangeKey`. */
  meanwhile: ReadonlyMap<string, string>;
};

export function settingChangeKey(
  { classId, subjectId }: Pick<ClassSubjectLine, "classId" | "subjectId">,
  key: string,
  part: TestSettingName,
): string {
  return `${classId} ${subjectId} ${key} ${part}`;
}

/** Lists the changes that the typed and copied values make in a class, and the reasons why they cannot be made. */
export function planClassSubjectLine(line: ClassSubjectLine, rules: SettingsPlanRules): ClassSubjectLinePlan {
  if (line.byGrade) return { line, changes: [], reasons: [] };
  const columns = rules.columns.filter(({ key }) => line.stored[key]);
  const changes = columns.flatMap((column) => changesOfTest(line, column, rules));
  const reasons = changes.flatMap((change) => reasonAgainst(line, change, rules) ?? []);
  return { line, changes, reasons: [...new Set(reasons)] };
}

export function subjectLineOutcome({ changes, reasons }: ClassSubjectLinePlan): SubjectLineOutcome {
  if (reasons.length > 0) return "refused";
  return changes.length > 0 ? "changed" : "unchanged";
}

function changesOfTest(
  line: ClassSubjectLine,
  { key, testId }: SettingsTestColumn,
  { typed }: SettingsPlanRules,
): TestSettingChange[] {
  const stored = line.stored[key] ?? { date: null, max: null };
  const wanted = (part: TestSettingName) => {
    const text = typed.get(settingField(part, key, line.subjectId));
    return text === undefined ? copiedOrStored(line, key, part) : text;
  };
  const [date, max] = [wanted("date"), wanted("max")];
  const isNewTest = testId === FORTNIGHTLY_TEST_ID && max === null && stored.max === null && date !== null;
  const target: TestDateAndMaximum = { date, max: isNewTest ? DEFAULT_MAX_MARK : max };
  return TEST_SETTING_NAMES.flatMap((part) =>
    target[part] === stored[part] ? [] : [{ key, part, from: stored[part], to: target[part] }],
  );
}

/** Returns the value of a field that nobody typed in. If the earlier term has no value, the stored value stays. */
function copiedOrStored(
  { copied, stored }: ClassSubjectLine,
  key: string,
  part: TestSettingName,
): FieldValue {
  const copy = part === "date" ? copied[key]?.date?.day : copied[key]?.max;
  return copy ?? stored[key]?.[part] ?? null;
}

function reasonAgainst(
  line: ClassSubjectLine,
  { key, part, to }: TestSettingChange,
  { columns, days, calendar, meanwhile }: SettingsPlanRules,
): string | null {
  const column = columns.find((item) => item.key === key);
  if (!column) return null;
  const changed = meanwhile.get(settingChangeKey(line, key, part));
  if (changed !== undefined) return `${column.title} ${changed}`;
  if (part === "date" && isCalendarDay(textOf(to))) return dateFault(textOf(to), days, calendar);
  if (part === "max" && to === null && column.testId !== FORTNIGHTLY_TEST_ID) return "enter a max mark";
  const test = { key, title: column.title, testId: column.testId, fortnightlyTestId: null };
  const fields = assessmentFields({ tests: [test], days }, line.given);
  return lowerFirst(
    fields.get(part === "date" ? testDateField(key) : testMaxField(key))?.kind.refuse(to) ?? null,
  );
}

function dateFault(
  day: string,
  { from, to }: FirstAndLastDayOfTerm,
  calendar: SchoolCalendar,
): string | null {
  if (day < from || day > to) return `${formatDate(day)} is outside the term, ${formatDateRange(from, to)}`;
  return describeDayOff(day, calendar) || null;
}

function lowerFirst(text: string | null): string | null {
  return text && text.charAt(0).toLowerCase() + text.slice(1);
}

function textOf(value: FieldValue): string {
  return value === null ? "" : String(value);
}

/** A field of a row. If `isVarious` is true, the field is empty because the classes have different values. */
export type TestSettingCell = { text: string; isVarious: boolean };

/**
 * Returns the value that all classes of a subject share before anybody types. Returns null if no class has this test.
 */
export function commonValueCell(
  lines: readonly ClassSubjectLine[],
  { key, part }: { key: string; part: TestSettingName },
): TestSettingCell | null {
  const marked = lines.filter(({ byGrade, stored }) => !byGrade && stored[key]);
  const [first, ...others] = new Set(marked.map((line) => copiedOrStored(line, key, part)));
  if (first === undefined) return null;
  return others.length > 0
    ? { text: "", isVarious: true }
    : { text: formatSetting(part, first), isVarious: false };
}

export function formatSetting(part: TestSettingName, value: FieldValue): string {
  return part === "date" && isCalendarDay(textOf(value)) ? formatDate(textOf(value)) : textOf(value);
}

/** Parses the text of a field. A text that is neither a date nor a number is returned as text, and refused later. */
export function parseSetting(part: TestSettingName, text: string): FieldValue {
  return FIELDS.get(part === "date" ? testDateField("1") : testMaxField("1"))?.kind.posted(text) ?? null;
}

const ANY_DAY = { from: "0001-01-01", to: "9999-12-31" };
const FIELDS = assessmentFields({
  tests: [{ key: "1", title: "", testId: 1, fortnightlyTestId: null }],
  days: ANY_DAY,
});

/**
 * Returns the texts that somebody typed, by field name. These are the texts that differ from what the page showed. A
 * text for all subjects applies to each subject whose own field is unchanged. A missing field does not count as
 * emptied, because without JavaScript a button can be pressed before the whole table has loaded.
 */
export function listChangedFieldTexts(
  texts: ReadonlyMap<string, string>,
  shown: ReadonlyMap<string, string>,
): Map<string, string> {
  const touched = new Map<string, string>();
  for (const [name, was] of shown) {
    const part = settingPartOfField(name);
    const [own = was, all = ""] = [texts.get(name), texts.get(allSubjectsField(name))];
    if (parseSetting(part, own) !== parseSetting(part, was)) touched.set(name, own);
    else if (all.trim() !== "") touched.set(name, all);
  }
  return touched;
}

/**
 * Packs typed texts into a URL, where there is little room: subjects with the same text in a column share one
 * parameter, such as `max_2.7-9`. `decodeFieldTextsFromUrl` reads them.
 */
export function encodeFieldTextsForUrl(texts: ReadonlyMap<string, string>): [string, string][] {
  const packed = new Map<string, { column: string; text: string; subjects: string[] }>();
  for (const [name, text] of texts) {
    const [column = "", subject = ""] = name.split(".");
    const key = JSON.stringify([column, text]);
    const group = packed.get(key) ?? { column, text, subjects: [] };
    group.subjects.push(subject);
    packed.set(key, group);
  }
  return [...packed.values()].map(({ column, text, subjects }) => [`${column}.${subjects.join("-")}`, text]);
}

export function decodeFieldTextsFromUrl(packed: Iterable<[string, string]>): Map<string, string> {
  return new Map(
    [...packed].flatMap(([name, text]) => {
      const [column = "", subjects = ""] = name.split(".");
      return subjects.split("-").map((subject): [string, string] => [`${column}.${subject}`, text]);
    }),
  );
}

export function settingPartOfField(name: string): TestSettingName {
  return name.startsWith(testDateField("")) ? "date" : "max";
}

function allSubjectsField(name: string): string {
  return `${name.slice(0, name.indexOf("."))}.${ALL_SUBJECTS}`;
}

export type ClassWithKind = { classId: number; label: string; kind: AssessmentKind };
export type ClassKindChangePlan = ClassWithKind & { to: AssessmentKind; reason: string | null };

type KindRules = {
  to: AssessmentKind | null;
  /** The kind of assessment of each class when the page was loaded. */
  seen: ReadonlyMap<number, string>;
  entries: ReadonlyMap<number, Parameters<typeof countOrphanedMarks>[1]>;
};

/** Lists the classes whose kind of assessment would change, each with any reason against the change. */
export function planClassKinds(
  classes: readonly ClassWithKind[],
  { to, seen, entries }: KindRules,
): ClassKindChangePlan[] {
  if (to === null) return [];
  return classes.flatMap((held) => {
    if (held.kind === to) return [];
    const before = seen.get(held.classId);
    if (before !== undefined && before !== held.kind)
      return [{ ...held, to, reason: `somebody else has set this class to ${CLASS_KIND_LABELS[held.kind]}` }];
    const orphaned = countOrphanedMarks({ from: held.kind, to }, entries.get(held.classId));
    return [{ ...held, to, reason: orphaned > 0 ? describeOrphanMarks(orphaned) : null }];
  });
}

/** The levels of a page: null for all levels, one level, or Forms 1 to 5, which are the forms below the sixth form. */
export type LevelScope = { first: number; last: number } | null;

const LEVELS = /^([1-9])(?:-([1-9]))?$/;

export function parseLevelScope(text: string | null): LevelScope {
  const [, first, last = first] = LEVELS.exec(text ?? "") ?? [];
  return first === undefined ? null : { first: Number(first), last: Number(last) };
}

export function formatLevelScope(scope: LevelScope): string | null {
  if (scope === null) return null;
  return scope.first === scope.last ? String(scope.first) : `${scope.first}-${scope.last}`;
}

export function severalClassesUrl(
  { academicTermId, scope }: { academicTermId: number; scope: LevelScope },
  others: Readonly<Record<string, string>> = {},
): string {
  return withQuery(SEVERAL_CLASSES_PATH, {
    term: academicTermId,
    levels: formatLevelScope(scope),
    ...others,
  });
}

export const SEVERAL_CLASSES_PATH = `${PATHS.assessments}/classes`;

const SIXTH_FORM = 6;
const BELOW_SIXTH_FORM = { first: 1, last: SIXTH_FORM - 1 };

export type LevelScopeLink = { title: string; to: string; isCurrent: boolean };

/** Lists the links to the levels of a term. A school with a sixth form also has a link for Forms 1 to 5 together. */
export function listLevelScopeLinks(
  classes: readonly { form_level: number; group_title: string }[],
  { academicTermId, scope }: { academicTermId: number; scope: LevelScope | undefined },
): LevelScopeLink[] {
  const levels = [...new Map(classes.map(({ form_level, group_title }) => [form_level, group_title]))];
  const isSecondary = levels.every(([, title]) => title.startsWith("Form "));
  const hasTogether = isSecondary && levels.length > 2 && levels.some(([level]) => level === SIXTH_FORM);
  const choices: [string, LevelScope][] = [
    ...levels.map(([level, title]): [string, LevelScope] => [title, { first: level, last: level }]),
    ["Whole school", null],
  ];
  if (hasTogether) choices.unshift(["Forms 1 to 5", BELOW_SIXTH_FORM]);
  return choices.map(([title, choice]) => ({
    title,
    to: severalClassesUrl({ academicTermId, scope: choice }),
    isCurrent: scope !== undefined && formatLevelScope(choice) === formatLevelScope(scope),
  }));
}
