import { hasPermission } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { listAttendanceReasons } from "#db/queries/attendance/reasons.ts";
import { MOST_DATES_COUNTED } from "#db/queries/assessments/configuration.ts";
import { listFormClassRows } from "#db/queries/class-teachers.ts";
import { PATHS } from "#domain/paths.ts";
import { formatClassCount, formatCountOf } from "#domain/text/noun.ts";
import { readBackupState } from "#files/backup/read-backup-state.server.ts";
import { today } from "#runtime/clock.ts";
import { listEntryWindows } from "#db/queries/entry/entry-windows.ts";
import { countNextYear } from "#db/queries/next-year/creation.ts";
import { formatEntryWindows } from "#domain/entry/windows.ts";
import { findSettingsSummary, type SettingsSummary } from "#db/queries/settings-summary.ts";
import { yearAfter, yearLabel, type AssessmentType } from "#domain/terms.ts";
import { readRolloverObstacles, type RolloverObstacles } from "./readiness-board/read-readiness.server.ts";
import { formatTermEnd, readYearWithTerms, type YearWithTerms } from "./read-year.server.ts";
import { formatHoliday } from "./school-holidays/holidays.rules.ts";
import type { SettingsPageLine, SettingsLineState, SettingsView } from "./settings-page.tsx";

type Setting = Omit<SettingsPageLine, keyof SettingsLineState> & {
  describe: (context: Context) => SettingsLineState | Promise<SettingsLineState>;
};

type Context = {
  visit: Visit;
  year: YearWithTerms | null;
  summary: SettingsSummary;
  /** The current term, and its name; null before the first term. */
  term: { academicTermId: number; assessmentType: AssessmentType; label: string } | null;
};

/** The settings in groups, in the order of the page. To add a setting, add a line here. */
const SETTINGS: readonly (readonly Setting[])[] = [
  [
    {
      to: PATHS.currentTerm,
      icon: "term",
      title: "Current Term",
      about: "Advance or update the term, or go back to an earlier term",
      describe: ({ visit, year }) => ({
        now: visit.period,
        next: year ? formatTermEnd(year) : "no terms yet",
      }),
    },
    {
      to: PATHS.schoolSubjects,
      icon: "books",
      title: "Add / Edit Subjects",
      about: "Subjects that the school teaches, and retired subjects",
      describe: describeSubjects,
    },
    {
      to: PATHS.postReports,
      icon: "report",
      title: "Post Reports",
      about: "Classes whose reports are posted, and later changes",
      describe: ({ term, summary }) => (term ? describePostings(term.label, summary) : NO_TERM),
    },
    {
      to: PATHS.reportCard,
      icon: "card",
      title: "Report Card",
      about: "Grades, pass mark and what the card shows, for each level",
      describe: describeReportCard,
    },
    {
      to: PATHS.assessments,
      icon: "tests",
      title: "Term Assesments Configuration",
      about: "Tests of each term, with their dates and max marks",
      describe: ({ term, summary }) => (term ? describeAssessments(term.assessmentType, summary) : NO_TERM),
    },
  ],
  [
    {
      to: PATHS.readinessBoard,
      icon: "checks",
      title: "Readiness Board",
      about: "Everything to finish before the new term",
      describe: async ({ visit, year }) =>
        describeReadiness(await readRolloverObstacles(visit, Promise.resolve(year))),
    },
    {
      to: PATHS.nextYear,
      icon: "classes",
      title: "Next year’s classes",
      about: "Classes, teachers and lessons of the next school year",
      describe: ({ visit }) => describeNextYear(visit.term?.academicYearId ?? null),
    },
    {
      to: PATHS.formClasses,
      icon: "classes",
      title: "Form Classes",
      about: "Levels of the school and their form classes",
      describe: describeFormClasses,
    },
    {
      to: PATHS.entryWindows,
      icon: "windows",
      title: "Entry windows",
      about: "Dates for entering marks and reports",
      describe: ({ term, visit }) => (term ? describeEntryWindows(term, visit) : NO_TERM),
    },
    {
      to: PATHS.schoolHolidays,
      icon: "calendar",
      title: "School holidays",
      about: "Days without school, and weekends with school",
      describe: describeHolidays,
    },
    {
      to: PATHS.attendanceReasons,
      icon: "checks",
      title: "Attendance Reasons",
      about: "Reasons for an absence, excused or not excused",
      describe: describeReasons,
    },
  ],
];

/** The lines that only an administrator sees: the data import, all access tokens, and the health of the server. */
const ADMIN_SETTINGS: readonly Setting[] = [
  {
    to: PATHS.schoolImports,
    icon: "sheet",
    title: "Data import",
    about: "Import people, classes, lessons and marks from spreadsheets",
    describe: () => ({
      now: "From Excel, OpenDocument or text files",
      next: "each import can be undone for a day",
    }),
  },
  {
    to: PATHS.accessTokens,
    icon: "key",
    title: "Access Tokens",
    about: "Tokens that let scripts use Termbook in a person’s name",
    describe: describeTokens,
  },
  {
    to: PATHS.health,
    icon: "health",
    title: "Health",
    about: "Nightly backups, background jobs and recent errors",
    describe: describeHealth,
  },
];

