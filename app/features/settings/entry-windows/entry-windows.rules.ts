import { addDays, weekdayOf } from "#domain/dates.ts";
import {
  formatDuration,
  formatEntryEnd,
  describeEntryRejection,
  type EntryDates,
  type EntryKind,
} from "#domain/entry/windows.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

export const MAX_EXTENSION_REASON_LENGTH = 120;

/** A bar on the timeline of the term. Both ends are percentages of the timeline's length. */
export type EntryWindowBar = { from: number; to: number };
export type EntryWindowWeekLabel = { day: string; at: number };

export function entryWindowsUrl(termId: number): string {
  return withQuery(PATHS.entryWindows, { term: termId });
}

const DAY_MS = 86_400_000;
type Span = { from: string; to: string };

/** Returns the position of a date or time on the timeline of the term, from 0 to 100. */
export function percentOfTerm({ from, to }: Span, moment: string): number {
  const [start, end] = [Date.parse(from), Date.parse(to) + DAY_MS];
  const at = Date.parse(moment.includes("T") ? `${moment}Z` : moment);
  const part = (Math.min(Math.max(at, start), end) - start) / (end - start);
  return Math.round(part * 1000) / 10;
}

/** Lists the first day of a term and its Mondays. */
export function listWeekLabels(span: Span): EntryWindowWeekLabel[] {
  const days: string[] = [];
  for (let day = span.from; day <= span.to; day = addDays(day, 1))
    if (day === span.from || weekdayOf(day) === 1) days.push(day);
  return days.map((day) => ({ day, at: percentOfTerm(span, day) }));
}

const PRESSES_MS = 2 * DAY_MS;

/** Describes whether entry is possible now, and whether the window has closed or closes within two days. */
export function describeEntryWindow(
  kind: EntryKind,
  dates: EntryDates | null,
  now: Date,
): { words: string; isUrgent: boolean } {
  if (dates === null)
    return { words: `Open: without dates, ${kind} can be entered at any time.`, isUrgent: false };
  if (dates.state !== "open")
    return { words: `Closed: ${describeEntryRejection(kind, dates)}.`, isUrgent: dates.state === "after" };
  const until = formatEntryEnd(dates);
  if (until === null || dates.closes === null)
    return { words: "Open, with no closing date.", isUrgent: false };
  const left = Date.parse(dates.closes) - now.getTime();
  return { words: `Closes in ${formatDuration(now, dates.closes)}.`, isUrgent: left < PRESSES_MS };
}
