import type { Person } from "#domain/person.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { listAbsentStudents } from "#db/queries/attendance/absent-students.ts";
import {
  countStudentsOfClasses,
  findStudentAbsenceRates,
  listStudentsOfDay,
  type StudentOfDayRow,
} from "#db/queries/attendance/overview.ts";
import {
  ABSENT_DAYS_BEFORE_CALL,
  formatOrdinal,
  formatAttendanceRate,
  LOW_ATTENDANCE_PERCENT,
  VERY_LOW_ATTENDANCE_PERCENT,
} from "#domain/daily/attendance-limits.ts";
import { isAbsent, isLate } from "#domain/daily/attendance-states.ts";
import { formatCount } from "#domain/daily/counting.ts";
import { formatDay, formatShortDay, weekdayName } from "#domain/daily/day-words.ts";
import { listSchoolDays } from "#domain/daily/school-days.ts";
import { addDays, formatLongDate, formatDateRange } from "#domain/dates.ts";
import { formatRegisterName } from "#domain/names.ts";
import { parseId } from "#domain/paths.ts";
import { termTitle } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { notFound } from "#runtime/errors.ts";
import { formatAbsenceReason } from "../absent/absent.rules.ts";
import { classAttendanceFigures, countMarkedStudents, sumAttendanceFigures } from "../day/figures.rules.ts";
import type { AttendanceListKind } from "./names-table.tsx";
import {
  isListOfOneDay,
  parseAttendanceListParams,
  listDateRange,
  oneDayOf,
  type AttendanceListName,
  type AttendanceListParams,
} from "./overview-address.rules.ts";
import {
  sortStudentsByClass,
  toDayListRow,
  toFamilyContact,
  hasNoAbsenceReason,
  logPhoneNumbersRead,
  toTermListRow,
  type AttendanceListRow,
} from "./name-rows.server.ts";
import {
  countRowsByLevel,
  createClassFilter,
  listScopeClassIds,
  findScope,
  describeScope,
  toClassCountOfOne,
  type LevelWithRowCount,
  type OverviewScope,
} from "./scope.server.ts";
import { loadDaysOfList } from "./term.server.ts";

export const ATTENDANCE_LIST_PAGE_SIZE = 20;

export type AttendanceListView = Awaited<ReturnType<typeof loadAttendanceList>>;

/**
 * Loads a page of a list of students behind a figure.
 * @throws notFound for an unknown list, or classes that the person may not read
 */
export async function loadAttendanceList(
  { person }: Visit,
  list: string | undefined,
  query: URLSearchParams,
) {
  const { params, scope, ...names } = await findNames(person, list, query, {
    rows: ATTENDANCE_LIST_PAGE_SIZE,
    page: parseId(query.get("page")) ?? 1,
  });
  return {
    ...names,
    params,
    days: await loadDaysOfList(scope, params),
    isAll: scope.isAll,
    levels: params.classId === null ? names.levels : [],
    pageSize: ATTENDANCE_LIST_PAGE_SIZE,
  };
}

type Paged = { page: number; rows: number };

/** Finds the students of a list as rows of text, and logs the families' phone numbers that are shown. */
async function findNames(
  person: Person,
  list: string | undefined,
  query: URLSearchParams,
  { page: wanted, rows: pageSize }: Paged,
) {
  const params = parseAttendanceListParams(list, query);
  if (!params) throw notFound("This list does not exist. Open the overview, and choose a figure there.");
  const scope = await findScope(person, params);
  const read = (page: number) => rowsOf(person, { params, scope, wanted: page, pageSize });
  const found = await read(wanted);
  const isPastEnd = found.rows.length === 0 && found.total > 0;
  const {
    kind,
    total,
    page,
    rows,
    levels,
    toCall = 0,
  } = isPastEnd ? await read(Math.ceil(found.total / pageSize)) : found;
  return {
    params,
    scope,
    kind,
    total,
    page,
    rows,
    levels,
    readsNumbers: scope.numbersOf === null || scope.numbersOf.length > 0,
    title: titleOf(params),
    about: aboutOf(params, scope),
    answer: answerOf(params, scope, { total, students: await countStudents(params, scope) }),
    toCall,
  };
}

