import { addDays, weekdayOf } from "#domain/dates.ts";
import {
  formatDuration,
  openUntil,
  describeOutsideWindow,
  type EntryDates,
  type EntryKind,
} from "#domain/entry/windows.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

export const LONGEST_REASON = 120;

/** Both are percentages of the term. */
export type Bar = { from: number; to: number };
export type Week = { day: string; at: number };

export function entryWindowsUrl(termId: number): string {
  return withQuery(PATHS.entryWindows, { term: termId });
}

const DAY_MS = 86_400_000;
type Span = { from: string; to: string };

/** Returns the place of a day, or of a day with its hour, on the line of a term, from 0 to 100. */
export function placeIn({ from, to }: Span, moment: string): number {
  const [start, end] = [Date.parse(from), Date.parse(to) + DAY_MS];
  const at = Date.parse(moment.includes("T") ? `${moment}Z` : moment);
  const part = (Math.min(Math.max(at, start), end) - start) / (end - start);
  return Math.round(part * 1000) / 10;
}

/** Lists the Mondays of a term, and its first day. */
export function weeksOf(span: Span): Week[] {
  const days: string[] = [];
  for (let day = span.from; day <= span.to; day = addDays(day, 1))
    if (day === span.from || weekdayOf(day) === 1) days.push(day);
  return days.map((day) => ({ day, at: placeIn(span, day) }));
}

const PRESSES_MS = 2 * DAY_MS;

/** Says whether the kind can be entered now, and whether its dates end within two days or have ended. */
export function describeWindow(
  kind: EntryKind,
  dates: EntryDates | null,
  now: Date,
): { words: string; isUrgent: boolean } {
  if (dates === null)
    return { words: `Open: without dates, ${kind} can be entered at any time.`, isUrgent: false };
  if (dates.state !== "open")
    return { words: `Closed: ${describeOutsideWindow(kind, dates)}.`, isUrgent: dates.state === "after" };
  const until = openUntil(dates);
  if (until === null || dates.closes === null)
    return { words: "Open, with no closing date.", isUrgent: false };
  const left = Date.parse(dates.closes) - now.getTime();
  return { words: `Closes in ${formatDuration(now, dates.closes)}.`, isUrgent: left < PRESSES_MS };
}
