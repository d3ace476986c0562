import { parseForm } from "#access/posted-form.server.ts";
import { transaction, type Transaction } from "#db/index.ts";
import * as days from "#db/queries/attendance/school-days.ts";
import type { Person } from "#domain/person.ts";
import { notStored, notStoredOver, versionIn, type Stored } from "../stored.server.ts";
import { HolidayForm } from "./holiday.schema.server.ts";
import { markedWords, spanWords } from "./holidays.rules.ts";

const REPEATED = "This holiday is in the list already.";
const GONE = "This holiday was deleted in the meantime.";

export function addHoliday(person: Person, form: FormData): Promise<Stored> {
  return taken(person, form, async (asked, t) => {
    if (await days.sameHoliday({ ...asked, exceptId: null }, t))
      return notStored(422, form, { title: REPEATED });
    await days.addHoliday(asked, t);
    return { ok: true, words: `Holiday added.${await marked(asked, t)}` };
  });
}

/** Puts what was typed in the place of a holiday that still is what the form was opened with. */
export function changeHoliday(person: Person, holidayId: number, form: FormData): Promise<Stored> {
  return taken(person, form, async (asked, t) => {
    const stale = await changedSince(holidayId, form, t);
    if (stale) return stale;
    if (await days.sameHoliday({ ...asked, exceptId: holidayId }, t))
      return notStored(422, form, { title: REPEATED });
    await days.changeHoliday({ holidayId, ...asked }, t);
    return { ok: true, words: `Holiday changed.${await marked(asked, t)}` };
  });
}

export function deleteHoliday(person: Person, holidayId: number, form: FormData): Promise<Stored> {
  return changingDays(person, async (t) => {
    const stale = await changedSince(holidayId, form, t);
    if (stale) return stale;
    await days.removeHoliday(holidayId, t);
    return { ok: true, words: "Holiday deleted." };
  });
}

type Asked = { title: string; from: string; to: string };

async function taken(
  person: Person,
  form: FormData,
  store: (asked: Asked, t: Transaction) => Promise<Stored>,
): Promise<Stored> {
  const parsed = parseForm(form, HolidayForm);
  if (!parsed.ok) return notStored(422, form, parsed.errors);
  const { title, from, to = from } = parsed.value;
  return changingDays(person, (t) => store({ title, from, to }, t));
}

/** One after the other: of two who add the same day at once, the second finds it there. */
export function changingDays(person: Person, work: (t: Transaction) => Promise<Stored>): Promise<Stored> {
  return transaction(person, async (t) => {
    await days.lockSchoolDays(t);
    return work(t);
  });
}

/** What somebody has made of it since it was read, or null. */
async function changedSince(holidayId: number, form: FormData, t: Transaction): Promise<Stored | null> {
  const now = await days.lockHoliday(holidayId, t);
  if (!now) return notStored(409, form, { title: GONE });
  if (now.version === versionIn(form)) return null;
  const title = `Somebody changed this holiday in the meantime. It is now: ${now.title}, ${spanWords(now)}.`;
  return notStoredOver(now.version, form, { title });
}

/** What was marked on these days is told, not thrown away. */
async function marked({ from, to }: Asked, t: Transaction): Promise<string> {
  return markedWords(await days.registersMarked({ from, to }, t));
}