type OfList = { params: AttendanceListParams; scope: OverviewScope; wanted: number; pageSize: number };
type Rows = {
  kind: AttendanceListKind;
  total: number;
  page: number;
  rows: AttendanceListRow[];
  levels: LevelWithRowCount[];
  /**
   * In a list of low attendance, the number of students whose family has a phone number and was not called during the
   * term.
   */
  toCall?: number;
};

async function rowsOf(person: Person, { params, scope, wanted, pageSize }: OfList): Promise<Rows> {
  const { day, term, classes, calendar, numbersOf } = scope;
  if (!term || classes.length === 0) return { kind: "day", total: 0, page: 1, rows: [], levels: [] };
  // The links to the other levels show how many rows each level has. A list for one class has no such links.
  const counted = params.classId === null ? scope.visible : classes;
  const [classIds, listedIds] = [listScopeClassIds({ classes: counted }), listScopeClassIds(scope)];
  const from = (wanted - 1) * pageSize;
  if (isListOfAbsent(params.list)) {
    const page = { list: params.list, from, pageSize, classIds };
    return { kind: "absent", page: wanted, ...(await absentRows(person, { ...scope, term }, page)) };
  }
  if (isListOfOneDay(params.list)) {
    const unmarked = counted.filter(({ sessions }) => sessions.length === 0);
    const read = {
      day,
      academicTermId: term.academic_term_id,
      classIds,
      unmarked: listScopeClassIds({ classes: unmarked }),
    };
    const students = (await listStudentsOfDay(read, noTransaction)).filter(isInList(params.list));
    const listed = students.filter(createClassFilter(listedIds));
    const rows = listed
      .slice(from, from + pageSize)
      .map((row) => toDayListRow(row, calendar.sessions_per_day));
    const levels = countRowsByLevel(scope, students.map(toClassCountOfOne));
    return { kind: "day", total: listed.length, page: wanted, rows, levels };
  }
  const over = SHARES[params.list];
  const shares = await findStudentAbsenceRates(
    {
      academicTermId: term.academic_term_id,
      classIds,
      listedIds,
      ...listDateRange(params, term),
      weekday: params.weekday,
      over: over ?? 0,
      overHigher: over ?? 0,
      first: from + 1,
      last: from + pageSize,
      numbersOf,
      countsCalls: over !== undefined && (numbersOf === null || numbersOf.length > 0),
      accountId: person.accountId,
    },
    noTransaction,
  );
  await logPhoneNumbersRead(person, shares.rows);
  const isListed = new Set(listedIds);
  const mayCall = (classId: number) => numbersOf === null || numbersOf.includes(classId);
  const listed = shares.classes.filter(([classId]) => isListed.has(classId));
  return {
    kind: "share",
    total: listed.reduce((sum, [, students]) => sum + students, 0),
    toCall: listed.reduce((sum, [classId, , , toCall]) => sum + (mayCall(classId) ? toCall : 0), 0),
    page: wanted,
    rows: shares.rows.map((row) => toTermListRow(row, scope)),
    levels: countRowsByLevel(
      scope,
      shares.classes.map(([classId, students]) => [classId, students] as const),
    ),
  };
}

/** Counts all students of the classes for a list of low attendance; returns null for other lists. */
async function countStudents({ list }: AttendanceListParams, scope: OverviewScope): Promise<number | null> {
  if (SHARES[list] === undefined || !scope.term) return null;
  const academicTermId = scope.term.academic_term_id;
  return countStudentsOfClasses({ academicTermId, classIds: listScopeClassIds(scope) }, noTransaction);
}

function isListOfAbsent(list: AttendanceListName): boolean {
  return list.startsWith("absent-") || list === "absent";
}

type OfPage = { list: AttendanceListName; from: number; pageSize: number; classIds: readonly number[] };
type TermScope = OverviewScope & { term: NonNullable<OverviewScope["term"]> };

