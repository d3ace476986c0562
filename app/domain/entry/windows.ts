import { clockTime, dayOf, formatDate, formatMoment } from "../dates.ts";
import { periodLabel } from "../terms.ts";
import { capital } from "../text/capital.ts";
import { countOf } from "../text/noun.ts";

/** What is entered in a term by its own dates: marks on sheets, reports with all that is written in them. */
export type EntryKind = "marks" | "reports";
export const ENTRY_KINDS: readonly EntryKind[] = ["marks", "reports"];

/** The dates as they are for one person, who may have been given longer; moments as ISO instants. */
export type EntryWindow = {
  state: "before" | "open" | "after";
  opens: string | null;
  /** Null where it stays open. */
  closes: string | null;
};

/** With the school's clock. */
export type EntryDates = EntryWindow & { timeZone: string };

/** Why something is not taken, as it is said after 'Refused:'. */
export function outsideWords(kind: EntryKind, dates: EntryDates | null): string {
  if (dates?.state === "before") return `${kind} can be entered from ${opensWords(dates)}`;
  return `${kind} could be entered until ${closesWords(dates)}`;
}

type Term = { academicYearId: number; term: number };

/** The sentence above what is only read for that. */
export function outsideSentence(kind: EntryKind, dates: EntryDates | null, term: Term): string {
  const of = `${capital(kind)} of ${periodLabel(term.academicYearId, term.term)}`;
  if (dates?.state === "before") return `${of} can be entered from ${opensWords(dates)}.`;
  return `${of} could be entered until ${closesWords(dates)}. An administrator can give you more time.`;
}

/** Until when it is open, on the clock; null where there is no end, or it is not open. */
export function openUntil(dates: EntryDates | null): string | null {
  return dates?.state === "open" && dates.closes !== null ? closesWords(dates) : null;
}

/** The dates of a term in a line: `marks until 1 Jul 2026, 16:00, reports from 15 Jun 2026`; empty where none are set. */
export function windowsInWords(
  windows: readonly (EntryWindow & { kind: EntryKind })[],
  timeZone: string,
): string {
  const told = windows.map(({ kind, ...window }) => {
    const dates = { ...window, timeZone };
    if (window.state === "before") return `${kind} from ${opensWords(dates)}`;
    if (window.closes === null) return `${kind} open`;
    return `${kind} ${window.state === "after" ? "closed since" : "until"} ${closesWords(dates)}`;
  });
  return told.join(", ");
}

/** A day that begins, or a moment of it. */
function opensWords({ opens, timeZone }: EntryDates): string {
  if (opens === null) return "a day that is not set";
  const isDay = clockTime(opens, timeZone) === "00:00";
  return isDay ? formatDate(dayOf(opens, timeZone)) : formatMoment(opens, timeZone);
}

function closesWords(dates: EntryDates | null): string {
  return dates?.closes ? formatMoment(dates.closes, dates.timeZone) : "a day that is over";
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long until then, in the unit that matters: `3 hours`. */
export function lengthWords(from: Date, to: string): string {
  const left = Math.max(0, Date.parse(to) - from.getTime());
  if (left >= 2 * DAY_MS) return countOf(Math.floor(left / DAY_MS), "day");
  if (left >= 2 * HOUR_MS) return countOf(Math.floor(left / HOUR_MS), "hour");
  return countOf(Math.max(1, Math.ceil(left / MINUTE_MS)), "minute");
}
