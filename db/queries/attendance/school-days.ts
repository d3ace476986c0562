import { Op } from "sequelize";
import { queryRow, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import { OpenedDay, SchoolHoliday } from "../../models/attendance.ts";

const HOLIDAY = ["school_holiday_id", "title", "from_date", "to_date", "version"] as const;
export type HolidayRow = Pick<SchoolHoliday, (typeof HOLIDAY)[number]>;

const OPENED = ["opened_day_id", "day", "reason"] as const;
export type OpenedDayRow = Pick<OpenedDay, (typeof OPENED)[number]>;

type Span = { from: string; to: string };

/** An arbitrary number that only this lock uses. */
const SCHOOL_DAYS = 7_210_313;

/** Locks the calendar of school days. Until the transaction ends, nobody else can change it or save a register. */
export function lockSchoolDays(t: Transaction): Promise<void> {
  return runQuery("select pg_advisory_xact_lock($lock)", { lock: SCHOOL_DAYS }, t);
}

/** Keeps the school days from changing until the transaction ends. Several transactions can do so at the same time. */
export function lockSchoolDaysShared(t: Transaction): Promise<void> {
  return runQuery("select pg_advisory_xact_lock_shared($lock)", { lock: SCHOOL_DAYS }, t);
}

export function listHolidaysFrom(day: string, t: ReadTransaction): Promise<HolidayRow[]> {
  return SchoolHoliday.select(
    HOLIDAY,
    { where: { to_date: { [Op.gte]: day } }, order: ["from_date", "to_date", "school_holiday_id"] },
    t,
  );
}

export function findHoliday(holidayId: number, t: ReadTransaction): Promise<HolidayRow | null> {
  return SchoolHoliday.selectOne(HOLIDAY, { where: { school_holiday_id: holidayId } }, t);
}

/** Locks a holiday and returns its current values, or null if it no longer exists. */
export function lockHoliday(holidayId: number, t: Transaction): Promise<HolidayRow | null> {
  return SchoolHoliday.selectOne(
    HOLIDAY,
    { where: { school_holiday_id: holidayId }, lock: t.LOCK.UPDATE },
    t,
  );
}

type HolidayDays = Span & { title: string };

export function findSameHoliday(
  params: HolidayDays & { exceptId: number | null },
  t: ReadTransaction,
): Promise<Pick<SchoolHoliday, "school_holiday_id"> | null> {
  return queryRow<Pick<SchoolHoliday, "school_holiday_id">>(
    `select school_holiday_id
       from school_holidays
      where lower(title) = lower($title) and from_date = $from and to_date = $to
        and school_holiday_id is distinct from $exceptId::integer
      order by school_holiday_id
      limit 1`,
    params,
    t,
  );
}

export async function createHoliday({ title, from, to }: HolidayDays, t: Transaction): Promise<void> {
  await SchoolHoliday.insert({ title, from_date: from, to_date: to }, t);
}

export async function updateHoliday(
  { holidayId, title, from, to }: HolidayDays & { holidayId: number },
  t: Transaction,
): Promise<void> {
  await SchoolHoliday.update({ title, from_date: from, to_date: to }, { school_holiday_id: holidayId }, t);
}

export async function deleteHoliday(holidayId: number, t: Transaction): Promise<void> {
  await SchoolHoliday.delete({ school_holiday_id: holidayId }, t);
}

/** Lists the weekends and holidays from this day on that are open as school days. */
export function listOpenedDaysFrom(day: string, t: ReadTransaction): Promise<OpenedDayRow[]> {
  return OpenedDay.select(OPENED, { where: { day: { [Op.gte]: day } }, order: ["day"] }, t);
}

export function findOpenedDay(openedDayId: number, t: ReadTransaction): Promise<OpenedDayRow | null> {
  return OpenedDay.selectOne(OPENED, { where: { opened_day_id: openedDayId } }, t);
}

export async function createOpenedDay(
  params: Pick<OpenedDay, "day" | "reason">,
  t: Transaction,
): Promise<void> {
  await OpenedDay.insert(params, t);
}

export async function deleteOpenedDay(openedDayId: number, t: Transaction): Promise<void> {
  await OpenedDay.delete({ opened_day_id: openedDayId }, t);
}

export async function countMarkedRegisters(span: Span, t: ReadTransaction): Promise<number> {
  const counted = await queryRow<{ registers: number }>(
    `select count(*)::integer as registers
       from attendance_registers
      where day between $from and $to
      order by registers`,
    span,
    t,
  );
  return counted?.registers ?? 0;
}
