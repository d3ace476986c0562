import { parseForm } from "#access/posted-form.server.ts";
import { schoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import * as days from "#db/queries/attendance/school-days.ts";
import { closingOn } from "#domain/daily/school-days.ts";
import { longDate } from "#domain/dates.ts";
import { idOf } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { notStored, type Stored } from "../stored.server.ts";
import { OpenedDayForm } from "./holiday.schema.server.ts";
import { changingDays } from "./store-holiday.server.ts";

/** Says that there is school on a day of the weekend or of a holiday. */
export async function openDay(person: Person, form: FormData): Promise<Stored> {
  const parsed = parseForm(form, OpenedDayForm);
  if (!parsed.ok) return notStored(422, form, parsed.errors);
  const { day, reason = "" } = parsed.value;
  return changingDays(person, async (t) => {
    const closing = closingOn(day, await schoolCalendar(t));
    if (closing?.why === "outside") return notStored(422, form, { day: "No term has this day." });
    if (!closing) return notStored(422, form, { day: "This is a school day already." });
    await days.openDay({ day, reason }, t);
    return { ok: true, words: `${longDate(day)} is a school day.` };
  });
}

/** A day on which a register was marked stays a school day. @throws notFound */
export function closeDay(person: Person, form: FormData): Promise<Stored> {
  const openedDayId = idOf(String(form.get("openedDay")));
  return changingDays(person, async (t) => {
    const opened = openedDayId === null ? null : await days.openedDayWith(openedDayId, t);
    if (!opened) throw notFound("This day was closed in the meantime.");
    const { day, opened_day_id } = opened;
    const registers = await days.registersMarked({ from: day, to: day }, t);
    if (registers > 0)
      return notStored(422, form, { day: `${longDate(day)} stays open: a register is marked on it.` });
    await days.closeDay(opened_day_id, t);
    return { ok: true, words: `There is no school on ${longDate(day)}.` };
  });
}
