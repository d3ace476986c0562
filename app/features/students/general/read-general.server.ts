import { z } from "zod";
import { done } from "#access/forms/answer-form.server.ts";
import type { Visit } from "#access/session.server.ts";
import { studentVisibleTo } from "#access/visible-student.server.ts";
import { noTransaction, transaction, type Reading } from "#db/index.ts";
import { lockRecord } from "#db/queries/people/record-files.ts";
import { storeSerialLock } from "#db/queries/people/students/general.ts";
import type { Person } from "#domain/person.ts";
import type { Values } from "#fields/value.ts";
import { badRequest, notFound } from "#runtime/errors.ts";
import { postedRecord, type PostedRow } from "#saving/server/posted-rows.server.ts";
import type { RecordRow } from "#saving/server/saved-record.server.ts";
import { saveForm, type FormSaved } from "#saving/server/save-form.server.ts";
import type { GeneralRead, GeneralSent } from "./general.ts";
import { SAVED_GENERAL, type FoundGeneral, type GeneralKey } from "./saved-general.server.ts";
import { takenOf } from "./taken.server.ts";

export type ReadGeneral = FoundGeneral & {
  row: string;
  stored: RecordRow;
  values: Values;
};

/** @throws notFound */
export async function readGeneral(person: Person, key: GeneralKey, t: Reading = noTransaction) {
  const found = await SAVED_GENERAL.find(person, key, t);
  const row = String(key.studentKey);
  const stored = (await SAVED_GENERAL.read(found, null, t)).get(row);
  if (!stored) throw notFound(SAVED_GENERAL.words.notFound);
  return { ...found, row, stored, values: SAVED_GENERAL.valuesOf(found, stored) };
}

/** @throws notFound */
export async function showGeneral({ person, school }: Visit, key: GeneralKey): Promise<GeneralRead> {
  const read = await readGeneral(person, key);
  return {
    rules: read.rules,
    row: { row: read.row, version: read.stored.version, values: read.values },
    closed: SAVED_GENERAL.closed(read)?.words ?? null,
    timeZone: school.timeZone,
  };
}

export type GeneralPosted = { status: FormSaved["status"]; sent: GeneralSent };

/** Update Student: General is saved whole. @throws notFound, badRequest for no form of it */
export async function postGeneral(person: Person, key: GeneralKey, form: FormData): Promise<GeneralPosted> {
  const read = await readGeneral(person, key);
  const posted = form.get("record") === "general" ? postedRecord(read.row, form, read.fields.keys()) : null;
  if (!posted) throw badRequest();
  const { status, outcome } = await saveGeneral(person, read, posted);
  const after = status === 200 ? await readGeneral(person, key) : null;
  const stored = after && { row: read.row, version: after.stored.version, values: after.values };
  return { status, sent: { tab: "general", outcome, stored } };
}

/** Saves fields of General as they were typed, judged by the version at which they were read. */
export async function saveGeneral(person: Person, { row, fields, student }: ReadGeneral, posted: PostedRow) {
  const key = { studentKey: student.id };
  const { status, outcomes } = await saveForm(SAVED_GENERAL, { person, key }, [posted]).catch(
    async (error: unknown): Promise<FormSaved> => {
      const typed = Object.fromEntries(
        [...posted.texts].map(([name, text]) => [name, fields.get(name)?.kind.posted(text) ?? null]),
      );
      const refusal = await takenOf(error, typed);
      return { status: 422, outcomes: { [row]: { state: "refused", refusals: [refusal], typed } } };
    },
  );
  return { status, outcome: outcomes[row] ?? null };
}

export const SerialLockForm = z.object({ lock: z.enum(["open", "closed"]) });

type SerialLock = { studentKey: number; input: z.output<typeof SerialLockForm>; record: string };

/** While its lock is open, whoever looks after students can write the serial number. @throws notFound */
export function setSerialLock(person: Person, { studentKey, input, record }: SerialLock) {
  const isLocked = input.lock === "closed";
  return transaction(person, async (t) => {
    const { id } = await studentVisibleTo(person, studentKey, t);
    await lockRecord({ kind: "student", id }, t);
    await storeSerialLock({ studentKey, isLocked }, t);
    return done(record, `Serial number ${isLocked ? "locked" : "unlocked"}`);
  });
}
