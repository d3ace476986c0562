import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { holidaysFrom, openedDaysFrom } from "#db/queries/attendance/school-days.ts";
import { shortDay } from "#domain/daily/day-words.ts";
import { countOf } from "#domain/text/noun.ts";
import { today } from "#runtime/clock.ts";
import { chosenTerm } from "#db/queries/lessons.ts";
import { entryWindows } from "#db/queries/entry/entry-windows.ts";
import { windowsInWords } from "#domain/entry/windows.ts";
import { classPostings } from "#db/queries/reports/postings.ts";
import { countSubjects } from "#db/queries/school-subjects.ts";
import { termChoice } from "#domain/terms.ts";
import { readYear, type Year } from "./read-year.server.ts";
import { spanWords } from "./school-holidays/holidays.rules.ts";
import type { StripCell } from "./year-strip.rules.ts";

type Line = "term" | "subjects" | "posting" | "entry" | "holidays";

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
  const [ahead, opened, subjects, { posting, entry }] = await Promise.all([
    holidaysFrom(from, noTransaction),
    openedDaysFrom(from, noTransaction),
    countSubjects(noTransaction),
    ofCurrentTerm(school.timeZone),
  ]);
  const [next] = ahead;
  return {
    subjects: { now: counted(subjects.used, "subject"), next: `${subjects.retired} retired` },
    posting,
    entry,
    holidays: {
      now: [
        counted(ahead.length, "holiday"),
        ...(opened.length > 0 ? [`${counted(opened.length, "day")} opened`] : []),
      ].join(", "),
      next: next ? `${next.title}, ${spanWords(next)}` : "from today on",
    },
  };
}

async function ofCurrentTerm(timeZone: string): Promise<Pick<Settings["lines"], "posting" | "entry">> {
  const { term } = await chosenTerm(null, noTransaction);
  if (!term) return { posting: NO_TERM, entry: NO_TERM };
  const academicTermId = term.academic_term_id;
  const [classes, windows] = await Promise.all([
    classPostings({ academicTermId }, noTransaction),
    entryWindows({ academicTermId }, noTransaction),
  ]);
  const next = termChoice(term).label;
  const done = classes.filter((each) => each.posted).length;
  return {
    posting: { now: `${done} of ${classes.length} classes posted`, next },
    entry: { now: windowsInWords(windows, timeZone) || "Open at any time", next },
  };
}

const NO_TERM = { now: "No term yet", next: "" };

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
