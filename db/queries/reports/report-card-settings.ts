import { Op } from "sequelize";
import { USUAL_GRADING } from "#domain/grading.ts";
import { rows, run, type Reading, type Transaction } from "../../index.ts";
import type { FormClass } from "../../models/classes.ts";
import { ReportCardSetting } from "../../models/school.ts";

/** The usual grading as a constant of SQL: the words have no quotes. */
const USUAL = `'${JSON.stringify(USUAL_GRADING)}'::jsonb`;

/**
 * Selects the `Grading` of a level in a term: the latest that began in the term or before, else the usual one. Every
 * query that gives grades reads the scale and the pass mark here. @param level, term SQL expressions
 */
export function gradingIn(level: string, term: string): string {
  return `coalesce((select g.grading from report_card_settings g
                      where g.form_level = ${level} and g.from_term_id <= ${term}
                      order by g.from_term_id desc limit 1), ${USUAL})`;
}

export type SchoolLevel = Pick<FormClass, "form_level"> & { title: FormClass["group_title"] };

/** Lists the levels of the school, the lowest first. */
export function listSchoolLevels(t: Reading): Promise<SchoolLevel[]> {
  return rows<SchoolLevel>(
    `select form_level, min(group_title) as title from form_classes group by form_level order by form_level`,
    [],
    t,
  );
}

export type ReportCardSettingRow = Pick<
  ReportCardSetting,
  "form_level" | "from_term_id" | "grading" | "graded_at" | "version"
>;

/** Lists what the school has chosen, by level, from the earliest term to the latest. */
export function listReportCardSettings(t: Reading): Promise<ReportCardSettingRow[]> {
  return ReportCardSetting.select(
    ["form_level", "from_term_id", "grading", "graded_at", "version"],
    { order: ["form_level", "from_term_id"] },
    t,
  );
}

/** An arbitrary number: one person at a time changes the settings. */
const SETTINGS = 7_210_437;

export function lockReportCardSettings(t: Transaction): Promise<void> {
  return run("select pg_advisory_xact_lock($lock)", { lock: SETTINGS }, t);
}

type NewSetting = Pick<ReportCardSettingRow, "form_level" | "from_term_id" | "grading" | "graded_at">;

/** Stores the settings of a level from a term on; they replace those that would have begun later. */
export async function saveReportCardSetting(setting: NewSetting, t: Transaction): Promise<void> {
  const { form_level, from_term_id } = setting;
  await ReportCardSetting.delete({ form_level, from_term_id: { [Op.gt]: from_term_id } }, t);
  const { grading, graded_at } = setting;
  const changed = await ReportCardSetting.update({ grading, graded_at }, { form_level, from_term_id }, t);
  if (changed === 0) await ReportCardSetting.insert(setting, t);
}
