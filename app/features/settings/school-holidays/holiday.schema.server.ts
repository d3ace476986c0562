import { z } from "zod";
import { oneLine } from "#access/form-values.schema.server.ts";
import { idOf } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";
import { LONGEST_TITLE, MOST_DAYS } from "./holidays.rules.ts";

const NOT_A_DAY = "This is not a day of the calendar.";
const DAY_MS = 86_400_000;

const day = z.iso.date(NOT_A_DAY).refine((given) => given >= "1950-01-01" && given < "2100-01-01", NOT_A_DAY);

/** Without a last day it is one day. */
export const HolidayForm = z
  .object({
    title: oneLine(LONGEST_TITLE, "Name the holiday.").refine((title) => title !== "", "Name the holiday."),
    from: day,
    to: day.optional(),
  })
  .superRefine(({ from, to }, { addIssue }) => {
    const fault = faultOfDays(from, to ?? from);
    if (fault) addIssue({ code: "custom", path: ["to"], message: fault });
  });

export const OpenedDayForm = z.object({ day, reason: oneLine(LONGEST_TITLE).optional() });

/** @throws notFound */
export function holidayIdOf({ holidayId }: Record<string, string | undefined>): number {
  const id = idOf(holidayId);
  if (id === null) throw notFound("There is no such holiday.");
  return id;
}

function faultOfDays(from: string, to: string): string | null {
  if (to < from) return "The last day is before the first.";
  return (Date.parse(to) - Date.parse(from)) / DAY_MS >= MOST_DAYS ? `At most ${MOST_DAYS} days.` : null;
}