/** Lists the students who are absent all day, and logs whose phone numbers the page shows. */
async function absentRows(
  person: Person,
  scope: TermScope,
  { list, from, pageSize, classIds }: OfPage,
): Promise<Pick<Rows, "total" | "rows" | "levels">> {
  const { day, term, classes, calendar, numbersOf } = scope;
  const read = {
    day,
    from: term.from,
    least: list === "absent-long" ? ABSENT_DAYS_BEFORE_CALL : 1,
    limit: null,
    accountId: person.accountId,
    numbersOf,
  };
  const listedIds = listScopeClassIds(scope);
  const counted = await listAbsentStudents({ ...read, classIds, callFrom: null }, noTransaction);
  const all = list === "absent-without-reason" ? counted.filter(hasNoAbsenceReason) : counted;
  const absent = sortStudentsByClass(all.filter(createClassFilter(listedIds)), classes);
  const studentKeys = absent.slice(from, from + pageSize).map(({ student_key }) => student_key);
  // Only the families of the students on this page are read.
  const withFamilies = await listAbsentStudents(
    { ...read, classIds: listedIds, studentKeys, callFrom: 1 },
    noTransaction,
  );
  const shown = sortStudentsByClass(withFamilies, classes);
  await logPhoneNumbersRead(person, shown);
  const rows = shown.map((row): AttendanceListRow => ({
    studentKey: row.student_key,
    name: formatRegisterName(row),
    label: row.label,
    percent: null,
    days: `${formatOrdinal(row.days)} day`,
    isLong: row.days >= ABSENT_DAYS_BEFORE_CALL,
    reason: hasNoAbsenceReason(row) ? "" : formatAbsenceReason(row.reason, row.note),
    lastDay: "",
    ...toFamilyContact(row, calendar.time_zone),
  }));
  return { total: absent.length, rows, levels: countRowsByLevel(scope, all.map(toClassCountOfOne)) };
}

/** The lists of low attendance, each with the lowest percentage of absence that it includes. */
const SHARES: Partial<Record<AttendanceListName, number>> = {
  "under-90": 100 - LOW_ATTENDANCE_PERCENT,
  "under-80": 100 - VERY_LOW_ATTENDANCE_PERCENT,
};

/** Returns a filter for a list. A student present for half the day is in both the absent and the present list. */
function isInList(list: AttendanceListName): (row: Pick<StudentOfDayRow, "states">) => boolean {
  return ({ states }) => {
    if (list === "not-marked") return states === "";
    if (list === "late") return [...states].some(isLate);
    return states !== "" && [...states].some((state) => !isAbsent(state));
  };
}

const TITLES: Record<AttendanceListName, string> = {
  absent: "Absent",
  "absent-long": "Absent for three days or more",
  "absent-without-reason": "Absent with no reason yet",
  late: "Late",
  present: "Present",
  "not-marked": "Not marked yet",
  absences: "Absences",
  "under-90": `Under ${LOW_ATTENDANCE_PERCENT}% present`,
  "under-80": `Under ${VERY_LOW_ATTENDANCE_PERCENT}% present`,
};

function titleOf(params: AttendanceListParams): string {
  const { list, week, weekday } = params;
  const day = oneDayOf(params);
  if (day !== null) return `Absent on ${formatShortDay(day)}`;
  if (week !== null) return `Absent in the week of ${formatShortDay(week).slice(4)}`;
  if (weekday !== null) return `Absent on ${weekdayName(addDays(A_SUNDAY, weekday))}s`;
  return TITLES[list];
}

const A_SUNDAY = "2026-06-21";

function aboutOf(params: AttendanceListParams, scope: OverviewScope): string {
  const { day, term } = scope;
  const period = !term || isListOfOneDay(params.list) ? formatDay(day) : periodOf(params, term);
  return `${period}, ${classesOf(params, scope)}`;
}

function classesOf({ classId }: AttendanceListParams, scope: OverviewScope): string {
  return classId === null ? describeScope(scope) : (scope.classes[0]?.label ?? "");
}

function periodOf(params: AttendanceListParams, term: TermScope["term"]): string {
  const { from, to } = listDateRange(params, term);
  const days = oneDayOf(params) === null ? formatDateRange(from, to) : formatDay(from);
  return `${termTitle(term.academic_term_id)}, ${days}`;
}

