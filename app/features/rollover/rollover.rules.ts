import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import {
  type CarriedOver,
  type RolloverBalance,
  type RolloverState,
  type RolloverStepName,
  type OutcomeKind,
  ROLLOVER_OUTCOMES,
  type FingerprintPart,
  type OutcomeReason,
} from "#domain/rollover/rollover.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { searchText } from "#domain/text/storable-text.ts";
import type { IconName } from "#ui/page/icon.tsx";

/** The data that the pages of a rehearsal, a running rollover and a completed rollover share. */
export type Rollover = {
  url: string;
  readAt: number;
  /** The time when the data were read, such as `10:51:04`. */
  asOf: string;
  id: number;
  state: RolloverState;
  /** `title` is like `2025-2026, Term 3`. `short` is like `Term 3`, for places that already show the year. */
  from: { title: string; short: string };
  to: { title: string; short: string; year: string };
  /** The dates of the new term, such as `7 Sep to 11 Dec 2026`. */
  dates: string;
  sessions: number;
  endsYear: boolean;
  requested: { by: string; at: string };
  /** The person who started the rollover, and its times; null for a rehearsal. */
  begun: { by: string; day: string; at: string; ended: string | null } | null;
  fault: string;
  balance: RolloverBalance;
  params: RolloverParams;
  /** Other data than students that is carried over into the new year. Null if both terms are in the same year. */
  carriedOver: CarriedOver | null;
};

/** A problem that prevents the rollover. The page shows one line for each. */
export type RolloverProblem = {
  words: string;
  students: readonly { key: number; name: string; was: string; isLinked: boolean }[];
};

export type OutcomeList = { rows: readonly OutcomeView[]; total: number; pageSize: number };

