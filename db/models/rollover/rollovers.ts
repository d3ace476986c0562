import type {
  CarriedOver,
  DecisionKind,
  DefaultOutcomeKind as DefaultOutcomeKind,
  RolloverFingerprint,
  RolloverState,
  RolloverStepName,
  RolloverStepState,
  RolloverOutcomeKind,
  RolloverOutcomeReason,
} from "#domain/rollover/rollover.ts";
import {
  booleanColumn,
  dateColumn,
  identityColumn,
  integerColumn,
  jsonColumn,
  NOW_LITERAL,
  nullable,
  primaryKey,
  smallintColumn,
  textColumn,
  timestampColumn,
  VERSION_COLUMNS,
  withDefault,
} from "../columns.ts";
import { table, type RowOf } from "../table.ts";

const count = () => withDefault(integerColumn(), 0);

/** A rehearsal of a rollover. When the rollover is run, the same row becomes the run. */
export const TermRollover = table("term_rollovers", {
  rollover_id: identityColumn(integerColumn()),
  from_term_id: integerColumn(),
  to_term_id: integerColumn(),
  turns_year: booleanColumn(),
  term_start: dateColumn(),
  term_end: dateColumn(),
  total_sessions: smallintColumn(),
  next_term_start: dateColumn(),
  state: withDefault(textColumn<RolloverState>(), "rehearsing"),
  fingerprint: nullable(jsonColumn<RolloverFingerprint>()),
  asked_by: integerColumn(),
  asked_at: withDefault(timestampColumn(), NOW_LITERAL),
  rehearsed_at: nullable(timestampColumn()),
  started_by: nullable(integerColumn()),
  started_at: nullable(timestampColumn()),
  ended_at: nullable(timestampColumn()),
  undo_asked_by: nullable(integerColumn()),
  undo_asked_at: nullable(timestampColumn()),
  undone_at: nullable(timestampColumn()),
  fault: withDefault(textColumn(), ""),
  attempts: withDefault(smallintColumn(), 0),
  enrolled: count(),
  staying: count(),
  unplaced: count(),
  promoted: count(),
  repeating: count(),
  leaving: count(),
  nowhere: count(),
  assumed: count(),
  newcomers: count(),
  on_roll: count(),
  carried_over: nullable(jsonColumn<CarriedOver>()),
});
export type TermRollover = RowOf<typeof TermRollover>;

export const RolloverStep = table("rollover_steps", {
  rollover_id: primaryKey(integerColumn()),
  step: primaryKey(textColumn<RolloverStepName>()),
  position: smallintColumn(),
  state: withDefault(textColumn<RolloverStepState>(), "waiting"),
  begun_at: nullable(timestampColumn()),
  ended_at: nullable(timestampColumn()),
  students: count(),
  before: nullable(jsonColumn<object>()),
});
export type RolloverStep = RowOf<typeof RolloverStep>;

/** The outcome of a rollover for one student. After the run, these rows are its journal. */
export const RolloverOutcome = table("rollover_fates", {
  rollover_id: primaryKey(integerColumn()),
  student_key: primaryKey(integerColumn()),
  was_class_id: nullable(integerColumn()),
  next_class_id: nullable(integerColumn()),
  wanted_form_class_id: nullable(textColumn()),
  what: textColumn<RolloverOutcomeKind>(),
  why: textColumn<RolloverOutcomeReason>(),
  assumed: booleanColumn(),
  decided_at: nullable(timestampColumn()),
  decided_by: nullable(integerColumn()),
  was_status_id: smallintColumn(),
  was_status_since: nullable(dateColumn()),
  next_status_id: smallintColumn(),
  registered: withDefault(booleanColumn(), false),
  recorded: withDefault(booleanColumn(), false),
});
export type RolloverOutcome = RowOf<typeof RolloverOutcome>;

/** A decision about one student, which overrides the planned outcome. The year is the ending one. */
export const RolloverDecision = table("turn_decisions", {
  student_key: primaryKey(integerColumn()),
  academic_year_id: primaryKey(integerColumn()),
  kind: textColumn<DecisionKind>(),
  class_id: nullable(integerColumn()),
  form_class_id: nullable(textColumn()),
  decided_by: integerColumn(),
  decided_at: withDefault(timestampColumn(), NOW_LITERAL),
  ...VERSION_COLUMNS,
});
export type RolloverDecision = RowOf<typeof RolloverDecision>;

/**
 * The default outcome of a level, which applies to students about whom nobody decides. In a level without a row, they
 * move up.
 */
export const DefaultOutcome = table("default_outcomes", {
  form_level: primaryKey(smallintColumn()),
  outcome: textColumn<DefaultOutcomeKind>(),
  ...VERSION_COLUMNS,
});
export type DefaultOutcome = RowOf<typeof DefaultOutcome>;

export const Promotion = table("promotions", {
  student_key: primaryKey(integerColumn()),
  academic_year_id: primaryKey(integerColumn()),
  class_id: nullable(integerColumn()),
  rollover_id: integerColumn(),
});

/** The class of next year that a class moves up to. `shared` allows another class to move up to the same class. */
export const NextYearClassMove = table("class_moves", {
  class_id: primaryKey(integerColumn()),
  academic_year_id: integerColumn(),
  next_year_id: integerColumn(),
  up_class_id: nullable(integerColumn()),
  repeat_class_id: nullable(integerColumn()),
  shared: withDefault(booleanColumn(), false),
  ...VERSION_COLUMNS,
});
export type NextYearClassMove = RowOf<typeof NextYearClassMove>;