/** Returns the sentence above a list, such as `12 students came late.` */
function answerOf(
  params: AttendanceListParams,
  { term, calendar }: OverviewScope,
  { total, students: all }: { total: number; students: number | null },
): string {
  const { list } = params;
  const were = total === 1 ? "was" : "were";
  const students = formatCountOf(total, "student");
  if (list === "absent") return `${students} ${were} absent from every register of the day.`;
  if (list === "absent-long") return `${students} ${were} absent for three school days or more in a row.`;
  if (list === "absent-without-reason")
    return `${students} ${were} absent from every register of the day, and nobody has entered a reason.`;
  if (list === "late") return `${students} came late.`;
  if (list === "present") return `${students} ${were} present for all or part of the day.`;
  if (list === "not-marked")
    return `${students} ${total === 1 ? "is" : "are"} in classes without a register.`;
  const order = total > 1 ? " The largest share of absences comes first." : "";
  if (list === "absences") return `${students} ${were} absent.${order}`;
  const days = term ? listSchoolDays(listDateRange(params, term), calendar).length : 0;
  const limit = list === "under-80" ? VERY_LOW_ATTENDANCE_PERCENT : LOW_ATTENDANCE_PERCENT;
  const of = all === null ? students : `${formatCount(total)} of ${formatCountOf(all, "student")}`;
  return `${of} ${were} present for less than ${limit}% of their sessions in ${days} school days. The lowest attendance comes first.`;
}

/** Finds all students of a list for printing. @throws notFound */
export async function findAttendanceListToPrint(
  person: Person,
  list: string | undefined,
  query: URLSearchParams,
) {
  const whole = { page: 1, rows: Number.MAX_SAFE_INTEGER };
  const names = await findNames(person, list, query, whole);
  const { scope, kind, rows, total, title, answer, toCall, readsNumbers, params } = names;
  const isAbsent = isListOfAbsent(params.list);
  const isSchool = scope.isAll && scope.level === null && params.classId === null;
  const heading = params.list === "absent" && scope.day === scope.calendar.today ? "Absent today" : title;
  const hasNumbers = readsNumbers && kind !== "day";
  const ofDay = isListOfOneDay(params.list);
  return {
    title: heading,
    about: isAbsent ? `${total} absent` : formatCountOf(total, "student"),
    aside: isSchool ? "" : classesOf(params, scope),
    counts: isAbsent ? countsOf(scope) : toCall > 0 ? [{ figure: toCall, words: "not called yet" }] : [],
    period: ofDay || !scope.term ? formatLongDate(scope.day) : periodOf(params, scope.term),
    isOfDay: ofDay,
    fileName: `${heading}, ${classesOf(params, scope)}, ${scope.day}`,
    notes: [
      ...(isAbsent ? unmarkedWords(scope) : [answer]),
      ...(kind === "share"
        ? ["Students who came late count as present. Days without a register are left out."]
        : []),
      ...(hasNumbers ? ["Phone numbers are in Trinidad and Tobago (1 868)."] : []),
    ],
    kind,
    hasNumbers,
    rows: rows.map((row) => ({
      name: row.name,
      label: row.label,
      present: row.percent === null ? "" : `${formatAttendanceRate(row.percent)}%`,
      days: row.days,
      isLong: row.isLong,
      reason: row.reason,
      contact: (kind === "share" ? row.contact?.who : row.contact?.who.split(",")[0]) ?? "",
      called: row.contact === null ? "" : (row.called ?? "Not called yet"),
      phone: row.contact?.phone ?? "",
    })),
  };
}

function countsOf({ classes }: OverviewScope) {
  const figures = sumAttendanceFigures(
    classes.map(({ sessions, roll: students }) => classAttendanceFigures({ sessions, students })),
  );
  return [
    { figure: figures.present, words: `present of ${formatCount(countMarkedStudents(figures))} marked` },
    { figure: figures.late, words: "late" },
  ];
}

function unmarkedWords({ classes }: OverviewScope): string[] {
  const unmarked = classes.filter(({ sessions }) => sessions.length === 0).map(({ label }) => label);
  const missing = unmarked.length > 0 ? [`No register yet: ${unmarked.join(", ")}.`] : [];
  return ["Students in bold have been absent for three days or more.", ...missing];
}
