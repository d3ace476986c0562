import { noTransaction } from "#db/index.ts";
import {
  findStudentAbsenceRates,
  listClassDays,
  listRegistersOfTerms,
  listStudentSessions,
  type ClassAbsencesOverLimit,
  type MarkedRegistersRow,
  type StudentSessionCounts,
} from "#db/queries/attendance/overview.ts";
import {
  isAttendanceBelow,
  LOW_ATTENDANCE_PERCENT,
  VERY_LOW_ATTENDANCE_PERCENT,
} from "#domain/daily/attendance-limits.ts";
import { listSchoolDays, type CalendarTermSpan } from "#domain/daily/school-days.ts";
import { formatDateRange, mondayOf } from "#domain/dates.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import type { Person } from "#domain/person.ts";
import { academicYearOf, formatTerm, yearBefore } from "#domain/terms.ts";
import { cachedWeekChart } from "../drawings.server.ts";
import { ClassDataCache } from "../class-cache.server.ts";
import type { AttendanceTrendDay } from "../summary.ts";
import { toTrendDays } from "../trend/trend.rules.ts";
import { toTermListRow } from "./name-rows.server.ts";
import type { AttendanceListParams } from "./overview-address.rules.ts";
import { listScopeClassIds, type OverviewScope } from "./scope.server.ts";
import {
  countLowAttendance,
  calculateAbsenceRate,
  absenceRatesByGroup,
  absenceRatesByWeekday,
  sumClassesOfLevels,
  attendanceWeeksChartScale,
  toDayLetters,
  listTrackedDays,
  compareWeeksOfTerms,
  sumByDay,
  type ClassAttendanceDays,
  type GroupKeyFunction,
} from "./term.rules.ts";

/** The largest number of students below the lower limit that the page itself lists. */
const MOST_VERY_LOW = 6;

type TermSpan = NonNullable<OverviewScope["term"]>;

type ReadTerm = { span: CalendarTermSpan; classes: ClassAttendanceDays[] };

/** Loads the term up to the day, with the term before and the same term a year ago for comparison. */
export async function loadOverviewTerm(person: Person, scope: OverviewScope, term: TermSpan) {
  const { calendar, level, isAll } = scope;
  const id = term.academic_term_id;
  const before = calendar.terms.findLast(({ term_end }) => term_end < term.term_start);
  const yearAgo = calendar.terms.find(
    ({ academic_term_id }) => academic_term_id === yearBefore(academicYearOf(id)) * 10 + (id % 10),
  );
  const terms = [term, before, yearAgo].flatMap((item) => item?.academic_term_id ?? []);
  const registers = await listRegistersOfTerms(
    { terms, level, all: isAll, employeeId: person.employeeId },
    noTransaction,
  );
  const ofTerm = registers.filter(({ academic_term_id }) => academic_term_id === id);
  const [days, low] = await Promise.all([
    loadClassDays(registers, term.to),
    loadLowAttendance(person, scope, { term, registers: ofTerm }),
  ]);
  const read = (span: CalendarTermSpan | undefined): ReadTerm | null => {
    const own = days.filter(
      ([{ academic_term_id }, { length }]) => academic_term_id === span?.academic_term_id && length > 0,
    );
    const classes = own.map(([row, days]) => ({ classId: row.class_id, level: row.form_level, days }));
    return span && own.length > 0
      ? { span, classes: scope.isByLevelOnly ? sumClassesOfLevels(classes) : classes }
      : null;
  };
  const compared = { now: read(term), before: read(before), yearAgo: read(yearAgo) };
  const named = low.rows.filter((row) => isAttendanceBelow(VERY_LOW_ATTENDANCE_PERCENT, row));
  return {
    rows: named,
    view: {
      ...(await comparison(scope, term, compared)),
      ...groupsView(scope, { ...compared, low: low.classes }),
      veryLow: named.map((row) => toTermListRow(row, scope)),
    },
  };
}

