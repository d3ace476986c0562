import { z } from "zod";
import { done, rejected, stale, unchanged } from "#access/forms/answer-form.server.ts";
import { oneLine, versionOrNew } from "#access/forms/form-values.schema.server.ts";
import { noTransaction, transaction, type ReadTransaction } from "#db/index.ts";
import { findRequestedTerm, type TermRow } from "#db/queries/lessons.ts";
import * as settings from "#db/queries/reports/report-card-settings.ts";
import { gradeOf, isLow, USUAL_GRADING, type Grading } from "#domain/grading.ts";
import {
  CARD_ORDERS,
  CARD_PART_NAMES,
  USUAL_CARD,
  type CardOrder,
  type CardSettings,
} from "#domain/documents/card-parts.ts";
import { termAfter, termTitle } from "#domain/terms.ts";
import { loadClassResults } from "../classes/class-results.server.ts";
import { listCardClasses } from "#db/queries/reports/report-card.ts";
import { getSchool } from "#db/queries/school.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import {
  describeAffected,
  GRADE_ROWS,
  isSameCard,
  isSameGrading,
  LONGEST_WORDS,
  readGrading,
  reportCardUrl,
} from "./report-card.rules.ts";

export type ReportCardView = Awaited<ReturnType<typeof loadReportCard>>;

