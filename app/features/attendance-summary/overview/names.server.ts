import type { Person } from "#domain/person.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { listAbsentStudents } from "#db/queries/attendance/absent-students.ts";
import {
  listAbsenceShares,
  listStudentsOfDay,
  type StudentOfDayRow,
} from "#db/queries/attendance/overview.ts";
import { formatPlace, formatRate, LOW, VERY_LOW } from "#domain/daily/attendance-limits.ts";
import {
  ABSENT,
  LATE,
  sessionName,
  STATE_WORDS,
  type AttendanceState,
} from "#domain/daily/attendance-states.ts";
import { formatCount } from "#domain/daily/counting.ts";
import { formatDay, shortDay, weekdayName } from "#domain/daily/day-words.ts";
import { schoolDays } from "#domain/daily/school-days.ts";
import { addDays, formatLongDate, formatSpan } from "#domain/dates.ts";
import { registerName } from "#domain/names.ts";
import { parseId } from "#domain/paths.ts";
import { termTitle } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { notFound } from "#runtime/errors.ts";
import { DAYS_TO_CALL, formatReason } from "../absent/absent.rules.ts";
import { figuresOfClass, marked, summed } from "../day/figures.rules.ts";
import type { NamesKind } from "./names-table.tsx";
import {
  isOfDay,
  parseNamesParams,
  spanOf,
  type ListName,
  type NamesParams,
} from "./overview-address.rules.ts";
import {
  byClass,
  familyView,
  hasNoReason,
  logNumbersRead,
  shareView,
  type NameRow,
} from "./name-rows.server.ts";
import { classIdsOf, findScope, scopeWords, type OverviewScope } from "./scope.server.ts";

const ROWS = 50;

export type NamesView = Awaited<ReturnType<typeof loadNames>>;

/** Loads a page of the names behind a figure. @throws notFound for an unknown list or classes out of reach */
export async function loadNames({ person }: Visit, list: string | undefined, query: URLSearchParams) {
  const { params, scope, ...names } = await findNames(person, list, query, {
    rows: ROWS,
    page: parseId(query.get("page")) ?? 1,
  });
  return {
    ...names,
    params,
    isAll: scope.isAll,
    levels: params.classId === null ? scope.levels : [],
    pageSize: ROWS,
  };
}

type Paged = { page: number; rows: number };

/** Finds the names of a list, in words and rows, and logs whose family's number is read. */
async function findNames(
  person: Person,
  list: string | undefined,
  query: URLSearchParams,
  { page: wanted, rows: pageSize }: Paged,
) {
  const params = parseNamesParams(list, query);
  if (!params) throw notFound("This list does not exist.");
  const scope = await findScope(person, params);
  const { kind, total, page, rows } = await rowsOf(person, { params, scope, wanted, pageSize });
  return {
    params,
    scope,
    kind,
    total,
    page,
    rows,
    readsNumbers: scope.numbersOf === null || scope.numbersOf.length > 0,
    title: titleOf(params),
    about: aboutOf(params, scope),
    answer: answerOf(params, scope, total),
  };
}

type OfList = { params: NamesParams; scope: OverviewScope; wanted: number; pageSize: number };
type Rows = { kind: NamesKind; total: number; page: number; rows: NameRow[] };

async function rowsOf(person: Person, { params, scope, wanted, pageSize }: OfList): Promise<Rows> {
  const { day, term, classes, calendar, numbersOf } = scope;
  if (!term || classes.length === 0) return { kind: "day", total: 0, page: 1, rows: [] };
  const classIds = classIdsOf(scope);
  const { accountId } = person;
  const from = (wanted - 1) * pageSize;
  if (params.list === "absent") {
    const read = { day, from: term.from, least: 1, accountId, classIds, numbersOf };
    const absent = byClass(await listAbsentStudents(read, noTransaction), classes);
    const shown = absent.slice(from, from + pageSize);
    await logNumbersRead(person, shown);
    const rows = shown.map((row): NameRow => ({
      studentKey: row.student_key,
      name: registerName(row),
      label: row.label,
      percent: null,
      days: `${formatPlace(row.days)} day`,
      isLong: row.days >= DAYS_TO_CALL,
      reason: hasNoReason(row) ? "" : formatReason(row.reason, row.note),
      lastDay: "",
      ...familyView(row, calendar.time_zone),
    }));
    return { kind: "absent", total: absent.length, page: wanted, rows };
  }
  if (isOfDay(params.list)) {
    const unmarked = classes.filter(({ sessions }) => sessions.length === 0);
    const read = {
      day,
      academicTermId: term.academic_term_id,
      classIds,
      unmarked: classIdsOf({ classes: unmarked }),
    };
    const students = (await listStudentsOfDay(read, noTransaction)).filter(isInList(params.list));
    const rows = students.slice(from, from + pageSize).map((row) => dayView(row, calendar.sessions_per_day));
    return { kind: "day", total: students.length, page: wanted, rows };
  }
  const shares = await listAbsenceShares(
    {
      academicTermId: term.academic_term_id,
      classIds,
      ...spanOf(params.week, term),
      weekday: params.weekday,
      over: SHARES[params.list] ?? 0,
      first: from + 1,
      last: from + pageSize,
      numbersOf,
      accountId,
    },
    noTransaction,
  );
  const shown = shares.slice(from, from + pageSize);
  await logNumbersRead(person, shown);
  return {
    kind: "share",
    total: shares.length,
    page: wanted,
    rows: shown.map((row) => shareView(row, scope)),
  };
}

