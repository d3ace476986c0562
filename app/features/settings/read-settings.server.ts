import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { holidaysFrom, openedDaysFrom } from "#db/queries/attendance/school-days.ts";
import { shortDay } from "#domain/daily/day-words.ts";
import { countOf } from "#domain/text/noun.ts";
import { today } from "#runtime/clock.ts";
import { countSubjects } from "#db/queries/school-subjects.ts";
import { readYear, type Year } from "./read-year.server.ts";
import { spanWords } from "./school-holidays/holidays.rules.ts";
import type { StripCell } from "./year-strip.rules.ts";

type Line = "term" | "subjects" | "holidays";

/** Of each setting: what stands there now, and what comes next. */
export type Settings = { strip: StripCell[]; lines: Readonly<Record<Line, { now: string; next: string }>> };

export async function readSettings(visit: Visit): Promise<Settings> {
  const year = await readYear(visit.term?.academicTermId ?? null, noTransaction);
  return {
    strip: year?.strip ?? [],
    lines: { term: { now: visit.period, next: endWords(year) }, ...(await readLines(visit)) },
  };
}

async function readLines({ school }: Visit): Promise<Omit<Settings["lines"], "term">> {
  const from = today(school.timeZone);
  const [ahead, opened, subjects] = await Promise.all([
    holidaysFrom(from, noTransaction),
    openedDaysFrom(from, noTransaction),
    countSubjects(noTransaction),
  ]);
  const [next] = ahead;
  return {
    subjects: { now: counted(subjects.used, "subject"), next: `${subjects.retired} retired` },
    holidays: {
      now: [
        counted(ahead.length, "holiday"),
        ...(opened.length > 0 ? [`${counted(opened.length, "day")} opened`] : []),
      ].join(", "),
      next: next ? `${next.title}, ${spanWords(next)}` : "from today on",
    },
  };
}

/** `3 holidays`, `No holiday`. */
function counted(count: number, noun: string): string {
  return count === 0 ? `No ${noun}` : countOf(count, noun);
}

/** `ends Fri 3 Jul, in 2 school days`. */
function endWords(year: Year | null): string {
  if (!year) return "the calendar has not begun";
  const { current, daysLeft, calendar } = year;
  const end = shortDay(current.term_end);
  if (daysLeft !== null) return `ends ${end}, in ${countOf(daysLeft, "school day")}`;
  return calendar.today > current.term_end ? `ended ${end}` : `begins ${shortDay(current.term_start)}`;
}