export type NextTermClass = {
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

/** The options of the filters, and the classes to which the selected students can be moved. */
export type OutcomeSelectOptions = { levels: Choice[]; classes: Choice[]; destinations: Choice[] };

/** A rehearsal, in which outcomes can be changed before any student is moved. */
export type RolloverRehearsal = Rollover & {
  kind: "rehearsal";
  /** Text about the kinds of data that have changed since the rehearsal; null if it is up to date. */
  changed: string | null;
  /** The URL of a newer rehearsal or rollover; null if this is the newest. */
  newerUrl: string | null;
  refusals: readonly RolloverProblem[];
  outcomes: OutcomeList | null;
  classes: readonly NextTermClass[] | null;
  choices: OutcomeSelectOptions;
  counts: { classes: number };
};

export type RolloverStepView = {
  step: RolloverStepName;
  state: "done" | "running" | "waiting" | "undone";
  words: string;
};

export type RunningRollover = Rollover & { kind: "running"; steps: readonly RolloverStepView[] };

export type FinishedRollover = Rollover & {
  kind: "finished";
  /** Whether the rollover can be undone. `closed`: data has changed since. `past`: it is not the latest one. */
  undo: { kind: "open" } | { kind: "closed"; words: string } | { kind: "past" };
  outcomes: OutcomeList;
  choices: OutcomeSelectOptions;
};

export type RolloverView = RolloverRehearsal | RunningRollover | FinishedRollover;

/** The style of an outcome: `ink` for a decision, `pencil` for an assumption, `refused` for an obstacle. */
export type OutcomeTone = "ink" | "pencil" | "muted" | "refused";

export type OutcomeView = {
  key: number;
  /** The position in the whole list, counted from 1. */
  place: number;
  name: string;
  was: string;
  next: string;
  what: string;
  why: string;
  icon: IconName;
  tone: OutcomeTone;
};

const ICONS: Record<OutcomeKind, IconName> = {
  promoted: "arrow-up",
  repeating: "repeating",
  leaving: "leaving",
  staying: "dash",
  unplaced: "dash",
  nowhere: "refused",
  new: "plus",
};

export function outcomeAppearance({
  what,
  assumed,
}: {
  what: OutcomeKind;
  assumed: boolean;
}): Pick<OutcomeView, "icon" | "tone"> {
  if (what === "nowhere") return { icon: ICONS[what], tone: "refused" };
  if (assumed) return { icon: "pencil", tone: "pencil" };
  return { icon: ICONS[what], tone: what === "staying" || what === "unplaced" ? "muted" : "ink" };
}

export const TONE_CLASSES: Record<OutcomeTone, string> = {
  ink: "text-ink",
  pencil: "font-semibold text-waiting",
  muted: "text-muted",
  refused: "font-semibold text-refused",
};

const CHANGED: Record<FingerprintPart, string> = {
  roster: "class registrations",
  students: "student records",
  decisions: "decisions",
  classes: "next year's classes",
};

/** Names the data that has changed since the rehearsal, such as `decisions, next year's classes`, or null. */
export function formatChangedParts(changed: readonly FingerprintPart[]): string | null {
  return changed.length === 0 ? null : changed.map((part) => CHANGED[part]).join(", ");
}

/** Returns the text above the names of students who have no class to go to. */
export function describeNoClass(why: OutcomeReason, wanted: string | null, toYear: string): string {
  const students = wanted === null ? "these students" : `students going to ${wanted}`;
  if (why === "class-missing") return `There is no class in ${toYear} for ${students}:`;
  return `No class with a teacher has been chosen in ${toYear} for ${students}:`;
}

type Counts = { on_roll: number; leaving: number };

export function describeStep(step: RolloverStepName, toTitle: string, { on_roll, leaving }: Counts): string {
  if (step === "advance") return `${toTitle} becomes the current term.`;
  if (step === "register") {
    return `${formatCountOf(on_roll, "student")} ${on_roll === 1 ? "gets" : "get"} a place and a record in the new term.`;
  }
  const left =
    leaving === 0
      ? ""
      : ` ${formatCountOf(leaving, "student")} ${leaving === 1 ? "leaves" : "leave"} the school.`;
  return `Each student moves to the class shown in the rehearsal.${left}`;
}

export const STEP_TITLES: Record<RolloverStepName, string> = {
  advance: "Advance",
  register: "Register",
  promote: "Promote",
};

type From = { label: string | null; count: number };

/** Returns text such as `39 of 1A, 1 of 2A, 41 newly registered`. */
export function formatOrigins(from: readonly From[], newcomers: number): string {
  const of = from.filter(({ label }) => label !== null).map(({ label, count }) => `${count} of ${label}`);
  const others = newcomers > 0 ? [`${newcomers} newly registered`] : [];
  return [...of, ...others].join(", ");
}

type Closing = {
  at: string;
  name: string;
  table: string;
  className: string | null;
  subject: string | null;
};

/** Returns text such as `L. Augustine saved a mark for 4B, Mathematics, on 7 Sep 2026, 08:12.` */
export function describeUndoClosingChange({ at, name, table, className, subject }: Closing): string {
  const act = ACTS[table] ?? "saved a record";
  const of = [className, subject].filter(Boolean).join(", ");
  return `${name || "Somebody"} ${act}${of ? ` for ${of}` : ""}, ${at}.`;
}

const ACTS: Readonly<Record<string, string>> = {
  marks: "saved a mark",
  criterion_grades: "saved a mark",
  term_records: "saved a report",
  registrations: "registered a student",
  postings: "posted reports",
  attendance_registers: "marked a register",
};

const TURN_TABS = ["students", "classes", "carried"] as const;
export type RolloverTab = (typeof TURN_TABS)[number];

/** The filters and page of a rehearsal or a journal. */
export type RolloverParams = {
  tab: RolloverTab;
  what: OutcomeKind | null;
  isAssumed: boolean;
  level: number | null;
  classId: number | null;
  name: string;
  page: number;
  /**
   * Whether all students on the page are selected at first. They are after a person follows the link from a problem.
   */
  isTicked: boolean;
};

export function parseRolloverParams(query: URLSearchParams): RolloverParams {
  const what = query.get("what");
  return {
    tab: TURN_TABS.find((tab) => tab === query.get("tab")) ?? "students",
    what: ROLLOVER_OUTCOMES.find((item) => item === what) ?? null,
    isAssumed: query.get("assumed") === "1",
    level: parseId(query.get("level")),
    classId: parseId(query.get("class")),
    name: searchText(query.get("name")),
    page: parseId(query.get("page")) ?? 1,
    isTicked: query.get("ticked") === "1",
  };
}

export function rolloverUrl(rolloverId: number, params: Partial<RolloverParams> = {}): string {
  return withQuery(`${PATHS.rollover}/${rolloverId}`, queryOf(params));
}

export function rolloverDialogUrl(rolloverId: number, dialog: "confirm" | "undo" | "journal"): string {
  return `${rolloverUrl(rolloverId)}/${dialog}`;
}

function queryOf(params: Partial<RolloverParams>) {
  const {
    tab = "students",
    what = null,
    isAssumed,
    level = null,
    classId = null,
    name,
    page = 1,
    isTicked,
  } = params;
  return {
    tab: tab === "students" ? null : tab,
    what,
    assumed: isAssumed ? 1 : null,
    level,
    class: classId,
    name: name ? name : null,
    page: page > 1 ? page : null,
    ticked: isTicked ? 1 : null,
  };
}
