import type {
  CarriedOver,
  DecisionKind,
  DefaultOutcome as DefaultOutcomeKind,
  RolloverFingerprint,
  RolloverState,
  RolloverStepName,
  RolloverStepState,
  OutcomeKind,
  OutcomeReason,
} from "#domain/rollover/rollover.ts";
import {
  boolean,
  date,
  identity,
  integer,
  json,
  NOW,
  nullable,
  primaryKey,
  smallint,
  text,
  timestamp,
  VERSIONED,
  withDefault,
} from "../columns.ts";
import { table, type RowOf } from "../table.ts";

const count = () => withDefault(integer(), 0);

/** A rehearsal of a rollover. The same row becomes the run. */
export const TermRollover = table("term_rollovers", {
  rollover_id: identity(integer()),
  from_term_id: integer(),
  to_term_id: integer(),
  turns_year: boolean(),
  term_start: date(),
  term_end: date(),
  total_sessions: smallint(),
  next_term_start: date(),
  state: withDefault(text<RolloverState>(), "rehearsing"),
  fingerprint: nullable(json<RolloverFingerprint>()),
  asked_by: integer(),
  asked_at: withDefault(timestamp(), NOW),
  rehearsed_at: nullable(timestamp()),
  started_by: nullable(integer()),
  started_at: nullable(timestamp()),
  ended_at: nullable(timestamp()),
  undo_asked_by: nullable(integer()),
  undo_asked_at: nullable(timestamp()),
  undone_at: nullable(timestamp()),
  fault: withDefault(text(), ""),
  attempts: withDefault(smallint(), 0),
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
  carried_over: nullable(json<CarriedOver>()),
});
export type TermRollover = RowOf<typeof TermRollover>;

export const RolloverStep = table("rollover_steps", {
  rollover_id: primaryKey(integer()),
  step: primaryKey(text<RolloverStepName>()),
  position: smallint(),
  state: withDefault(text<RolloverStepState>(), "waiting"),
  begun_at: nullable(timestamp()),
  ended_at: nullable(timestamp()),
  students: count(),
  before: nullable(json<object>()),
});
export type RolloverStep = RowOf<typeof RolloverStep>;

/** The outcome of a rollover for one student. After the run, these rows are its journal. */
export const RolloverOutcome = table("rollover_fates", {
  rollover_id: primaryKey(integer()),
  student_key: primaryKey(integer()),
  was_class_id: nullable(integer()),
  next_class_id: nullable(integer()),
  wanted_form_class_id: nullable(text()),
  what: text<OutcomeKind>(),
  why: text<OutcomeReason>(),
  assumed: boolean(),
  decided_at: nullable(timestamp()),
  decided_by: nullable(integer()),
  was_status_id: smallint(),
  was_status_since: nullable(date()),
  next_status_id: smallint(),
  registered: withDefault(boolean(), false),
  recorded: withDefault(boolean(), false),
});
export type RolloverOutcome = RowOf<typeof RolloverOutcome>;

/** A decision about one student, which overrides the planned outcome. The year is the ending one. */
export const RolloverDecision = table("turn_decisions", {
  student_key: primaryKey(integer()),
  academic_year_id: primaryKey(integer()),
  kind: text<DecisionKind>(),
  class_id: nullable(integer()),
  form_class_id: nullable(text()),
  decided_by: integer(),
  decided_at: withDefault(timestamp(), NOW),
  ...VERSIONED,
});
export type RolloverDecision = RowOf<typeof RolloverDecision>;

/** The default outcome of a level, which applies to students about whom nobody decides. Without a row they go up. */
export const DefaultOutcome = table("default_outcomes", {
  form_level: primaryKey(smallint()),
  outcome: text<DefaultOutcomeKind>(),
  ...VERSIONED,
});
export type DefaultOutcome = RowOf<typeof DefaultOutcome>;

export const Promotion = table("promotions", {
  student_key: primaryKey(integer()),
  academic_year_id: primaryKey(integer()),
  class_id: nullable(integer()),
  rollover_id: integer(),
});
