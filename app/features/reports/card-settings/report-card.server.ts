import { z } from "zod";
import { formSucceeded, rejected, reshowForm, checkVersion } from "#access/forms/answer-form.server.ts";
import { singleLineSchema, versionOrNewSchema } from "#access/forms/form-values.schema.server.ts";
import { noTransaction, queryAll, transaction, type ReadTransaction, type Transaction } from "#db/index.ts";
import { findRequestedTerm } from "#db/queries/lessons.ts";
import * as settings from "#db/queries/reports/report-card-settings.ts";
import { DEFAULT_GRADING, type GradingScale } from "#domain/grading.ts";
import {
  REPORT_CARD_BLOCK_ORDERS,
  REPORT_CARD_PART_NAMES,
  DEFAULT_REPORT_CARD_SETTINGS,
  type ReportCardBlockOrder,
  type ReportCardSettings,
} from "#domain/documents/card-parts.ts";
import { termAfter, termTitle } from "#domain/terms.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { describeReportsAffectedBySettings } from "./affected.server.ts";
import {
  describeReportCardSettings,
  describeGrading,
  REPORT_CARD_FORM_ROW_NUMBERS,
  areSameReportCardSettings,
  isSameGrading,
  isSameWeighting,
  MAX_GRADE_WORDS_LENGTH,
  parseGradingForm,
  parseWeightsForm,
  reportCardSettingsUrl,
} from "./report-card.rules.ts";

export type ReportCardSettingsView = Awaited<ReturnType<typeof loadReportCardSettings>>;

/**
 * Loads the settings of a level. The default is the lowest level. The settings are the current settings, or the
 * settings that begin in the term of the query.
 * @throws notFound
 */
export async function loadReportCardSettings(query: URLSearchParams) {
  const { levels, level, stored, version, term, later } = await readLevelSettings(query, noTransaction);
  const currentId = term?.academic_term_id ?? 0;
  const now = settingIn(level.form_level, currentId, stored);
  const waiting = stored.filter((row) => row.form_level === level.form_level && row.from_term_id > currentId);
  const { grading, card } = later ?? now;
  // An exception that was saved for all levels may be for a subject that this level does not have.
  const exceptional = (grading.weights?.exceptions ?? []).map(({ subject_id }) => subject_id);
  const ofLevel = { formLevel: level.form_level, others: exceptional };
  const subjects = await settings.listSubjectsOfLevel(ofLevel, noTransaction);
  const others = [
    ...(later ? [{ term: null, setting: now }] : []),
    ...waiting
      .filter((row) => row.from_term_id !== later?.from_term_id)
      .map((row) => ({
        term: row.from_term_id,
        setting: { grading: row.grading, card: row.card ?? DEFAULT_REPORT_CARD_SETTINGS },
      })),
  ];
  return {
    level: level.form_level,
    title: level.title,
    levels: levels.map(({ form_level, title }) => ({
      number: String(form_level),
      title,
      url: reportCardSettingsUrl(form_level),
      isShown: form_level === level.form_level,
    })),
    version,
    terms: term && {
      this: termTitle(currentId),
      next: termTitle(later?.from_term_id ?? termAfter(currentId)),
    },
    /** Text such as `2026-2027, Term 2` if the settings on the page begin later; null if they are in force. */
    beginsLater: later && termTitle(later.from_term_id),
    /** The other settings of the level: the current settings, and settings that begin later. */
    others: others.map(({ term: from, setting }) => ({
      begins: from === null ? null : termTitle(from),
      grades: describeGrading(setting.grading),
      card: describeReportCardSettings(setting.card),
      url: reportCardSettingsUrl(level.form_level, from ?? undefined),
    })),
    parts: Object.fromEntries(card.parts.map((part) => [part, "on"])),
    order: card.order,
    passMark: String(grading.passMark),
    courseWork: String(grading.weights?.level ?? 0),
    subject: exceptionsOf(grading, ({ subject_id }) => String(subject_id)),
    weight: exceptionsOf(grading, ({ weight }) => String(weight)),
    subjects: subjects.map(({ subject_id, subject }) => ({ value: String(subject_id), label: subject })),
    letter: fieldsOf(grading, ({ letter }) => letter),
    from: fieldsOf(grading, ({ from }) => String(from)),
    words: fieldsOf(grading, ({ words }) => words),
  };
}

