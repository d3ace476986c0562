import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import {
  type CarriedOver,
  type Balance,
  type RolloverState,
  type Step,
  type OutcomeKind,
  OUTCOMES,
  type Fingerprinted,
  type OutcomeReason,
} from "#domain/rollover/rollover.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { searchText } from "#domain/text/storable-text.ts";
import type { IconName } from "#ui/page/icon.tsx";

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

/** `ink` shows a decision and `pencil` an assumption; an outcome that stops the rollover is `refused`. */
export type OutcomeTone = "ink" | "pencil" | "muted" | "refused";

export type OutcomeView = {
  key: number;
  /** The place in the whole list, counted from 1. */
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

export const INKS: Record<OutcomeTone, string> = {
  ink: "text-ink",
  pencil: "font-semibold text-waiting",
  muted: "text-muted",
  refused: "font-semibold text-refused",
};

const CHANGED: Record<Fingerprinted, string> = {
  roster: "class registrations",
  students: "student records",
  decisions: "decisions",
  classes: "next year's classes",
};

/** Returns words such as `decisions, next year's classes`; null when nothing has changed. */
export function formatChangedParts(changed: readonly Fingerprinted[]): string | null {
  return changed.length === 0 ? null : changed.map((part) => CHANGED[part]).join(", ");
}

/** Returns the words above the names of students who have nowhere to go. */
export function describeNoClass(why: OutcomeReason, wanted: string | null, toYear: string): string {
  const students = wanted === null ? "these students" : `students going to ${wanted}`;
  if (why === "class-missing") return `There is no class in ${toYear} for ${students}:`;
  return `No class with a teacher has been chosen in ${toYear} for ${students}:`;
}

type Counts = { on_roll: number; leaving: number };

/** Describes a step of the run as it was rehearsed. */
export function describeStep(step: Step, toTitle: string, { on_roll, leaving }: Counts): string {
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

export const STEP_TITLES: Record<Step, string> = {
  advance: "Advance",
  register: "Register",
  promote: "Promote",
};

type From = { label: string | null; count: number };

/** Returns words such as `39 of 1A, 1 of 2A, 41 newly registered`. */
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

/** Returns words such as `L. Augustine saved a mark for 4B, Mathematics, on 7 Sep 2026, 08:12.` */
export function describeClosing({ at, name, table, className, subject }: Closing): string {
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

/** The part of a rehearsal or a journal that is shown. */
export type RolloverParams = {
  tab: RolloverTab;
  what: OutcomeKind | null;
  isAssumed: boolean;
  level: number | null;
  classId: number | null;
  name: string;
  page: number;
  /** True when everybody on the page is ticked as it opens, as in the link from a refusal. */
  isTicked: boolean;
};

export function parseRolloverParams(query: URLSearchParams): RolloverParams {
  const what = query.get("what");
  return {
    tab: TURN_TABS.find((tab) => tab === query.get("tab")) ?? "students",
    what: OUTCOMES.find((item) => item === what) ?? null,
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

/** Returns the address of a dialog over the page. */
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
