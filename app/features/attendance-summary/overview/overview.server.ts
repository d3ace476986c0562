import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { listAbsentStudents } from "#db/queries/attendance/absent-students.ts";
import { formatClockTime, formatLongDate } from "#domain/dates.ts";
import { registerUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import {
  classAttendanceFigures,
  describeClosure,
  sumAttendanceFigures,
  toSchoolDayChoice,
} from "../day/figures.rules.ts";
import { toUnmarkedClass } from "../day/read-day.server.ts";
import { now } from "#runtime/clock.ts";
import { toAbsenceListRow, sortStudentsByClass, logPhoneNumbersRead } from "./name-rows.server.ts";
import { loadMarkSheetsByClass } from "./results/find-results.server.ts";
import { loadResults } from "./results/results.server.ts";
import type { OverviewParams } from "./overview-address.rules.ts";
import { loadReportWeek } from "./report-week.server.ts";
import { listScopeClassIds, findScope, describeScope, type OverviewScope } from "./scope.server.ts";
import { loadOverviewTerm } from "./term.server.ts";

/** The largest number of absent students that the page itself lists. */
const MOST_ABSENT = 60;

export type OverviewView = Awaited<ReturnType<typeof loadOverview>>;
export type OverviewTermView = NonNullable<OverviewView["attendance"]>;
export type ReportWeekView = NonNullable<OverviewView["reports"]>;

export async function loadOverview({ person, school }: Visit, params: OverviewParams) {
  const scope = await findScope(person, params);
  const { day, calendar, levels, classes } = scope;
  const term = classes.length > 0 ? scope.term : null;
  const hasBegun = term !== null && term.academic_term_id <= (calendar.current_term_id ?? 0);
  const sheetsOfDay = hasBegun
    ? loadMarkSheetsByClass({ person, school }, { academicTermId: term.academic_term_id, level: scope.level })
    : Promise.resolve([]);
  const [today, attendance, results, reports] = await Promise.all([
    loadToday(person, scope),
    term ? loadOverviewTerm(person, scope, term) : null,
    term ? loadResults({ person, school }, scope, { ...params, sheetsOfDay }) : null,
    term ? loadReportWeek({ person, school }, scope, { term, sheetsOfDay }) : null,
    // In a future term neither function awaits the mark sheets, but a failure to read them must still be handled.
    sheetsOfDay,
  ]);
  await logPhoneNumbersRead(person, [...today.rows, ...(attendance?.rows ?? [])]);
  const choice = toSchoolDayChoice(day, { calendar, today: calendar.today });
  return {
    params: { ...params, day: params.day === null ? null : day },
    choice,
    about: [
      formatLongDate(day),
      day === calendar.today ? `as of ${formatClockTime(now(), school.timeZone)}` : null,
    ]
      .filter(Boolean)
      .join(", "),
    closed: describeClosure(day, calendar),
    levels,
    isAll: scope.isAll,
    words: describeScope(scope),
    today: today.view,
    attendance: attendance?.view ?? null,
    results,
    reports,
  };
}

async function loadToday(person: Person, scope: OverviewScope) {
  const { day, term, classes, numbersOf } = scope;
  const rows =
    term && classes.length > 0
      ? await listAbsentStudents(
          {
            day,
            from: term.from,
            least: 1,
            callFrom: 1,
            limit: MOST_ABSENT,
            accountId: person.accountId,
            classIds: listScopeClassIds(scope),
            numbersOf,
          },
          noTransaction,
        )
      : [];
  const { absent = 0, long = 0, withoutReason = 0 } = rows[0]?.counts ?? {};
  const unmarked = classes.filter(({ sessions }) => sessions.length === 0);
  return {
    rows,
    view: {
      figures: sumAttendanceFigures(
        classes.map(({ sessions, roll: students }) => classAttendanceFigures({ sessions, students })),
      ),
      classes: classes.length,
      absent: sortStudentsByClass(rows, classes).map(toAbsenceListRow),
      absentCount: absent,
      toCall: long,
      withoutReason,
      readsNumbers: numbersOf === null || numbersOf.length > 0,
      unmarked: unmarked.map((item) => ({
        ...toUnmarkedClass(item),
        url: registerUrl({ classId: item.class_id, day, session: 1 }),
      })),
    },
  };
}
