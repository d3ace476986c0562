import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { holidaysFrom, openedDaysFrom } from "#db/queries/attendance/school-days.ts";
import { countOf } from "#domain/text/noun.ts";
import { today } from "#runtime/clock.ts";
import { chosenTerm } from "#db/queries/lessons.ts";
import { nextYearCounts, type NextYearCounts } from "#db/queries/next-year/counts.ts";
import { classPostings } from "#db/queries/reports/postings.ts";
import { countSubjects } from "#db/queries/school-subjects.ts";
import { termChoice, yearAfter, yearLabel } from "#domain/terms.ts";
import { classesOf } from "./next-year/next-year.rules.ts";
import { spanWords } from "./school-holidays/holidays.rules.ts";

/** Of each setting: what stands there now, and what comes next. */
type Line = { now: string; next: string };
export type Settings = Readonly<Record<"subjects" | "posting" | "nextYear" | "holidays", Line>>;

export async function readSettings({ school, term }: Visit): Promise<Settings> {
  const from = today(school.timeZone);
  const academicYearId = term?.academicYearId ?? null;
  const [ahead, opened, subjects, posting, nextYear] = await Promise.all([
    holidaysFrom(from, noTransaction),
    openedDaysFrom(from, noTransaction),
    countSubjects(noTransaction),
    posted(),
    academicYearId === null ? null : nextYearCounts({ academicYearId }, noTransaction),
  ]);
  const [next] = ahead;
  return {
    subjects: { now: counted(subjects.used, "subject"), next: `${subjects.retired} retired` },
    posting,
    nextYear: nextYearLine(academicYearId, nextYear),
    holidays: {
      now: [
        counted(ahead.length, "holiday"),
        ...(opened.length > 0 ? [`${counted(opened.length, "day")} opened`] : []),
      ].join(", "),
      next: next ? `${next.title}, ${spanWords(next)}` : "from today on",
    },
  };
}

/** Of the current term. */
async function posted(): Promise<Settings["posting"]> {
  const { term } = await chosenTerm(null, noTransaction);
  if (!term) return { now: "No term yet", next: "" };
  const classes = await classPostings({ academicTermId: term.academic_term_id }, noTransaction);
  const done = classes.filter((each) => each.posted).length;
  return { now: `${done} of ${classes.length} classes posted`, next: termChoice(term).label };
}

/** What is missing comes before what is there. */
function nextYearLine(academicYearId: number | null, counts: NextYearCounts | null) {
  if (academicYearId === null || !counts) return { now: "No year yet", next: "" };
  const next = yearLabel(yearAfter(academicYearId));
  if (counts.classes === 0) return { now: "Not made yet", next };
  const missing = counts.unmapped > 0 ? `${classesOf(counts.unmapped)} to map` : null;
  return { now: missing ?? classesOf(counts.classes), next };
}

/** `3 holidays`, `No holiday`. */
function counted(count: number, noun: string): string {
  return count === 0 ? `No ${noun}` : countOf(count, noun);
}