function fieldsOf({ steps }: GradingScale, textOf: (step: GradingScale["steps"][number]) => string) {
  return Object.fromEntries(
    REPORT_CARD_FORM_ROW_NUMBERS.map(
      (row, index) => [row, steps[index] ? textOf(steps[index]) : ""] as const,
    ),
  );
}

type Exception = NonNullable<GradingScale["weights"]>["exceptions"][number];

function exceptionsOf({ weights }: GradingScale, textOf: (exception: Exception) => string) {
  return Object.fromEntries(
    REPORT_CARD_FORM_ROW_NUMBERS.map((row, index) => {
      const exception = weights?.exceptions[index];
      return [row, exception ? textOf(exception) : ""] as const;
    }),
  );
}

type StoredSetting = settings.ReportCardSettingRow;

/** Reads the level and the later settings that the URL names, and everything stored. The version covers all levels. */
export async function readLevelSettings(query: URLSearchParams, t: ReadTransaction) {
  const [levels, stored, { term }] = await queryAll(
    [
      () => settings.listSchoolLevels(t),
      () => settings.listReportCardSettings(t),
      () => findRequestedTerm(null, t),
    ],
    t,
  );
  const wanted = query.get("level") === null ? levels[0]?.form_level : parseId(query.get("level"));
  const level = levels.find(({ form_level }) => form_level === wanted);
  if (!level) throw notFound("The school has no classes at this level. Choose another level.");
  const from = parseId(query.get("term")) ?? 0;
  const later = from > (term?.academic_term_id ?? 0) ? settingFrom(level.form_level, from, stored) : null;
  const version = Math.max(0, ...stored.map((row) => row.version));
  return { levels, level, stored, version, term, later };
}

function settingFrom(level: number, termId: number, stored: readonly StoredSetting[]) {
  const found = stored.find(
    ({ form_level, from_term_id }) => form_level === level && from_term_id === termId,
  );
  return found ? { ...found, card: found.card ?? DEFAULT_REPORT_CARD_SETTINGS } : null;
}

function settingIn(level: number, termId: number, stored: readonly StoredSetting[]) {
  const found = stored.findLast(
    ({ form_level, from_term_id }) => form_level === level && from_term_id <= termId,
  );
  return {
    grading: found?.grading ?? DEFAULT_GRADING,
    card: found?.card ?? DEFAULT_REPORT_CARD_SETTINGS,
    gradedAt: found?.graded_at ?? null,
  };
}

type Settings = { grading: GradingScale; card: ReportCardSettings };

function isDifferent(one: Settings, other: Settings): boolean {
  return !isSameGrading(one.grading, other.grading) || !areSameReportCardSettings(one.card, other.card);
}

const rowsOf = z.record(z.string(), z.string().optional()).default({});

export type ReportCardSettingsInput = z.input<typeof ReportCardSettingsFormSchema>;