const daysOfClasses = new ClassDataCache<ClassAttendanceDays["days"]>();
const sessionsOfClasses = new ClassDataCache<readonly StudentSessionCounts[]>();

function loadClassDays(registers: readonly MarkedRegistersRow[], upTo: string) {
  const read = async (rows: readonly MarkedRegistersRow[]) => {
    const found = await listClassDays(classesToRead(rows, upTo), noTransaction);
    const days = found.map(({ class_id, days }): [number, ClassAttendanceDays["days"]] => [
      class_id,
      days.map(([day, present, absent]) => ({ day, present, absent })),
    ]);
    return new Map([...rows.map(noneOfClass), ...days]);
  };
  return daysOfClasses.load(registers, { what: upTo, read });
}

/** Loads the days of a list of all absences in one class or level; the days of other lists are not shown. */
export async function loadDaysOfList(
  scope: OverviewScope,
  { list, classId, level, week, weekday }: AttendanceListParams,
): Promise<AttendanceTrendDay[]> {
  const isWhole = classId === null && level === null;
  if (!scope.term || list !== "absences" || isWhole || week !== null || weekday !== null) return [];
  const classIds = listScopeClassIds(scope);
  const read = { academicTermId: scope.term.academic_term_id, classIds, upTo: scope.term.to };
  const found = (await listClassDays(read, noTransaction)).map(({ class_id: classId, days }) => ({
    classId,
    level: 0,
    days: days.map(([day, present, absent]) => ({ day, present, absent })),
  }));
  const days = [...sumByDay(found)].map(([day, { present, absent }]) => ({ day, present, absent, late: 0 }));
  return toTrendDays(days.toSorted((one, other) => (one.day < other.day ? -1 : 1)));
}

function classesToRead(rows: readonly MarkedRegistersRow[], upTo: string) {
  const classIds = rows.map(({ class_id }) => class_id);
  return { academicTermId: rows[0]?.academic_term_id ?? 0, classIds, upTo };
}

/** Returns the value for a class whose registers were deleted after they had been listed. */
function noneOfClass({ class_id }: MarkedRegistersRow): [number, []] {
  return [class_id, []];
}

type InTerm = { term: TermSpan; registers: readonly MarkedRegistersRow[] };

/** Counts the students below the limits, and lists the lowest. Only classes with new entries are counted again. */
async function loadLowAttendance(person: Person, scope: OverviewScope, { term, registers }: InTerm) {
  const { isAll, level, numbersOf } = scope;
  const classIds = listScopeClassIds(scope);
  return findStudentAbsenceRates(
    {
      academicTermId: term.academic_term_id,
      classIds,
      listedIds: classIds,
      from: term.from,
      to: term.to,
      weekday: null,
      over: 100 - LOW_ATTENDANCE_PERCENT,
      overHigher: 100 - VERY_LOW_ATTENDANCE_PERCENT,
      first: 1,
      last: MOST_VERY_LOW,
      numbersOf,
      countsCalls: false,
      accountId: person.accountId,
      counted: isAll && level === null ? await countLowSessions(registers, term.to) : undefined,
    },
    noTransaction,
  );
}

/** Adds up each student's sessions in the registers of all classes, and returns the students below the higher limit. */
async function countLowSessions(
  registers: readonly MarkedRegistersRow[],
  upTo: string,
): Promise<StudentSessionCounts[]> {
  const read = async (rows: readonly MarkedRegistersRow[]) => {
    const found = await listStudentSessions(classesToRead(rows, upTo), noTransaction);
    const students = found.map(({ class_id, students }): [number, StudentSessionCounts[]] => [
      class_id,
      students,
    ]);
    return new Map([...rows.map(noneOfClass), ...students]);
  };
  const sums = new Map<number, StudentSessionCounts>();
  for (const [, students] of await sessionsOfClasses.load(registers, { what: upTo, read }))
    for (const counts of students) {
      const [key, total, absent] = counts;
      const before = sums.get(key);
      // Few students changed class, so few counts are copied.
      sums.set(key, before ? [key, before[1] + total, before[2] + absent] : counts);
    }
  return [...sums.values()].filter(([, total, absent]) =>
    isAttendanceBelow(LOW_ATTENDANCE_PERCENT, { total, absent }),
  );
}