/** The share of absences, in per cent, above which a list has a student. */
const SHARES: Partial<Record<ListName, number>> = { "under-90": 100 - LOW, "under-80": 100 - VERY_LOW };

/** Half a day counts in both lists. */
function isInList(list: ListName): (row: Pick<StudentOfDayRow, "states">) => boolean {
  return ({ states }) => {
    if (list === "not-marked") return states === "";
    if (list === "late") return states.includes(LATE);
    return states !== "" && [...states].some((state) => state !== ABSENT);
  };
}

function dayView(row: StudentOfDayRow, sessionsPerDay: number): NameRow {
  const states = [...row.states] as AttendanceState[];
  const isSame = states.every((state) => state === states[0]);
  const words = states.map(
    (state, index) => `${STATE_WORDS[state]} in the ${sessionName(index + 1, sessionsPerDay).toLowerCase()}`,
  );
  return {
    studentKey: row.student_key,
    name: registerName(row),
    label: row.label,
    percent: null,
    days: states[0] === undefined ? "Not marked yet" : isSame ? STATE_WORDS[states[0]] : words.join(", "),
    isLong: false,
    reason: formatReason(row.reason, row.note),
    lastDay: "",
    contact: null,
    called: null,
  };
}

const TITLES: Record<ListName, string> = {
  absent: "Absent",
  late: "Late",
  present: "Present",
  "not-marked": "Not marked yet",
  absences: "Absences",
  "under-90": `Under ${LOW}% present`,
  "under-80": `Under ${VERY_LOW}% present`,
};

function titleOf({ list, week, weekday }: NamesParams): string {
  if (week !== null) return `Absent in the week of ${shortDay(week).slice(4)}`;
  if (weekday !== null) return `Absent on ${weekdayName(addDays(A_SUNDAY, weekday))}s`;
  return TITLES[list];
}

const A_SUNDAY = "2026-06-21";

function aboutOf({ list, week }: NamesParams, scope: OverviewScope): string {
  const { day, term } = scope;
  const words = scopeWords(scope);
  if (!term || isOfDay(list)) return `${formatDay(day)}, ${words}`;
  const { from, to } = spanOf(week, term);
  return `${termTitle(term.academic_term_id)}, ${formatSpan(from, to)}, ${words}`;
}

/** The sentence over the list, after the number of students. */
function answerOf({ list, week }: NamesParams, { term, calendar }: OverviewScope, total: number): string {
  const were = total === 1 ? "was" : "were";
  const students = formatCountOf(total, "student");
  if (list === "absent") return `${students} ${were} absent from every register of the day.`;
  if (list === "late") return `${students} came late.`;
  if (list === "present") return `${students} ${were} present for the day or a part of it.`;
  if (list === "not-marked")
    return `${students} ${total === 1 ? "is" : "are"} in classes without a register.`;
  if (list === "absences") return `${students} ${were} absent. The largest share of absences comes first.`;
  const days = term ? schoolDays(spanOf(week, term), calendar).length : 0;
  const limit = list === "under-80" ? VERY_LOW : LOW;
  return `${students} ${were} present for less than ${limit}% of their sessions in ${days} school days. Lowest first.`;
}

/** Finds all names of a list, in the words of its document. @throws notFound */
export async function findNamesToPrint(person: Person, list: string | undefined, query: URLSearchParams) {
  const whole = { page: 1, rows: Number.MAX_SAFE_INTEGER };
  const { scope, kind, rows, total, title, about, readsNumbers, params } = await findNames(
    person,
    list,
    query,
    whole,
  );
  const isAbsent = params.list === "absent";
  const isSchool = scope.isAll && scope.level === null && params.classId === null;
  const heading = isAbsent && scope.day === scope.calendar.today ? "Absent today" : title;
  const hasNumbers = readsNumbers && kind !== "day";
  const ofDay = isOfDay(params.list);
  return {
    title: heading,
    about: isAbsent ? `${total} absent` : formatCountOf(total, "student"),
    aside: isSchool ? "" : scopeWords(scope),
    counts: isAbsent ? countsOf(scope) : [],
    period: ofDay ? formatLongDate(scope.day) : termTitle(scope.term?.academic_term_id ?? 0),
    isOfDay: ofDay,
    fileName: `${heading}, ${scopeWords(scope)}, ${scope.day}`,
    notes: [
      ...(isAbsent ? unmarkedWords(scope) : [`${about}.`]),
      ...(hasNumbers ? ["Phone numbers are in Trinidad and Tobago (1 868)."] : []),
    ],
    kind,
    hasNumbers,
    rows: rows.map((row) => ({
      name: row.name,
      label: row.label,
      present: row.percent === null ? "" : `${formatRate(row.percent)}%`,
      days: row.days,
      isLong: row.isLong,
      reason: row.reason,
      contact: row.contact?.who.split(",")[0] ?? "",
      phone: row.contact?.phone ?? "",
    })),
  };
}

function countsOf({ classes }: OverviewScope) {
  const figures = summed(
    classes.map(({ sessions, roll: students }) => figuresOfClass({ sessions, students })),
  );
  return [
    { figure: figures.present, words: `present of ${formatCount(marked(figures))} marked` },
    { figure: figures.late, words: "late" },
  ];
}

function unmarkedWords({ classes }: OverviewScope): string[] {
  const unmarked = classes.filter(({ sessions }) => sessions.length === 0).map(({ label }) => label);
  const missing = unmarked.length > 0 ? [`No register yet: ${unmarked.join(", ")}.`] : [];
  return ["Bold: absent for three days or more.", ...missing];
}
