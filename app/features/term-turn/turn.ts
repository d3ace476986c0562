import type { CarriedOver } from "#domain/turn/carried.ts";
import type { Balance, RolloverState, Step } from "#domain/turn/turn.ts";
import type { ShownFate } from "./fates/fate-face.rules.ts";
import type { TurnPlace } from "./turn-place.rules.ts";

/** A rehearsal, a run or a finished turn as its page shows it. */
export type Turn = {
  url: string;
  readAt: number;
  /** `10:51:04`, when it was read. */
  asOf: string;
  id: number;
  state: RolloverState;
  /** `2025-2026, Term 3`, and `Term 3` where the year is known. */
  from: { title: string; short: string };
  to: { title: string; short: string; year: string };
  /** `7 Sep to 11 Dec 2026`. */
  dates: string;
  sessions: number;
  turnsYear: boolean;
  asked: { by: string; at: string };
  /** Of a run: who began it, and when its parts happened. */
  begun: { by: string; day: string; at: string; ended: string | null } | null;
  /** Why it failed, in words. */
  fault: string;
  balance: Balance;
  place: TurnPlace;
  /** What goes over into the new year besides the students; null within a year. */
  carriedOver: CarriedOver | null;
};

/** What stops the turn, a line a reason. */
export type Refusal = {
  words: string;
  students: readonly { key: number; name: string; was: string; isLinked: boolean }[];
};

export type FateList = { rows: readonly ShownFate[]; total: number; pageSize: number };

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

/** What the list is filtered by, and where those who are ticked can be sent. */
export type FateChoices = { levels: Choice[]; classes: Choice[]; destinations: Choice[] };

/** What is to be decided before anything moves. */
export type Rehearsal = Turn & {
  kind: "rehearsal";
  /** Which of the school's data have changed since, in words; null while it is up to date. */
  changed: string | null;
  /** A newer rehearsal or run says what is true by now. */
  newerUrl: string | null;
  refusals: readonly Refusal[];
  fates: FateList | null;
  classes: readonly ComingClass[] | null;
  choices: FateChoices;
  counts: { classes: number };
};

export type ShownStep = {
  step: Step;
  state: "done" | "running" | "waiting" | "undone";
  words: string;
};

export type Running = Turn & { kind: "running"; steps: readonly ShownStep[] };

export type Finished = Turn & {
  kind: "finished";
  /** Open; closed by whom and with what; or no matter of this run any more. */
  undo: { kind: "open" } | { kind: "closed"; words: string } | { kind: "past" };
  fates: FateList;
  choices: FateChoices;
};

export type ShownTurn = Rehearsal | Running | Finished;