export const ReportCardSettingsFormSchema = z
  .object({
    intent: z.enum(["save", "preview", "cancel"]).default("save"),
    version: versionOrNewSchema,
    levels: z.enum(["this", "all"]).default("this"),
    /** The other levels that are ticked, by number. */
    also: rowsOf,
    /** Whether a change to signed or posted reports counts from this term or from the next. */
    begins: z.enum(["this", "next"]).optional(),
    /** The question that `begins` answers, as the page showed it. */
    asked: z.string().default(""),
    letter: rowsOf,
    from: rowsOf,
    words: z.record(z.string(), singleLineSchema(MAX_GRADE_WORDS_LENGTH).optional()).default({}),
    passMark: z.string().default(""),
    courseWork: z.string().default(""),
    subject: rowsOf,
    weight: rowsOf,
    parts: rowsOf,
    order: z
      .enum(Object.keys(REPORT_CARD_BLOCK_ORDERS) as [ReportCardBlockOrder, ...ReportCardBlockOrder[]])
      .default("attendance"),
  })
  .transform(
    (
      { letter, from, words, passMark, courseWork, subject, weight, parts, order, ...input },
      { addIssue },
    ) => {
      const typed = REPORT_CARD_FORM_ROW_NUMBERS.map((row) => ({
        row,
        letter: letter[row] ?? "",
        from: from[row] ?? "",
        words: words[row] ?? "",
      }));
      const { grading, faults } = parseGradingForm(typed, passMark);
      const exceptions = REPORT_CARD_FORM_ROW_NUMBERS.map((row) => ({
        row,
        subject: subject[row] ?? "",
        weight: weight[row] ?? "",
      }));
      const read = parseWeightsForm(courseWork, exceptions);
      for (const [field, message] of Object.entries({ ...faults, ...read.faults }))
        addIssue({ code: "custom", path: field.split("."), message });
      const card: ReportCardSettings = {
        parts: REPORT_CARD_PART_NAMES.filter((part) => parts[part] !== undefined),
        order,
      };
      const scale = grading ?? DEFAULT_GRADING;
      return { ...input, grading: read.weights ? { ...scale, weights: read.weights } : scale, card };
    },
  );

type Submitted = { query: URLSearchParams; input: z.output<typeof ReportCardSettingsFormSchema> };
type Read = Awaited<ReturnType<typeof readLevelSettings>>;

/**
 * Saves the settings of a level or of all levels, from the current term, the next term or the term in the URL. Settings
 * that begin later stay. If signed or posted reports would change, the person must first choose from which term on the
 * change counts.
 * @throws notFound
 */
export function saveReportCardSettings(person: Person, { query, input }: Submitted) {
  return transaction(person, async (t) => {
    await settings.lockReportCardSettings(t);
    const read = await readLevelSettings(query, t);
    if (input.intent === "preview") return reshowForm();
    checkVersion({ opened: input.version, current: read.version }, CHANGED);
    if (input.intent === "cancel") return cancelLater(read, input, t);
    const { level, levels, stored, term, later } = read;
    const currentId = term?.academic_term_id ?? 0;
    const next = later?.from_term_id ?? (term === null ? 0 : termAfter(currentId));
    const from = input.begins === "next" || (later && input.begins !== "this") ? next : currentId;
    const meant = meantLevels(read, input);
    // The settings on the page may be stored for a later term, from which they are then moved to the earlier one.
    const moved = later && from < later.from_term_id ? later.from_term_id : null;
    const changed = meant.filter(
      ({ form_level }) =>
        isDifferent(settingIn(form_level, from, stored), input) ||
        (moved !== null && settingFrom(form_level, moved, stored) !== null),
    );
    if (changed.length === 0)
      return rejected("You have not changed anything since the report card was saved.");
    const spans = changed.map(({ form_level }) => {
      const isOnlyMoved = moved !== null && !isDifferent(settingIn(form_level, from, stored), input);
      return spanOf(form_level, { from: isOnlyMoved ? moved : from, moved, stored });
    });
    const isWeighedAnew = changed.some(
      ({ form_level }) => !isSameWeighting(settingIn(form_level, from, stored).grading, input.grading),
    );
    const question = await describeReportsAffectedBySettings(
      { spans, grading: input.grading, isWeighedAnew, currentId },
      t,
    );
    const isAnswered = input.begins !== undefined && input.asked === question;
    if (question !== null && !isAnswered) return rejected({ begins: question });
    for (const { form_level } of changed) {
      await storeSetting({ form_level, from, stored, input }, t);
      if (moved !== null) await bringForward({ form_level, from: moved, stored, input }, t);
      await dropRepeated({ form_level, from, stored, input }, t);
    }
    const titles =
      changed.length === levels.length ? "all levels" : changed.map(({ title }) => title).join(", ");
    const isLater = from > currentId;
    const since = isLater ? ` It applies from ${termTitle(from)}.` : "";
    const url = reportCardSettingsUrl(level.form_level, isLater ? from : undefined);
    return formSucceeded(url, `Report card of ${titles} saved.${since}`);
  });
}

