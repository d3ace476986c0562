import { holds } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { listAccessTokens } from "#db/queries/accounts/access-tokens.ts";
import { listHolidaysFrom, listOpenedDaysFrom } from "#db/queries/attendance/school-days.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { readBackupState } from "#files/backup/read-backup-state.server.ts";
import { today } from "#runtime/clock.ts";
import { findRequestedTerm } from "#db/queries/lessons.ts";
import { listEntryWindows } from "#db/queries/entry/entry-windows.ts";
import { countNextYear, type NextYearCounts } from "#db/queries/next-year/creation.ts";
import { formatEntryWindows } from "#domain/entry/windows.ts";
import { listClassPostings } from "#db/queries/reports/postings.ts";
import { countSubjects } from "#db/queries/school-subjects.ts";
import { termChoice, yearAfter, yearLabel } from "#domain/terms.ts";
import { listClassesWithTests } from "./assessments/read-assessments.server.ts";
import { formatClassCount } from "./next-year/next-year.rules.ts";
import { readRolloverObstacles, type RolloverObstacles } from "./readiness-board/read-readiness.server.ts";
import { formatTermEnd, readYearWithTerms } from "./read-year.server.ts";
import { formatHoliday } from "./school-holidays/holidays.rules.ts";
import type { YearStripCell } from "./current-term/current-term.rules.ts";

type LineName =
  "term" | "subjects" | "posting" | "assessments" | "readiness" | "entry" | "nextYear" | "holidays";
type Line = { now: string; next: string; stops?: boolean };

/**
 * The settings with their current values and next steps; `stops` marks a setting that stops the rollover or has a
 * problem.
 */
export type SettingsView = {
  strip: YearStripCell[];
  lines: Readonly<Record<LineName, Line>>;
  /** Null except for an administrator. */
  admins: { tokens: Line; health: Line } | null;
};

export async function readSettings(visit: Visit): Promise<SettingsView> {
  const year = await readYearWithTerms(visit.term?.academicTermId ?? null, noTransaction);
  return {
    strip: year?.strip ?? [],
    lines: {
      term: { now: visit.period, next: year ? formatTermEnd(year) : "no terms yet" },
      ...(await readLines(visit)),
    },
    admins: holds(visit.person, "admin") ? { tokens: await tokensLine(), health: await healthLine() } : null,
  };
}

async function healthLine(): Promise<Line> {
  const { words, isTrouble } = await readBackupState();
  return { now: words, next: "", stops: isTrouble };
}

async function tokensLine(): Promise<Line> {
  const living = (await listAccessTokens({ accountId: null }, noTransaction)).filter(
    ({ is_over }) => !is_over,
  );
  const people = new Set(living.map(({ account_id }) => account_id)).size;
  const whose = people === 1 ? "held by 1 person" : `held by ${people} people`;
  return { now: counted(living.length, "token"), next: people === 0 ? "" : whose };
}

async function readLines(visit: Visit): Promise<Omit<SettingsView["lines"], "term">> {
  const { school, term } = visit;
  const from = today(school.timeZone);
  const academicYearId = term?.academicYearId ?? null;
  const [ahead, opened, subjects, { posting, assessments, entry }, nextYear, readiness] = await Promise.all([
    listHolidaysFrom(from, noTransaction),
    listOpenedDaysFrom(from, noTransaction),
    countSubjects(noTransaction),
    ofCurrentTerm(school),
    academicYearId === null ? null : countNextYear({ academicYearId }, noTransaction),
    readRolloverObstacles(visit),
  ]);
  const [next] = ahead;
  return {
    subjects: { now: counted(subjects.used, "subject"), next: `${subjects.retired} retired` },
    posting,
    assessments,
    entry,
    readiness: readinessLine(readiness),
    nextYear: nextYearLine(academicYearId, nextYear),
    holidays: {
      now: [
        counted(ahead.length, "holiday"),
        ...(opened.length > 0 ? [`${counted(opened.length, "day")} opened`] : []),
      ].join(", "),
      next: next ? `${next.title}, ${formatHoliday(next)}` : "from today on",
    },
  };
}

type OfTerm = Pick<SettingsView["lines"], "posting" | "assessments" | "entry">;

async function ofCurrentTerm({ timeZone, flavour }: Visit["school"]): Promise<OfTerm> {
  const { term } = await findRequestedTerm(null, noTransaction);
  if (!term) return { posting: NO_TERM, assessments: NO_TERM, entry: NO_TERM };
  const academicTermId = term.academic_term_id;
  const [classes, windows, tests] = await Promise.all([
    listClassPostings({ academicTermId }, noTransaction),
    listEntryWindows({ academicTermId }, noTransaction),
    listClassesWithTests(academicTermId, flavour),
  ]);
  const missing = tests.reduce((sum, { undated }) => sum + undated, 0);
  const next = termChoice(term).label;
  const done = classes.filter((item) => item.posted).length;
  return {
    posting: { now: `${done} of ${classes.length} classes posted`, next },
    assessments: {
      now: term.assessment_type,
      next: missing > 0 ? `${formatCountOf(missing, "date")} missing` : "all dates set",
    },
    entry: { now: formatEntryWindows(windows, timeZone) || "Open at any time", next },
  };
}

const NO_TERM = { now: "No term yet", next: "" };

function readinessLine(found: RolloverObstacles | null): Line {
  if (!found) return NO_TERM;
  const { to: next, needsDates, others } = found;
  const stops = others + (needsDates ? 1 : 0);
  if (stops === 0) return { now: "Nothing stops the new term", next };
  return {
    now: `${formatCountOf(stops, "thing")} ${stops === 1 ? "stops" : "stop"} the new term`,
    next,
    stops: true,
  };
}

/** Describes next year's classes. Missing parts are named before existing ones. */
function nextYearLine(academicYearId: number | null, counts: NextYearCounts | null) {
  if (academicYearId === null || !counts) return { now: "No year yet", next: "" };
  const next = yearLabel(yearAfter(academicYearId));
  if (counts.classes === 0) return { now: "Not made yet", next };
  const missing = counts.unmapped > 0 ? `No next class for ${formatClassCount(counts.unmapped)}` : null;
  return { now: missing ?? formatClassCount(counts.classes), next };
}

function counted(count: number, noun: string): string {
  return count === 0 ? `No ${noun}` : formatCountOf(count, noun);
}