/** Loads the settings of a level, of the lowest unless the query names another. @throws notFound */
export async function loadReportCard(query: URLSearchParams) {
  const { levels, level, stored, version } = await readLevel(query, noTransaction);
  const { grading, card, fromTermId } = settingOf(level.form_level, stored);
  const { term } = await findRequestedTerm(null, noTransaction);
  return {
    level: level.form_level,
    title: level.title,
    levels: levels.map(({ form_level, title }) => ({
      title,
      url: reportCardUrl(form_level),
      isShown: form_level === level.form_level,
    })),
    version,
    terms: term && {
      this: termTitle(term.academic_term_id),
      next: termTitle(termAfter(term.academic_term_id)),
    },
    /** Such as `2026-2027, Term 2` when the settings shown begin later; null when they are in force. */
    beginsLater: term && fromTermId > term.academic_term_id ? termTitle(fromTermId) : null,
    parts: Object.fromEntries(card.parts.map((part) => [part, "on"])),
    order: card.order,
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
export async function readLevel(query: URLSearchParams, t: ReadTransaction) {
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
  return {
    grading: found?.grading ?? USUAL_GRADING,
    card: found?.card ?? USUAL_CARD,
    gradedAt: found?.graded_at ?? null,
    fromTermId: found?.from_term_id ?? 0,
  };
}

/** Returns the settings of a level in a term. */
function settingIn(level: number, termId: number, stored: readonly settings.ReportCardSettingRow[]) {
  return settingOf(
    level,
    stored.filter(({ from_term_id }) => from_term_id <= termId),
  );
}

type Settings = { grading: Grading; card: CardSettings };

function isDifferent(one: Settings, other: Settings): boolean {
  return !isSameGrading(one.grading, other.grading) || !isSameCard(one.card, other.card);
}

const rowsOf = z.record(z.string(), z.string().optional()).default({});

export type ReportCardInput = z.input<typeof ReportCardForm>;

export const ReportCardForm = z
  .object({
    intent: z.enum(["save", "preview"]).default("save"),
    version: versionOrNew,
    levels: z.enum(["this", "all"]).default("this"),
    /** The term from which on a change counts that signed or posted reports would show. */
    begins: z.enum(["this", "next"]).optional(),
    /** The question that `begins` answers, in the words that were shown. */
    asked: z.string().default(""),
    letter: rowsOf,
    from: rowsOf,
    words: z.record(z.string(), oneLine(LONGEST_WORDS).optional()).default({}),
    passMark: z.string().default(""),
    parts: rowsOf,
    order: z.enum(Object.keys(CARD_ORDERS) as [CardOrder, ...CardOrder[]]).default("attendance"),
  })
  .transform(({ letter, from, words, passMark, parts, order, ...input }, { addIssue }) => {
    const typed = GRADE_ROWS.map((row) => ({
      row,
      letter: letter[row] ?? "",
      from: from[row] ?? "",
      words: words[row] ?? "",
    }));
    const { grading, faults } = readGrading(typed, passMark);
    for (const [field, message] of Object.entries(faults ?? {}))
      addIssue({ code: "custom", path: field.split("."), message });
    const card: CardSettings = { parts: CARD_PART_NAMES.filter((part) => parts[part] !== undefined), order };
    return { ...input, grading: grading ?? USUAL_GRADING, card };
  });

type Submitted = { query: URLSearchParams; input: z.output<typeof ReportCardForm> };

/**
 * Saves the settings of a level, or of all levels, from the current term on. If signed or posted reports would change,
 * the person first chooses whether they do. @throws notFound
 */
export function saveReportCard(person: Person, { query, input }: Submitted) {
  return transaction(person, async (t) => {
    await settings.lockReportCardSettings(t);
    const { levels, level, stored, version } = await readLevel(query, t);
    if (input.intent === "preview") return unchanged();
    if (version !== input.version) return stale(CHANGED, version);
    const { term } = await findRequestedTerm(null, t);
    const { grading, card, begins, asked } = input;
    const meant = input.levels === "all" ? levels : [level];
    const changed = meant.filter(({ form_level }) => {
      const before = settingOf(form_level, stored);
      const isSooner = begins === "this" && before.fromTermId > (term?.academic_term_id ?? 0);
      return isSooner || isDifferent(before, input);
    });
    if (changed.length === 0) return rejected("Nothing is different from the saved report card.");
    const titles =
      changed.length === levels.length ? "all levels" : changed.map(({ title }) => title).join(", ");
    // A change to come changes no report of this term, nor does one that was waiting and is cancelled.
    if (term && begins !== "next") {
      const shown = changed.filter(({ form_level }) =>
        isDifferent(settingIn(form_level, term.academic_term_id, stored), input),
      );
      const question = await askFirst({ term, levels: shown, grading }, t);
      const isAnswered = begins === "this" && asked === question;
      if (question !== null && !isAnswered) return rejected({ begins: question });
    }
    const from =
      term === null ? 0 : begins === "next" ? termAfter(term.academic_term_id) : term.academic_term_id;
    for (const { form_level } of changed) {
      // The row that counts in the term to write tells what its reports were graded by, not one that begins later.
      const before = settingIn(form_level, from, stored);
      const graded_at = isSameGrading(before.grading, grading) ? before.gradedAt : now();
      await settings.saveReportCardSetting({ form_level, from_term_id: from, grading, graded_at, card }, t);
    }
    const since = begins === "next" ? ` It counts from ${termTitle(from)} on.` : "";
    return done(reportCardUrl(level.form_level), `Report card of ${titles} saved.${since}`);
  });
}

type Change = { term: TermRow; levels: readonly settings.SchoolLevel[]; grading: Grading };

/** Counts the signed and posted reports that a change would show on, in words; null when there are none. */
async function askFirst({ term, levels, grading }: Change, t: ReadTransaction): Promise<string | null> {
  const academicTermId = term.academic_term_id;
  const formLevels = levels.map(({ form_level }) => form_level);
  const reports = await settings.listIssuedReports({ academicTermId, formLevels }, t);
  const signed = reports.filter(({ is_signed }) => is_signed).length;
  const posted = new Set(reports.filter(({ is_posted }) => is_posted).map(({ class_id }) => class_id)).size;
  if (reports.length === 0) return null;
  const regraded = await countRegraded({ term, grading, reports }, t);
  return describeAffected({ signed, posted, regraded });
}

/** Counts the given reports with a grade that becomes another letter, or a result that passes or fails anew. */
async function countRegraded(
  {
    term,
    grading,
    reports,
  }: Pick<Change, "term" | "grading"> & { reports: readonly settings.IssuedReport[] },
  t: ReadTransaction,
): Promise<number> {
  const academicTermId = term.academic_term_id;
  const classIds = [...new Set(reports.map(({ class_id }) => class_id))];
  const [school, classes] = await Promise.all([
    getSchool(t),
    listCardClasses({ classIds, academicTermId }, t),
  ]);
  const results = await loadClassResults(classes, { term, school });
  const given = new Set(reports.map(({ student_key }) => student_key));
  const students = results.flatMap(({ scheme, students: all }) =>
    all.map((student) => ({ ...student, scheme })),
  );
  return students.filter(
    ({ student_key, subjects, scheme }) =>
      given.has(student_key) &&
      subjects.some(({ percent, kind }) => {
        if (percent === null || kind !== "marks") return false;
        const result = { percent, grade: null };
        return (
          gradeOf(percent, scheme.grading) !== gradeOf(percent, grading) ||
          isLow(result, scheme.grading) !== isLow(result, grading)
        );
      }),
  ).length;
}

const CHANGED =
  "Somebody else changed the report cards while you had this page open. Saving now replaces their changes.";
