import { z } from "zod";
import { oneLine } from "#access/forms/form-values.schema.server.ts";
import { parseForm } from "#access/posted-form.server.ts";
import { studentVisibleTo } from "#access/visible-student.server.ts";
import { noTransaction, transaction, type Reading } from "#db/index.ts";
import { absenceOn, storeAbsenceCall, type AbsenceRow } from "#db/queries/attendance/absence-calls.ts";
import { dayWords } from "#domain/daily/day-words.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { LONGEST_NOTE } from "./absent.rules.ts";
import { callWords } from "./call-words.server.ts";

type Key = { studentKey: number; day: string };

export type NotedCall = {
  name: string;
  day: string;
  note: string;
  /** Of what was read: a save on another is not taken. */
  version: number;
  /** `Called at 9:10 by M. Joseph`; null where nobody called that day. */
  words: string | null;
};

/** `typed` stays in the form; `changed` is what a colleague noted meanwhile. */
export type CallTaken =
  { ok: true } | { ok: false; status: 409 | 422; typed: string; fault: string; version: number | null };

/** The call about a day on which the student was absent. @throws notFound */
export async function readCall(person: Person, key: Key, timeZone: string): Promise<NotedCall> {
  const absence = await absenceVisibleTo(person, key, noTransaction);
  const { first_name, last_name, note, version } = absence;
  return {
    name: `${first_name} ${last_name}`,
    day: dayWords(key.day),
    ...{ note, version },
    words: wordsOf(absence, timeZone),
  };
}

const CallForm = z.object({
  note: oneLine(LONGEST_NOTE).default(""),
  version: z.coerce.number().int().min(0),
});

/** Notes that the family was called, and what was said. @throws notFound */
export async function noteCall(
  person: Person,
  key: Key,
  { form, timeZone }: { form: FormData; timeZone: string },
): Promise<CallTaken> {
  const typed = String(form.get("note") ?? "");
  const parsed = parseForm(form, CallForm);
  if (!parsed.ok) {
    const fault = parsed.errors.note ?? "This cannot be read. Open it again.";
    return { ok: false, status: 422, typed, fault, version: null };
  }
  const { accountId } = person;
  return transaction(person, async (t) => {
    const absence = await absenceVisibleTo(person, key, t);
    if (await storeAbsenceCall({ ...key, ...parsed.value, accountId }, t)) return { ok: true };
    const newer = (await absenceOn(key, t)) ?? absence;
    // The answer to the first was lost, or Save was pressed twice.
    if (newer.called_by === accountId && newer.note === parsed.value.note) return { ok: true };
    const fault = `${wordsOf(newer, timeZone)}: ‘${newer.note}’. Save again to put yours in its place.`;
    return { ok: false, status: 409, typed, fault, version: newer.version };
  });
}

/** @throws notFound also for a day on which the student is not absent */
async function absenceVisibleTo(person: Person, key: Key, t: Reading): Promise<AbsenceRow> {
  await studentVisibleTo(person, key.studentKey, t);
  const absence = await absenceOn(key, t);
  if (!absence?.is_absent) throw notFound("The register does not say that the student was absent that day.");
  return absence;
}

function wordsOf({ called_at, caller }: AbsenceRow, timeZone: string): string | null {
  if (called_at === null || caller === null) return null;
  return callWords({ called_at, caller }, timeZone);
}
