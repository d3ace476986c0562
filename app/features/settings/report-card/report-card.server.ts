import { z } from "zod";
import { done, rejected, stale } from "#access/forms/answer-form.server.ts";
import { versionOrNew } from "#access/forms/form-values.schema.server.ts";
import { noTransaction, transaction, type Reading } from "#db/index.ts";
import { findChosenTerm } from "#db/queries/lessons.ts";
import * as settings from "#db/queries/reports/report-card-settings.ts";
import { USUAL_GRADING, type Grading } from "#domain/grading.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { onOneLine, UNSTORABLE_CHARACTERS } from "#domain/text/storable-text.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { GRADE_ROWS, isSameGrading, readGrading, reportCardUrl } from "./report-card.rules.ts";

export type ReportCardView = Awaited<ReturnType<typeof loadReportCard>>;

/** Loads the settings of a level, of the lowest unless the query names another. @throws notFound */
export async function loadReportCard(query: URLSearchParams) {
  const { levels, level, stored, version } = await readLevel(query, noTransaction);
  const { grading } = settingOf(level.form_level, stored);
  return {
    level: level.form_level,
    title: level.title,
    levels: levels.map(({ form_level, title }) => ({
      title,
      url: reportCardUrl(form_level),
      isShown: form_level === level.form_level,
    })),
    version,
    passMark: String(grading.passMark),
    letter: fieldsOf(grading, ({ letter }) => letter),
    from: fieldsOf(grading, ({ from }) => String(from)),
    words: fieldsOf(grading, ({ words }) => words),
  };
}

function fieldsOf({ steps }: Grading, textOf: (step: Grading["steps"][number]) => string) {
  return Object.fromEntries(
    GRADE_ROWS.map((row, index) => [row, steps[index] ? textOf(steps[index]) : ""] as const),
  );
}

/** Finds the level of the address, and everything that is stored. The version covers all levels. */
async function readLevel(query: URLSearchParams, t: Reading) {
  const [levels, stored] = await Promise.all([
    settings.listSchoolLevels(t),
    settings.listReportCardSettings(t),
  ]);
  const wanted = query.get("level") === null ? levels[0]?.form_level : parseId(query.get("level"));
  const level = levels.find(({ form_level }) => form_level === wanted);
  if (!level) throw notFound("The school has no such level.");
  return { levels, level, stored, version: Math.max(0, ...stored.map((row) => row.version)) };
}

/** Returns the latest settings of a level, which may begin in a term to come. */
function settingOf(level: number, stored: readonly settings.ReportCardSettingRow[]) {
  const found = stored.findLast(({ form_level }) => form_level === level);
  return { grading: found?.grading ?? USUAL_GRADING, gradedAt: found?.graded_at ?? null };
}

/** Lists the grading of every level. */
export async function listLevelGradings() {
  const [levels, stored] = await Promise.all([
    settings.listSchoolLevels(noTransaction),
    settings.listReportCardSettings(noTransaction),
  ]);
  return levels.map(({ form_level, title }) => ({ title, grading: settingOf(form_level, stored).grading }));
}

const rowsOf = z.record(z.string(), z.string().optional()).default({});

export type ReportCardInput = z.input<typeof ReportCardForm>;

export const ReportCardForm = z
  .object({
    version: versionOrNew,
    levels: z.enum(["this", "all"]).default("this"),
    letter: rowsOf,
    from: rowsOf,
    words: rowsOf,
    passMark: z.string().default(""),
  })
  .transform(({ letter, from, words, passMark, ...input }, { addIssue }) => {
    const typed = GRADE_ROWS.map((row) => ({
      row,
      letter: letter[row] ?? "",
      from: from[row] ?? "",
      words: onOneLine(words[row] ?? ""),
    }));
    const { grading, faults } = readGrading(typed, passMark);
    const unstorable = typed.filter(({ words: text }) => UNSTORABLE_CHARACTERS.test(text));
    for (const { row } of unstorable) addIssue({ code: "custom", path: ["words", row], message: UNSTORABLE });
    for (const [field, message] of Object.entries(faults ?? {}))
      addIssue({ code: "custom", path: field.split("."), message });
    return { ...input, grading: grading ?? USUAL_GRADING };
  });

const UNSTORABLE = "This text has a character that cannot be saved. Remove the character, then try again.";

type Submitted = { query: URLSearchParams; input: z.output<typeof ReportCardForm> };

/** Saves the settings of a level, or of all levels, from the current term on. @throws notFound */
export function saveReportCard(person: Person, { query, input }: Submitted) {
  return transaction(person, async (t) => {
    await settings.lockReportCardSettings(t);
    const { levels, level, stored, version } = await readLevel(query, t);
    if (version !== input.version) return stale(CHANGED, version);
    const { term } = await findChosenTerm(null, t);
    const { grading } = input;
    const meant = input.levels === "all" ? levels : [level];
    const changed = meant.filter(
      ({ form_level }) => !isSameGrading(settingOf(form_level, stored).grading, grading),
    );
    if (changed.length === 0) return rejected("Nothing is different from the saved report card.");
    for (const { form_level } of changed) {
      const setting = { form_level, from_term_id: term?.academic_term_id ?? 0, grading, graded_at: now() };
      await settings.saveReportCardSetting(setting, t);
    }
    const titles =
      changed.length === levels.length ? "all levels" : changed.map(({ title }) => title).join(", ");
    return done(reportCardUrl(level.form_level), `Report card of ${titles} saved.`);
  });
}

const CHANGED =
  "Somebody else changed the report cards while you had this page open. Saving now replaces their changes.";
