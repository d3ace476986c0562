import { addDays, mondayOf, weekdayOf } from "#domain/dates.ts";
import { isCalendarDay, parseId, PATHS, withQuery } from "#domain/paths.ts";
import { END_OF_TERM_TEST_ID, OTHER_ASSESSMENT_TEST_ID, type TestId } from "#domain/terms.ts";
import { parseAttendanceSummaryParams, type AttendanceSummaryParams } from "../params.rules.ts";

/** The lists of students behind the figures of the overview. */
export const ATTENDANCE_LISTS = [
  "absent",
  "absent-long",
  "absent-without-reason",
  "late",
  "present",
  "not-marked",
  "absences",
  "under-90",
  "under-80",
] as const;
export type AttendanceListName = (typeof ATTENDANCE_LISTS)[number];

/** The lists for a single day. All other lists cover the term up to a day. */
const OF_DAY: readonly AttendanceListName[] = [
  "absent",
  "absent-long",
  "absent-without-reason",
  "late",
  "present",
  "not-marked",
];

/**
 * The filters of a list. A `weekday` of 1 is Monday, and `week` is the Monday of a week; together they are one day. A
 * null filter is off.
 */
export type AttendanceListParams = AttendanceSummaryParams & {
  list: AttendanceListName;
  classId: number | null;
  weekday: number | null;
  week: string | null;
};

export function isListOfOneDay(list: AttendanceListName): boolean {
  return OF_DAY.includes(list);
}

type Narrowed = Partial<Pick<AttendanceListParams, "classId" | "weekday" | "week">>;

export function attendanceListUrl(
  list: AttendanceListName,
  { day, level, ...narrowed }: AttendanceSummaryParams & Narrowed,
): string {
  return withQuery(`${PATHS.overview}/${list}`, queryOf({ day, level, ...narrowed }));
}

export function attendanceListFileUrl(params: AttendanceListParams, format: "pdf" | "xlsx"): string {
  const query = { ...queryOf(params), format: format === "pdf" ? null : format };
  return withQuery(`${PATHS.overview}/${params.list}/document`, {
    ...query,
    download: format === "pdf" ? null : 1,
  });
}

function queryOf({
  day,
  level,
  classId = null,
  weekday = null,
  week = null,
}: AttendanceSummaryParams & Narrowed) {
  return { date: day, level, class: classId, weekday, week };
}

const MONDAY = 1;
const DAYS_OF_A_WEEK = 7;

/** Reads the parameters of a list from its URL. Invalid values are ignored; for an unknown list the result is null. */
export function parseAttendanceListParams(
  list: string | undefined,
  query: URLSearchParams,
): AttendanceListParams | null {
  const known = ATTENDANCE_LISTS.find((name) => name === list);
  if (known === undefined) return null;
  const [weekday, week] = [parseId(query.get("weekday")), query.get("week")];
  const isNarrowed = known === "absences";
  return {
    ...parseAttendanceSummaryParams(query),
    list: known,
    classId: parseId(query.get("class")),
    weekday: isNarrowed && weekday !== null && weekday <= DAYS_OF_A_WEEK ? weekday : null,
    week: isNarrowed && isCalendarDay(week) && weekdayOf(week) === MONDAY ? week : null,
  };
}

/** Returns the address of the absences of one day. */
export function absencesOfDayUrl(day: string, params: AttendanceSummaryParams & Narrowed): string {
  const weekday = weekdayOf(day) || DAYS_OF_A_WEEK;
  return attendanceListUrl("absences", { ...params, week: mondayOf(day), weekday });
}

type Filters = Pick<AttendanceListParams, "week" | "weekday">;

/** Returns the day of a list that is limited to one weekday of one week; otherwise null. */
export function oneDayOf({ week, weekday }: Filters): string | null {
  return week === null || weekday === null ? null : addDays(week, weekday - MONDAY);
}

/** Returns the first and last day of a list, within the term up to the day shown. */
export function listDateRange({ week, weekday }: Filters, { from, to }: { from: string; to: string }) {
  if (week === null) return { from, to };
  const day = oneDayOf({ week, weekday });
  const [first, last] = [day ?? week, day ?? addDays(week, DAYS_OF_A_WEEK - 1)];
  return { from: first < from ? from : first, to: last > to ? to : last };
}

/** The lists of names behind the figures of the results. */
export const MARK_LISTS = [
  "averages",
  "marks",
  "below-pass",
  "failing",
  "falls",
  "rises",
  "missing",
  "marks-due",
  "not-complete",
  "not-signed",
  "not-posted",
] as const;
export type MarkListName = (typeof MARK_LISTS)[number];

export function isMarkListName(list: string | undefined): list is MarkListName {
  return MARK_LISTS.some((name) => name === list);
}

/**
 * The ways to order the students who fail three or more subjects, in addition to the usual order by the number of
 * these subjects.
 */
const ORDERS = ["class", "subject"] as const;
export type FailingOrder = (typeof ORDERS)[number];

/** The term and test of the results. By default, the term of the day and the latest test that has marks. */
export type TermTestParams = { term: number | null; test: TestId | null };

export type OverviewParams = AttendanceSummaryParams & TermTestParams;

/** A list of names behind the results, with filters for a class, a subject or a grade. A null filter is off. */
export type MarkListParams = OverviewParams & {
  list: MarkListName;
  classId: number | null;
  subjectId: number | null;
  grade: string | null;
  by: FailingOrder | null;
};

export function parseOverviewParams(query: URLSearchParams): OverviewParams {
  const test = query.get("test");
  return {
    ...parseAttendanceSummaryParams(query),
    term: parseId(query.get("term")),
    test: test === "1" ? END_OF_TERM_TEST_ID : test === "2" ? OTHER_ASSESSMENT_TEST_ID : null,
  };
}

export function overviewUrl({
  day,
  level,
  ...params
}: AttendanceSummaryParams & Partial<TermTestParams>): string {
  const { term = null, test = null } = params;
  return withQuery(PATHS.overview, { date: day, level, term, test });
}

type NarrowedMarks = Partial<Pick<MarkListParams, "classId" | "subjectId" | "grade" | "by">>;

export function markListUrl(list: MarkListName, params: OverviewParams & NarrowedMarks): string {
  return withQuery(`${PATHS.overview}/${list}`, queryOfMarks(params));
}

export function markListFileUrl({ list, ...params }: MarkListParams, format: "pdf" | "xlsx"): string {
  const isFile = format === "xlsx";
  const query = { ...queryOfMarks(params), format: isFile ? format : null, download: isFile ? 1 : null };
  return withQuery(`${PATHS.overview}/${list}/document`, query);
}

function queryOfMarks({ day, level, term, test, ...narrowed }: OverviewParams & NarrowedMarks) {
  const { classId = null, subjectId = null, grade = null, by = null } = narrowed;
  return { date: day, level, term, test, class: classId, subject: subjectId, grade, by };
}

/** Reads the list's name from the path and its parameters from the query. Returns null for an unknown list. */
export function parseMarkListParams(list: string | undefined, query: URLSearchParams): MarkListParams | null {
  const known = MARK_LISTS.find((name) => name === list);
  if (known === undefined) return null;
  return {
    ...parseOverviewParams(query),
    list: known,
    classId: parseId(query.get("class")),
    subjectId: parseId(query.get("subject")),
    grade: query.get("grade"),
    by: ORDERS.find((order) => order === query.get("by")) ?? null,
  };
}