type Compared = Record<"now" | "before" | "yearAgo", ReadTerm | null>;

async function comparison({ calendar }: OverviewScope, term: TermSpan, { now, before, yearAgo }: Compared) {
  const [present, earlier] = [now?.classes ?? [], before?.classes ?? []];
  const past = (read: ReadTerm | null) => read && { from: read.span.term_start, classes: read.classes };
  const weeks = compareWeeksOfTerms(
    { now: { from: term.from, classes: present }, before: past(before), yearAgo: past(yearAgo) },
    term.to,
  );
  const scale = attendanceWeeksChartScale(weeks);
  return {
    about: `${formatDateRange(term.from, term.to)}, ${listSchoolDays(term, calendar).length} school days`,
    before: pastTerm(before),
    yearAgo: pastTerm(yearAgo),
    rate: calculateAbsenceRate(present),
    weeks,
    scale,
    lines: await cachedWeekChart(weeks, scale),
    weekdays: absenceRatesByWeekday(present, earlier),
  };
}

/** Returns the name of an earlier term, and the days from which the URLs of its lists are made. */
function pastTerm(read: ReadTerm | null) {
  return (
    read && {
      title: formatTerm(read.span.academic_term_id),
      day: read.span.term_end,
      monday: mondayOf(read.span.term_start),
    }
  );
}

type Grouped = Pick<Compared, "now" | "before"> & { low: readonly ClassAbsencesOverLimit[] };

/** Returns the levels (or the classes, within one level) and the days of every class. */
function groupsView(scope: OverviewScope, { now, before, low }: Grouped) {
  const { calendar, level, classes, levels, term } = scope;
  const [present, earlier] = [now?.classes ?? [], before?.classes ?? []];
  const isByLevel = level === null && levels.length > 1;
  const groups = isByLevel
    ? levels.map((item) => ({ key: item.level, title: item.title }))
    : classes.map(({ class_id: key, label: title }) => ({ key, title }));
  const keyOf: GroupKeyFunction = isByLevel ? (item) => item.level : (item) => item.classId;
  const levelOf = new Map(classes.map(({ class_id, form_level }) => [class_id, form_level]));
  const lowIn = groupBy(low, ([classId]) => keyOf({ classId, level: levelOf.get(classId) ?? 0 }));
  const tracked = term ? listTrackedDays(term, calendar) : [];
  return {
    isByLevel,
    groups: absenceRatesByGroup(groups, { now: present, before: earlier, keyOf }).map((rate) => ({
      ...rate,
      ...countLowAttendance(lowIn.get(rate.key) ?? []),
    })),
    under: countLowAttendance(low),
    isByLevelOnly: scope.isByLevelOnly,
    tracked: tracked.map((place) => place && place.day),
    classes: listTrackedRows(scope, present).map(({ days, ...row }) => ({
      ...row,
      rate: calculateAbsenceRate([{ ...row, days }]),
      letters: toDayLetters(days, tracked),
    })),
  };
}

/** Lists the classes with their days or, if there are too many classes, the levels. A level has 0 as its class id. */
function listTrackedRows(
  { isByLevelOnly, classes, levels }: OverviewScope,
  present: readonly ClassAttendanceDays[],
): (ClassAttendanceDays & { label: string })[] {
  const rows = isByLevelOnly
    ? levels.map(({ level, title: label }) => ({ classId: 0, label, level }))
    : classes.map(({ class_id: classId, label, form_level: level }) => ({ classId, label, level }));
  return rows.map((row) => {
    const own = present.find(({ classId, level }) => classId === row.classId && level === row.level);
    return { ...row, days: own?.days ?? [] };
  });
}
