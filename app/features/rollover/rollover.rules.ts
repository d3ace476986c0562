import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import {
  type CarriedOver,
  type RolloverBalance,
  type RolloverState,
  type RolloverStepName,
  type RolloverOutcomeKind,
  ROLLOVER_OUTCOMES,
  type DefaultOutcomeKind,
  type FingerprintPart,
  type RolloverOutcomeReason,
} from "#domain/rollover/rollover.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { parseSearchText } from "#domain/text/storable-text.ts";
import type { IconName } from "#ui/page/icon.tsx";

export const REHEARSAL_GONE_MESSAGE = "This rehearsal no longer exists. Rehearse the new term again.";

/** The data that the pages of a rehearsal, a running rollover and a completed rollover share. */
export type RolloverPageBase = {
  url: string;
  readAt: number;
  /** The time when the data were read, such as `10:51:04`. */
  asOf: string;
  id: number;
  state: RolloverState;
  /** The title is like `2025-2026, Term 3`. The short name, for places that show the year already, is like `Term 3`. */
  from: { title: string; short: string; yearId: number };
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
  /** Data other than students that is carried over into the new year, or null if both terms are in the same year. */
  carriedOver: CarriedOver | null;
};

/** A problem that prevents the rollover. The page shows one line for each. */
export type RolloverProblem = {
  words: string;
  students: readonly { key: number; name: string; was: string; isLinked: boolean }[];
};

export type RolloverOutcomeList = {
  rows: readonly RolloverOutcomeView[];
  total: number;
  pageSize: number;
  /** The number of students on the list, not only on this page, about whom nobody has decided. */
  undecided: number;
  /** The number of selected students on the whole list. */
  selected: number;
};

/** A level, with the outcome of its students about whom nobody decides. */
export type LevelDefaultOutcome = {
  level: number;
  /**
   * The level, such as `Form 5`, and the next level, which is null for the last level, because its students always
   * leave.
   */
  title: string;
  nextTitle: string | null;
  outcome: DefaultOutcomeKind;
  version: number | null;
  /**
   * The number of students without a decision, and the number of students who go up although the default of their
   * level is to leave.
   */
  undecided: number;
  accepted: number;
};

export type SubjectGroupLevel = {
  title: string;
  classes: readonly { id: number; label: string; group: string }[];
};

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
export type RolloverOutcomeOptions = { levels: Choice[]; classes: Choice[]; destinations: Choice[] };

/** A rehearsal, in which outcomes can be changed before any student is moved. */
export type RolloverRehearsal = RolloverPageBase & {
  kind: "rehearsal";
  /** Text about the kinds of data that have changed since the rehearsal; null if it is up to date. */
  changed: string | null;
  /** The URL of a newer rehearsal or rollover; null if this is the newest. */
  newerUrl: string | null;
  /** The title of the current term if the school has left the rehearsal's term since; otherwise null. */
  movedTo: string | null;
  refusals: readonly RolloverProblem[];
  outcomes: RolloverOutcomeList | null;
  classes: readonly NextTermClass[] | null;
  /** The default outcomes of the levels; null on the other tabs. */
  defaults: readonly LevelDefaultOutcome[] | null;
  /** The classes of the next year with their subject groups, by level; null on the other tabs. */
  groups: readonly SubjectGroupLevel[] | null;
  choices: RolloverOutcomeOptions;
  counts: { classes: number };
  /** True when nobody can be placed because the next year has no classes at all. */
  hasNoClasses: boolean;
};

export type RolloverStepView = {
  step: RolloverStepName;
  state: "done" | "running" | "waiting" | "undone";
  words: string;
};

export type RunningRollover = RolloverPageBase & { kind: "running"; steps: readonly RolloverStepView[] };

export type FinishedRollover = RolloverPageBase & {
  kind: "finished";
  /**
   * Whether the rollover can be undone: `open` if so, with what people have entered since, `past` if it is not the
   * latest rollover. `seen` is the latest of these entries.
   */
  undo: { kind: "open"; entries: readonly string[]; seen: number } | { kind: "past" };
  outcomes: RolloverOutcomeList;
  choices: RolloverOutcomeOptions;
};

export type RolloverView = RolloverRehearsal | RunningRollover | FinishedRollover;

/** The style of an outcome: `ink` for a decision, `pencil` for an assumption, `refused` for an obstacle. */
export type RolloverOutcomeTone = "ink" | "pencil" | "muted" | "refused";

export type RolloverOutcomeView = {
  key: number;
  /** The position in the whole list, counted from 1. */
  place: number;
  name: string;
  was: string;
  next: string;
  isSelected: boolean;
  what: string;
  why: string;
  icon: IconName;
  tone: RolloverOutcomeTone;
};

const ICONS: Record<RolloverOutcomeKind, IconName> = {
  promoted: "arrow-up",
  repeating: "repeating",
  leaving: "leaving",
  staying: "dash",
  unplaced: "dash",
  nowhere: "refused",
  new: "plus",
};

export function rolloverOutcomeAppearance({
  what,
  assumed,
}: {
  what: RolloverOutcomeKind;
  assumed: boolean;
}): Pick<RolloverOutcomeView, "icon" | "tone"> {
  if (what === "nowhere") return { icon: ICONS[what], tone: "refused" };
  if (assumed) return { icon: "pencil", tone: "pencil" };
  return { icon: ICONS[what], tone: what === "staying" || what === "unplaced" ? "muted" : "ink" };
}

