import type { CarriedOver } from "#domain/rollover/carried.ts";
import type { Balance, RolloverState, Step } from "#domain/rollover/rollover.ts";
import type { OutcomeView } from "./outcomes/outcome-view.rules.ts";
import type { RolloverParams } from "./rollover-params.rules.ts";

/** A rehearsal, a run or a finished rollover as its page shows it. */
export type Rollover = {
  url: string;
  readAt: number;
  /** The time when the data were read, such as `10:51:04`. */
  asOf: string;
  id: number;
  state: RolloverState;
  /** The title is `2025-2026, Term 3`, and the short name, for places where the year is known, `Term 3`. */
  from: { title: string; short: string };
  to: { title: string; short: string; year: string };
  /** The dates, such as `7 Sep to 11 Dec 2026`. */
  dates: string;
  sessions: number;
  endsYear: boolean;
  requested: { by: string; at: string };
  /** The person who began the run, and the times of its parts; null for a rehearsal. */
  begun: { by: string; day: string; at: string; ended: string | null } | null;
  fault: string;
  balance: Balance;
  params: RolloverParams;
  /** The data that go over into the new year besides the students; null within a year. */
  carriedOver: CarriedOver | null;
};

/** The reasons that stop the rollover, a line each. */
export type Refusal = {
  words: string;
  students: readonly { key: number; name: string; was: string; isLinked: boolean }[];
};

export type OutcomeList = { rows: readonly OutcomeView[]; total: number; pageSize: number };

export type ComingClass = {
  id: number;
  label: string;
  from: string;
  promoted: number;
  repeating: number;
  staying: number;
  newcomers: number;
  students: number;
};

type Choice = { value: string; label: string };

/** The choices for the filters of the list, and the classes to which ticked students can be sent. */
export type OutcomeChoices = { levels: Choice[]; classes: Choice[]; destinations: Choice[] };

/** A rehearsal, on which decisions are made before anything moves. */
export type RolloverRehearsal = Rollover & {
  kind: "rehearsal";
  /** The kinds of data that have changed since the rehearsal, in words; null while it is up to date. */
  changed: string | null;
  /** The address of a newer rehearsal or run, which shows the present state. */
  newerUrl: string | null;
  refusals: readonly Refusal[];
  outcomes: OutcomeList | null;
  classes: readonly ComingClass[] | null;
  choices: OutcomeChoices;
  counts: { classes: number };
};

export type StepView = {
  step: Step;
  state: "done" | "running" | "waiting" | "undone";
  words: string;
};

export type Running = Rollover & { kind: "running"; steps: readonly StepView[] };

export type Finished = Rollover & {
  kind: "finished";
  /** Whether the run can be undone: yes, no because a person has changed data, or no longer for this run. */
  undo: { kind: "open" } | { kind: "closed"; words: string } | { kind: "past" };
  outcomes: OutcomeList;
  choices: OutcomeChoices;
};

export type RolloverView = RolloverRehearsal | Running | Finished;
