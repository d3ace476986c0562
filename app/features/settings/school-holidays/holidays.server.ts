import { z } from "zod";
import {
  formSucceeded,
  rejected,
  stale,
  checkVersion,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import {
  calendarDayFieldSchema,
  singleLineSchema,
  requiredLineSchema,
  rowIdSchema,
  versionFieldSchema,
} from "#access/forms/form-values.schema.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import * as days from "#db/queries/attendance/school-days.ts";
import { findClosure } from "#domain/daily/school-days.ts";
import { formatDate, formatLongDate } from "#domain/dates.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import {
  hasAllParam,
  findLastDayFault,
  MAX_HOLIDAY_TITLE_LENGTH,
  describeMarkedDays,
  formatHoliday,
} from "./holidays.rules.ts";

const FIRST_DAY = "1950-01-01";

export type SchoolHolidaysView = Awaited<ReturnType<typeof loadHolidays>>;

/** Loads the holidays and opened days since the beginning of the current term, or all of them. */
export async function loadHolidays(query: URLSearchParams) {
  const isAll = hasAllParam(query);
  const from = isAll ? FIRST_DAY : await firstDayOfTerm();
  const [holidays, opened] = await Promise.all([
    days.listHolidaysFrom(from, noTransaction),
    days.listOpenedDaysFrom(from, noTransaction),
  ]);
  return {
    isAll,
    holidays: holidays.map((holiday) => ({
      id: holiday.school_holiday_id,
      title: holiday.title,
      days: formatHoliday(holiday),
    })),
    opened: opened.map(({ opened_day_id: id, day, reason }) => ({ id, day: formatLongDate(day), reason })),
  };
}

export type HolidayView = Awaited<ReturnType<typeof loadHoliday>>;

/** Loads a holiday for the dialog that changes it. @throws notFound */
export async function loadHoliday(holidayId: number) {
  const holiday = await days.findHoliday(holidayId, noTransaction);
  if (!holiday) throw notFound("This holiday no longer exists. Choose a holiday from the list.");
  const { title, from_date: from, to_date: to, version } = holiday;
  return { title, from: formatDate(from), to: from === to ? "" : formatDate(to), version };
}

export function parseHolidayId({ holidayId }: Record<string, string | undefined>): number {
  const id = parseId(holidayId);
  if (id === null) throw notFound("This holiday no longer exists. Choose a holiday from the list.");
  return id;
}

async function firstDayOfTerm(): Promise<string> {
  const { terms, today } = await loadSchoolCalendar(noTransaction);
  return terms.findLast(({ term_start }) => term_start <= today)?.term_start ?? FIRST_DAY;
}

/** The fields of a holiday. Without a last day, it lasts one day. */
const holidayFields = {
  title: requiredLineSchema(MAX_HOLIDAY_TITLE_LENGTH, "Enter the name of the holiday."),
  from: calendarDayFieldSchema(),
  to: calendarDayFieldSchema().optional(),
};

export type SchoolDaysInput = z.input<typeof SchoolDaysFormSchema>;

export const SchoolDaysFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), ...holidayFields }).superRefine(checkSpan),
  z.object({
    intent: z.literal("open"),
    day: calendarDayFieldSchema(),
    reason: singleLineSchema(MAX_HOLIDAY_TITLE_LENGTH).default(""),
  }),
  z.object({ intent: z.literal("close"), openedDay: rowIdSchema }),
]);

export type HolidayInput = z.input<typeof HolidayFormSchema>;

export const HolidayFormSchema = z.discriminatedUnion("intent", [
  z
    .object({ intent: z.literal("change"), version: versionFieldSchema, ...holidayFields })
    .superRefine(checkSpan),
  z.object({ intent: z.literal("delete"), version: versionFieldSchema }),
]);

function checkSpan({ from, to }: { from: string; to?: string | undefined }, { addIssue }: z.RefinementCtx) {
  const message = findLastDayFault(from, to ?? from);
  if (message !== null) addIssue({ code: "custom", path: ["to"], message });
}

/** `list` is the URL of the page to return to, which shows the message. */
type Submitted<Form extends z.ZodType> = { input: z.output<Form>; list: string };

/** Adds a holiday, opens a weekend day or holiday for school, or closes it again. @throws notFound */
export function changeSchoolDays(person: Person, { input, list }: Submitted<typeof SchoolDaysFormSchema>) {
  return changingDays(person, async (t) => {
    switch (input.intent) {
      case "add": {
        const holiday = holidayIn(input);
        if (await days.findSameHoliday({ ...holiday, exceptId: null }, t)) return REPEATED;
        await days.createHoliday(holiday, t);
        return formSucceeded(list, `Holiday added.${await markedOn(holiday, t)}`);
      }
      case "open": {
        const closing = findClosure(input.day, await loadSchoolCalendar(t));
        if (closing?.why === "outside")
          return rejected({ day: "This day is not in any term. Choose a day in a term." });
        if (!closing) return rejected({ day: "This day is already a school day. Choose another day." });
        await days.createOpenedDay(input, t);
        return formSucceeded(list, `${formatLongDate(input.day)} is a school day.`);
      }
      case "close": {
        const opened = await days.findOpenedDay(input.openedDay, t);
        if (!opened) throw notFound("This day is already closed. Reload the page.");
        if ((await days.countMarkedRegisters({ from: opened.day, to: opened.day }, t)) > 0)
          return rejected(
            `${formatLongDate(opened.day)} stays a school day, because a register was marked for that day.`,
          );
        await days.deleteOpenedDay(opened.opened_day_id, t);
        return formSucceeded(list, `There is no school on ${formatLongDate(opened.day)}.`);
      }
    }
  });
}

/** Changes or deletes a holiday, unless somebody else has changed it since the form was opened. */
export function changeHoliday(
  person: Person,
  { holidayId, input, list }: Submitted<typeof HolidayFormSchema> & { holidayId: number },
) {
  return changingDays(person, async (t) => {
    const present = await days.lockHoliday(holidayId, t);
    if (!present)
      return stale("This holiday was deleted while you had it open. If you still need it, add it again.");
    checkVersion({ opened: input.version, current: present.version }, changedWords(present));
    if (input.intent === "delete") {
      await days.deleteHoliday(holidayId, t);
      return formSucceeded(list, "Holiday deleted.");
    }
    const holiday = holidayIn(input);
    if (await days.findSameHoliday({ ...holiday, exceptId: holidayId }, t)) return REPEATED;
    await days.updateHoliday({ holidayId, ...holiday }, t);
    return formSucceeded(list, `Holiday changed.${await markedOn(holiday, t)}`);
  });
}

const REPEATED = rejected({
  title: "This holiday is already in the list. Enter a different name or different days.",
});

/** Runs changes one after the other, so that if two people add the same day, the second change finds the first. */
function changingDays(
  person: Person,
  change: (t: Transaction) => Promise<FormOutcome>,
): Promise<FormOutcome> {
  return transaction(person, async (t) => {
    await days.lockSchoolDays(t);
    return change(t);
  });
}

type Holiday = { title: string; from: string; to: string };

function holidayIn({ title, from, to = from }: Omit<Holiday, "to"> & { to?: string | undefined }): Holiday {
  return { title, from, to };
}

/** Returns a sentence for the message if registers were already marked on these days. They are not deleted. */
async function markedOn(span: Holiday, t: Transaction): Promise<string> {
  return describeMarkedDays(await days.countMarkedRegisters(span, t));
}

function changedWords(present: days.HolidayRow): string {
  return `This holiday was changed while you had it open. It is now: ${present.title}, ${formatHoliday(present)}. Save again to use your version instead.`;
}