export const ROLLOVER_OUTCOME_TONE_CLASSES: Record<RolloverOutcomeTone, string> = {
  ink: "text-ink",
  pencil: "font-semibold text-waiting",
  muted: "text-muted",
  refused: "font-semibold text-refused",
};

const CHANGED: Record<FingerprintPart, string> = {
  roster: "class registrations",
  students: "student records",
  decisions: "decisions",
  classes: "next year’s classes",
};

/** Names the data that has changed since the rehearsal, such as `decisions, next year's classes`, or null. */
export function formatChangedParts(changed: readonly FingerprintPart[]): string | null {
  return changed.length === 0 ? null : changed.map((part) => CHANGED[part]).join(", ");
}

/** Returns the text above the names of students who have no class to go to. */
export function describeUnplacedReason(
  why: RolloverOutcomeReason,
  wanted: string | null,
  toYear: string,
): string {
  const students = wanted === null ? "these students" : `students going to ${wanted}`;
  if (why === "class-missing") return `There is no class in ${toYear} for ${students}:`;
  return `No class with a teacher has been chosen in ${toYear} for ${students}:`;
}

type Counts = { on_roll: number; leaving: number };

export function describeRolloverStep(
  step: RolloverStepName,
  toTitle: string,
  { on_roll, leaving }: Counts,
): string {
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

export const ROLLOVER_STEP_TITLES: Record<RolloverStepName, string> = {
  advance: "Advance",
  register: "Register",
  promote: "Promote",
};

type From = { label: string | null; count: number };

/** Returns text such as `39 of 1A, 1 of 2A, 41 newly registered`. */
export function formatOriginClasses(from: readonly From[], newcomers: number): string {
  const of = from.filter(({ label }) => label !== null).map(({ label, count }) => `${count} of ${label}`);
  const others = newcomers > 0 ? [`${newcomers} newly registered`] : [];
  return [...of, ...others].join(", ");
}

const ENTERED: Readonly<Record<string, string>> = {
  marks: "mark",
  criterion_grades: "criterion grade",
  term_records: "report",
  registrations: "registration",
  postings: "posting",
  attendance_registers: "register",
};

type Entered = {
  name: string;
  table: string;
  className: string | null;
  subject: string | null;
  entries: number;
};

/** Returns text such as `12 marks for 4B, Mathematics, by L. Augustine`. */
export function describeEntriesOfNewTerm({ name, table, className, subject, entries }: Entered): string {
  const of = [className, subject].filter(Boolean).join(", ");
  const what = formatCountOf(entries, ENTERED[table] ?? "change");
  return `${what}${of ? ` for ${of}` : ""}, by ${name || "somebody"}`;
}

type Closing = {
  at: string;
  name: string;
  table: string;
  className: string | null;
  subject: string | null;
};

/** Returns text such as `L. Augustine saved a mark for 4B, Mathematics, on 7 Sep 2026, 08:12.` */
export function describeUndoObstacle({ at, name, table, className, subject }: Closing): string {
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

const TURN_TABS = ["students", "classes", "defaults", "list", "carried"] as const;

/** The most characters of a subject group, such as `Modern Studies`. */
export const LONGEST_SUBJECT_GROUP = 30;
/** The students that can be selected at once: the whole list, or the students without a decision. */
const OUTCOME_SELECTIONS = ["all", "undecided"] as const;
export type RolloverOutcomeSelection = (typeof OUTCOME_SELECTIONS)[number];
export type RolloverPageTab = (typeof TURN_TABS)[number];

/** The filters and page of a rehearsal or a journal. */
export type RolloverParams = {
  tab: RolloverPageTab;
  what: RolloverOutcomeKind | null;
  isAssumed: boolean;
  level: number | null;
  classId: number | null;
  name: string;
  page: number;
  /** The students who are selected before single students are ticked or unticked; null if nobody is selected. */
  selection: RolloverOutcomeSelection | null;
  /** The students whose tick differs from the selection, on all pages. */
  toggled: readonly number[];
};

export function parseRolloverParams(query: URLSearchParams): RolloverParams {
  const what = query.get("what");
  return {
    tab: TURN_TABS.find((tab) => tab === query.get("tab")) ?? "students",
    what: ROLLOVER_OUTCOMES.find((item) => item === what) ?? null,
    isAssumed: query.get("assumed") === "1",
    level: parseId(query.get("level")),
    classId: parseId(query.get("class")),
    name: parseSearchText(query.get("name")),
    page: parseId(query.get("page")) ?? 1,
    selection: OUTCOME_SELECTIONS.find((item) => item === query.get("select")) ?? null,
    toggled: (query.get("toggled") ?? "").split(".").flatMap((key) => parseId(key) ?? []),
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
    selection = null,
    toggled = [],
  } = params;
  return {
    tab: tab === "students" ? null : tab,
    what,
    assumed: isAssumed ? 1 : null,
    level,
    class: classId,
    name: name ? name : null,
    page: page > 1 ? page : null,
    select: selection,
    toggled: selection !== null && toggled.length > 0 ? toggled.join(".") : null,
  };
}