export async function readSettings(visit: Visit): Promise<SettingsView> {
  const { school, term: current, period: label } = visit;
  const academicTermId = current?.academicTermId ?? null;
  const day = today(school.timeZone);
  const [year, summary] = await Promise.all([
    readYearWithTerms(academicTermId, noTransaction),
    findSettingsSummary({ academicTermId, flavour: school.flavour, day }, noTransaction),
  ]);
  const assessmentType = current?.assessmentType ?? null;
  const term =
    current && assessmentType ? { academicTermId: current.academicTermId, assessmentType, label } : null;
  const groups = hasPermission(visit.person, "admin") ? [...SETTINGS, ADMIN_SETTINGS] : SETTINGS;
  const context = { visit, year, summary, term };
  return {
    strip: year?.strip ?? [],
    groups: await Promise.all(groups.map((settings) => Promise.all(settings.map(toLine)))),
  };

  async function toLine({ describe, ...setting }: Setting): Promise<SettingsPageLine> {
    return { ...setting, ...(await describe(context)) };
  }
}

async function describeHealth(): Promise<SettingsLineState> {
  const { words, isTrouble } = await readBackupState();
  return { now: words, next: "", stops: isTrouble };
}

function describeTokens({ summary: { tokens, token_owners: owners } }: Context): SettingsLineState {
  const whose = owners === 1 ? "held by 1 person" : `held by ${owners} people`;
  return { now: counted(tokens, "token"), next: owners === 0 ? "" : whose };
}

function describeSubjects({ summary }: Context): SettingsLineState {
  return { now: counted(summary.subjects, "subject"), next: `${summary.retired_subjects} retired` };
}

async function describeFormClasses(): Promise<SettingsLineState> {
  const formClasses = await listFormClassRows(noTransaction);
  const levels = new Set(formClasses.map(({ form_level }) => form_level)).size;
  return { now: formatClassCount(formClasses.length), next: `in ${formatCountOf(levels, "level")}` };
}

function describeHolidays({ summary }: Context): SettingsLineState {
  const { holidays, next_holiday: next, opened_days: opened } = summary;
  return {
    now: [counted(holidays, "holiday"), ...(opened > 0 ? [`${counted(opened, "day")} opened`] : [])].join(
      ", ",
    ),
    next: next ? `${next.title}, ${formatHoliday(next)}` : "from today on",
  };
}

async function describeReasons(): Promise<SettingsLineState> {
  const offered = (await listAttendanceReasons(noTransaction)).filter(({ is_offered }) => is_offered);
  const excused = offered.filter(({ is_excused }) => is_excused).length;
  return { now: counted(offered.length, "reason"), next: `${excused} excused` };
}

function describePostings(label: string, { classes, posted }: SettingsSummary): SettingsLineState {
  return { now: `${posted} of ${classes} classes posted`, next: label };
}

function describeAssessments(
  type: AssessmentType,
  { undated, has_tests }: SettingsSummary,
): SettingsLineState {
  const done = has_tests ? "all dates set" : "no class has subjects yet";
  const most = undated < MOST_DATES_COUNTED ? "" : "at least ";
  return { now: type, next: undated > 0 ? `${most}${formatCountOf(undated, "date")} missing` : done };
}

async function describeEntryWindows(
  { academicTermId, label }: NonNullable<Context["term"]>,
  { school }: Visit,
): Promise<SettingsLineState> {
  const windows = await listEntryWindows({ academicTermId }, noTransaction);
  return {
    now: formatEntryWindows(windows, school.timeZone) || "Open at any time",
    next: label,
  };
}

const NO_TERM = { now: "No term yet", next: "" };

function describeReportCard({ summary: { levels } }: Context): SettingsLineState {
  return {
    now: levels === 0 ? "Standard grades and card" : `Set for ${formatCountOf(levels, "level")}`,
    next: "",
  };
}

function describeReadiness(found: RolloverObstacles | null): SettingsLineState {
  if (!found) return NO_TERM;
  const { to: next, needsDates, others } = found;
  const stops = others + (needsDates ? 1 : 0);
  if (stops === 0) return { now: "The new term can start", next };
  return {
    now: `${formatCountOf(stops, "thing")} must be done before the new term`,
    next,
    stops: true,
  };
}

/** Describes next year's classes. Missing parts are named first. */
async function describeNextYear(academicYearId: number | null): Promise<SettingsLineState> {
  if (academicYearId === null) return { now: "No year yet", next: "" };
  const counts = await countNextYear({ academicYearId }, noTransaction);
  const next = yearLabel(yearAfter(academicYearId));
  if (counts.classes === 0) return { now: "Not made yet", next };
  const missing = counts.unmapped > 0 ? `No next class for ${formatClassCount(counts.unmapped)}` : null;
  return { now: missing ?? formatClassCount(counts.classes), next };
}

function counted(count: number, noun: string): string {
  return count === 0 ? `No ${noun}` : formatCountOf(count, noun);
}
