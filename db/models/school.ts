import type { Flavour } from "#domain/grades.ts";
import type { AssessmentType } from "#domain/terms.ts";
import type { CardSettings } from "#domain/documents/card-parts.ts";
import type { Grading } from "#domain/grading.ts";
import {
  date,
  identity,
  integer,
  json,
  nullable,
  primaryKey,
  smallint,
  text,
  timestamp,
  VERSIONED,
  withDefault,
} from "./columns.ts";
import type { NonNullColumns } from "./rows.ts";
import { table, type RowOf } from "./table.ts";

/** The table has one row, because each school has its own database. */
export const School = table("schools", {
  school_id: withDefault(primaryKey(smallint()), 1),
  name: text(),
  flavour: text<Flavour>(),
  address: withDefault(text(), ""),
  motto: withDefault(text(), ""),
  logo: nullable(text()),
  sessions_per_day: withDefault(smallint(), 2),
  time_zone: withDefault(text(), "America/Port_of_Spain"),
  current_term_id: nullable(integer()),
});
export type School = RowOf<typeof School>;

export const AcademicYear = table("academic_years", {
  academic_year_id: primaryKey(integer()),
});

export const AcademicTerm = table("academic_terms", {
  academic_term_id: primaryKey(integer()),
  academic_year_id: nullable(integer()),
  term: smallint(),
  term_start: nullable(date()),
  term_end: nullable(date()),
  total_sessions: nullable(smallint()),
  next_term_start: nullable(date()),
  assessment_type: nullable(text<AssessmentType>()),
  ...VERSIONED,
});
export type AcademicTerm = RowOf<typeof AcademicTerm>;

/** The grade scale, pass mark and report card of a level, from a term on until the level's next row. */
export const ReportCardSetting = table("report_card_settings", {
  report_card_setting_id: identity(integer()),
  form_level: smallint(),
  from_term_id: integer(),
  grading: json<Grading>(),
  /** When the grading last changed; null if only other settings were changed. */
  graded_at: nullable(timestamp()),
  /** The parts that the card shows; null for the usual parts. */
  card: nullable(json<CardSettings>()),
  ...VERSIONED,
});
export type ReportCardSetting = RowOf<typeof ReportCardSetting>;

/** A term of the calendar. A check constraint allows nulls in these columns only for archive terms. */
export type CalendarTerm = AcademicTerm &
  NonNullColumns<Pick<AcademicTerm, "academic_year_id" | "term_start" | "term_end" | "assessment_type">>;
