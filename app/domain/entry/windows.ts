import { formatClockTime, toCalendarDay, formatDate, formatDateAndTime } from "../dates.ts";
import { periodLabel } from "../terms.ts";
import { capitalise } from "../text/capital.ts";
import { formatCountOf } from "../text/noun.ts";

/** The two kinds of entry that have their own dates: marks on mark sheets, and everything in term reports. */
export type EntryKind = "marks" | "reports";
export const ENTRY_KINDS: readonly EntryKind[] = ["marks", "reports"];

/** The dates between which one person may enter data, including any extra time. Moments are ISO strings. */
export type PersonalEntryWindow = {
  state: "before" | "open" | "after";
  opens: string | null;
  /** The moment when entry closes; null if it never closes. */
  closes: string | null;
};

/** The dates of entry, with the school's time zone, which is needed to format these dates. */
export type EntryDates = PersonalEntryWindow & { timeZone: string };

/** Explains why an entry outside the dates is rejected. Messages show the text after `Not saved:`. */
export function describeEntryRejection(kind: EntryKind, dates: EntryDates | null): string {
  if (dates?.state === "before") return `${kind} can be entered from ${opensWords(dates)}`;
  return `the time to enter ${kind} ended on ${closesWords(dates)}`;
}

type Term = { academicYearId: number; term: number };

/** Builds the sentence above data that is read-only because the dates of entry have passed or have not begun. */
export function describeReadOnlyEntry(kind: EntryKind, dates: EntryDates | null, term: Term): string {
  const of = `${kind} of ${periodLabel(term.academicYearId, term.term)}`;
  if (dates?.state === "before") return `${capitalise(of)} can be entered from ${opensWords(dates)}.`;
  return `The time to enter ${of} ended on ${closesWords(dates)}. An administrator can give you more time.`;
}

/** Returns when entry closes, as formatted text. Returns null when entry is not open or never closes. */
export function formatEntryEnd(dates: EntryDates | null): string | null {
  return dates?.state === "open" && dates.closes !== null ? closesWords(dates) : null;
}

/**
 * Lists a term's dates of entry: `marks until 1 Jul 2026, 16:00, reports from 15 Jun 2026`. The result is empty if
 * there are no dates.
 */
export function formatEntryWindows(
  windows: readonly (PersonalEntryWindow & { kind: EntryKind })[],
  timeZone: string,
): string {
  const told = windows.map(({ kind, ...window }) => {
    const dates = { ...window, timeZone };
    if (window.state === "before") return `${kind} from ${opensWords(dates)}`;
    if (window.closes === null) return `${kind} open`;
    return `${kind} ${window.state === "after" ? "closed on" : "until"} ${closesWords(dates)}`;
  });
  return told.join(", ");
}

/** Formats when entry opens: as a day alone if it opens at midnight, otherwise as a day and a time. */
function opensWords({ opens, timeZone }: EntryDates): string {
  if (opens === null) return "a date that an administrator still has to set";
  const isDay = formatClockTime(opens, timeZone) === "00:00";
  return isDay ? formatDate(toCalendarDay(opens, timeZone)) : formatDateAndTime(opens, timeZone);
}

function closesWords(dates: EntryDates | null): string {
  return dates?.closes ? formatDateAndTime(dates.closes, dates.timeZone) : "an earlier date";
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats the time from one moment to another in its largest unit: `3 hours`. */
export function formatDuration(from: Date, to: string): string {
  const left = Math.max(0, Date.parse(to) - from.getTime());
  if (left >= 2 * DAY_MS) return formatCountOf(Math.floor(left / DAY_MS), "day");
  if (left >= 2 * HOUR_MS) return formatCountOf(Math.floor(left / HOUR_MS), "hour");
  return formatCountOf(Math.max(1, Math.ceil(left / MINUTE_MS)), "minute");
}
