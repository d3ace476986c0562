import { SCHOOL_TIME_ZONE } from "#domain/dates.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import type { GradingScale } from "#domain/grading.ts";
import type { AssessmentType } from "#domain/terms.ts";
import type { ReportCardSettings } from "#domain/documents/card-parts.ts";
import {
  dateColumn,
  identityColumn,
  integerColumn,
  jsonColumn,
  nullable,
  primaryKey,
  smallintColumn,
  textColumn,
  timestampColumn,
  VERSION_COLUMNS,
  withDefault,
} from "./columns.ts";
import type { NonNullColumns } from "./rows.ts";
import { table, type RowOf } from "./table.ts";

/** The table has one row, because each school has its own database. */
export const School = table("schools", {
  school_id: withDefault(primaryKey(smallintColumn()), 1),
  name: textColumn(),
  flavour: textColumn<SchoolFlavour>(),
  address: withDefault(textColumn(), ""),
  motto: withDefault(textColumn(), ""),
  logo: nullable(textColumn()),
  sessions_per_day: withDefault(smallintColumn(), 2),
  time_zone: withDefault(textColumn(), SCHOOL_TIME_ZONE),
  current_term_id: nullable(integerColumn()),
});
export type School = RowOf<typeof School>;

export const AcademicYear = table("academic_years", {
  academic_year_id: primaryKey(integerColumn()),
});

export const AcademicTerm = table("academic_terms", {
  academic_term_id: primaryKey(integerColumn()),
  academic_year_id: nullable(integerColumn()),
  term: smallintColumn(),
  term_start: nullable(dateColumn()),
  term_end: nullable(dateColumn()),
  total_sessions: nullable(smallintColumn()),
  next_term_start: nullable(dateColumn()),
  assessment_type: nullable(textColumn<AssessmentType>()),
  ...VERSION_COLUMNS,
});
export type AcademicTerm = RowOf<typeof AcademicTerm>;

/** The grade scale, pass mark and report card of a level, from a term on until the level's next row. */
export const ReportCardSetting = table("report_card_settings", {
  report_card_setting_id: identityColumn(integerColumn()),
  form_level: smallintColumn(),
  from_term_id: integerColumn(),
  grading: jsonColumn<GradingScale>(),
  /** The time when the grading last changed; null if only other settings were changed. */
  graded_at: nullable(timestampColumn()),
  /** The parts that the card shows; null for the usual parts. */
  card: nullable(jsonColumn<ReportCardSettings>()),
  ...VERSION_COLUMNS,
});
export type ReportCardSetting = RowOf<typeof ReportCardSetting>;

/** A term of the calendar. A check constraint allows nulls in these columns only for archive terms. */
export type CalendarTerm = AcademicTerm &
  NonNullColumns<Pick<AcademicTerm, "academic_year_id" | "term_start" | "term_end" | "assessment_type">>;