function meantLevels({ levels, level }: Read, input: Submitted["input"]): readonly settings.SchoolLevel[] {
  const isTicked = (formLevel: number) => input.also[`${formLevel}`] !== undefined;
  return input.levels === "all"
    ? levels
    : levels.filter(({ form_level }) => form_level === level.form_level || isTicked(form_level));
}

/** Cancels settings that begin later, unless signed or posted reports show them. */
async function cancelLater(read: Read, input: Submitted["input"], t: Transaction) {
  const { level, stored, later } = read;
  if (!later) return rejected("There is no change to cancel. Reload the page to see the current settings.");
  const from = later.from_term_id;
  const waiting = meantLevels(read, input).filter(
    ({ form_level }) => settingFrom(form_level, from, stored) !== null,
  );
  for (const { form_level } of waiting) {
    const shown = await settings.listSignedOrPostedReports(
      spanOf(form_level, { from, moved: null, stored }),
      t,
    );
    if (shown.length > 0)
      return rejected(
        `You cannot cancel these settings because reports of ${termTitle(from)} are signed or posted with them.`,
      );
  }
  for (const { form_level } of waiting)
    await settings.deleteReportCardSetting({ form_level, from_term_id: from }, t);
  return formSucceeded(
    reportCardSettingsUrl(level.form_level),
    `The change due to start in ${termTitle(from)} was cancelled.`,
  );
}

type Storing = {
  form_level: number;
  from: number;
  stored: readonly StoredSetting[];
  input: Settings;
};

/** Stores the settings. Reports are compared with the settings in force in their own term. */
function storeSetting({ form_level, from, stored, input: { grading, card } }: Storing, t: Transaction) {
  const before = settingIn(form_level, from, stored);
  const graded_at = isSameGrading(before.grading, grading) ? before.gradedAt : now();
  return settings.saveReportCardSetting({ form_level, from_term_id: from, grading, graded_at, card }, t);
}

/**
 * Removes settings from the later term after they were moved to an earlier one, but keeps settings by which reports
 * were graded.
 */
async function bringForward(setting: Storing, t: Transaction): Promise<void> {
  const { form_level, from, stored } = setting;
  if (settingFrom(form_level, from, stored) === null) return;
  const shown = await settings.listSignedOrPostedReports(
    spanOf(form_level, { from, moved: null, stored }),
    t,
  );
  if (shown.length > 0) await storeSetting(setting, t);
  else await settings.deleteReportCardSetting({ form_level, from_term_id: from }, t);
}

/** Removes the next settings if they equal the settings before them and no report shows them. */
async function dropRepeated({ form_level, from, stored, input }: Storing, t: Transaction): Promise<void> {
  const next = stored.find((row) => row.form_level === form_level && row.from_term_id > from);
  if (!next || isDifferent({ grading: next.grading, card: next.card ?? DEFAULT_REPORT_CARD_SETTINGS }, input))
    return;
  await bringForward({ form_level, from: next.from_term_id, stored, input }, t);
}

type Spanning = { from: number; moved: number | null; stored: readonly StoredSetting[] };

/**
 * Returns the terms in which settings from `from` apply. Settings stored for `moved` are ignored, because they are
 * moved to an earlier term.
 */
function spanOf(formLevel: number, { from, moved, stored }: Spanning): settings.ReportCardSettingSpan {
  const next = stored.find(
    ({ form_level, from_term_id }) =>
      form_level === formLevel && from_term_id > from && from_term_id !== moved,
  );
  return { formLevel, from, before: next?.from_term_id ?? null };
}

const CHANGED =
  "Somebody else changed the report cards while you had this page open. Saving now replaces their changes.";
