import { DEFAULT_GRADING } from "#domain/grading.ts";
import { DEFAULT_REPORT_CARD_SETTINGS } from "#domain/documents/card-parts.ts";
import { queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { FormClass } from "../../models/classes.ts";
import { ReportCardSetting, type CalendarTerm } from "../../models/school.ts";
import { IS_IN_CLASS_OF_TERM } from "../on-roster.ts";
import { postingSql } from "../parts.ts";

/** The usual grading as an SQL constant. Its texts contain no quotes. */
const USUAL = `'${JSON.stringify(DEFAULT_GRADING)}'::jsonb`;

const USUAL_PARTS = `'${JSON.stringify(DEFAULT_REPORT_CARD_SETTINGS)}'::jsonb`;

/**
 * SQL: the grading of a level in a term: the latest stored for the term or before, otherwise the usual one. Every
 * query that gives grades reads the scale and the pass mark here.
 * @param level an SQL expression, like `term`
 */
export function gradingSql(level: string, term: string): string {
  return `coalesce((select g.grading from report_card_settings g
                      where g.form_level = ${level} and g.from_term_id <= ${term}
                      order by g.from_term_id desc limit 1), ${USUAL})`;
}

/**
 * SQL: how much the course work counts in a subject (`courseWorkWeight` in app/domain).
 * @param weights an SQL expression, like `subjectId`
 */
export function courseWorkWeightSql(weights: string, subjectId: string): string {
  return `coalesce((select (x.item ->> 'weight')::integer
                      from jsonb_array_elements(${weights} -> 'exceptions') as x (item)
                     where (x.item ->> 'subject_id')::integer = ${subjectId}),
                   (${weights} ->> 'level')::integer, 0)`;
}

/** SQL: the `ReportCardSettings` of a level in a term, found in the same way as the grading. */
export function reportCardSettingsSql(level: string, term: string): string {
  return `coalesce((select g.card from report_card_settings g
                      where g.form_level = ${level} and g.from_term_id <= ${term}
                      order by g.from_term_id desc limit 1), ${USUAL_PARTS})`;
}

/** SQL: when the grading of a level in a term last changed. The value is null for the usual grading. */
export function gradingChangedAtSql(level: string, term: string): string {
  return `(select g.graded_at from report_card_settings g
            where g.form_level = ${level} and g.from_term_id <= ${term}
            order by g.from_term_id desc limit 1)`;
}

/** SQL: the number of levels that have their own grade scale or report card. */
export const LEVELS_WITH_SETTINGS_SQL =
  "(select count(distinct form_level)::integer from report_card_settings)";

export type SchoolLevel = Pick<FormClass, "form_level"> & { title: FormClass["group_title"] };

/** Lists the levels of the school, lowest first. */
export function listSchoolLevels(t: ReadTransaction): Promise<SchoolLevel[]> {
  return queryRows<SchoolLevel>(
    `select form_level, min(group_title) as title from form_classes group by form_level order by form_level`,
    [],
    t,
  );
}

export type ReportCardSettingRow = Pick<
  ReportCardSetting,
  "form_level" | "from_term_id" | "grading" | "graded_at" | "card" | "version"
>;

/** Lists the school's own settings, by level and from the earliest term to the latest. */
export function listReportCardSettings(t: ReadTransaction): Promise<ReportCardSettingRow[]> {
  return ReportCardSetting.select(
    ["form_level", "from_term_id", "grading", "graded_at", "card", "version"],
    { order: ["form_level", "from_term_id"] },
    t,
  );
}

/** An advisory lock with an arbitrary number. It lets one person at a time change the settings. */
const SETTINGS = 7_210_437;

export function lockReportCardSettings(t: Transaction): Promise<void> {
  return runQuery("select pg_advisory_xact_lock($lock)", { lock: SETTINGS }, t);
}

type NewSetting = Pick<
  ReportCardSettingRow,
  "form_level" | "from_term_id" | "grading" | "graded_at" | "card"
>;

/** Stores the settings of a level from a term on. They apply until the next term with settings of its own. */
export async function saveReportCardSetting(setting: NewSetting, t: Transaction): Promise<void> {
  const { form_level, from_term_id } = setting;
  const { grading, graded_at, card } = setting;
  const changed = await ReportCardSetting.update(
    { grading, graded_at, card },
    { form_level, from_term_id },
    t,
  );
  if (changed === 0) await ReportCardSetting.insert(setting, t);
}

/** Deletes the settings of a level that begin in a term. The settings before then apply instead. */
export async function deleteReportCardSetting(
  where: Pick<ReportCardSettingRow, "form_level" | "from_term_id">,
  t: Transaction,
): Promise<void> {
  await ReportCardSetting.delete(where, t);
}

/** A report of a term that is signed or whose class is posted. */
export type SignedOrPostedReport = Pick<CalendarTerm, "academic_term_id" | "assessment_type"> & {
  student_key: number;
  class_id: number;
  is_signed: boolean;
  is_posted: boolean;
};

/** The terms to which settings of a level apply. `before` is the next term with other settings, or null. */
export type ReportCardSettingSpan = { formLevel: number; from: number; before: number | null };

/** Lists the signed and posted reports of a level to which these settings apply. */
export function listSignedOrPostedReports(
  span: ReportCardSettingSpan,
  t: ReadTransaction,
): Promise<SignedOrPostedReport[]> {
  return queryRows<SignedOrPostedReport>(
    `select y.academic_term_id, y.assessment_type, r.student_key, r.class_id, d.signed_by is not null as is_signed, coalesce(p.posted, false) as is_posted
       from registrations r
       join classes c using (class_id)
       join form_classes f using (form_class_id)
       join academic_terms y on y.academic_term_id = r.academic_term_id
       left join term_records d on d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
       left join lateral (${postingSql({ classId: "r.class_id", academicTermId: "r.academic_term_id" })}) p on true
      where r.academic_term_id >= $from and r.academic_term_id < coalesce($before::integer, r.academic_term_id + 1)
        and f.form_level = $formLevel and (d.signed_by is not null or p.posted) and ${IS_IN_CLASS_OF_TERM}
      order by r.academic_term_id, r.student_key`,
    span,
    t,
  );
}

/** Lists the subjects taught at a level together with the subjects in `others`, by title. */
export function listSubjectsOfLevel(
  params: { formLevel: number; others: readonly number[] },
  t: ReadTransaction,
): Promise<{ subject_id: number; subject: string; abbr: string }[]> {
  return queryRows(
    `select s.subject_id, s.title as subject, s.abbr
       from subjects s
      where s.subject_id = any ($others::integer[])
         or s.subject_id in (select l.subject_id
                               from lessons l
                               join classes c using (class_id)
                               join form_classes f using (form_class_id)
                              where f.form_level = $formLevel)
      order by s.title collate names, s.subject_id`,
    params,
    t,
  );
}
