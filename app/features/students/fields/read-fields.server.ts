import type { Visit } from "#access/session.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { noteRecordViews, studentTabRows } from "#db/queries/people/student-tabs.ts";
import type { Person } from "#domain/person.ts";
import { fieldText } from "#fields/kind.ts";
import type { LoadedRow } from "#saving/protocol/loaded-row.ts";
import type { RecordRow } from "#saving/server/saved-record.server.ts";
import { fieldsSaveUrl, type FieldsRead } from "./fields.ts";
import { SAVED_FIELDS, type FieldsKey, type FoundFields } from "./saved-fields.server.ts";

/** A tab as it is shown. @throws notFound */
export async function readFields(visit: Visit, key: FieldsKey): Promise<FieldsRead> {
  const { person, school } = visit;
  const { found, rows } = await openFields(person, key);
  return {
    tab: key.tab,
    rules: found.rules,
    rows: [...rows].map(([row, stored]) => loadedRow(found, row, stored)),
    saveUrl: fieldsSaveUrl(key),
    accountId: person.accountId,
    closed: SAVED_FIELDS.closed(found)?.words ?? null,
    address: key.tab === "family" && found.student.manages ? await addressOf(key) : "",
    timeZone: school.timeZone,
  };
}

/** What a tab holds, by the names of its rows; of medical and family data it is recorded who reads it. @throws notFound */
export async function openFields(
  person: Person,
  key: FieldsKey,
): Promise<{ found: FoundFields; rows: ReadonlyMap<string, RecordRow> }> {
  const found = await findFields(person, key);
  return { found, rows: await SAVED_FIELDS.read(found, null, noTransaction) };
}

/** A tab whose rows are about to be read, or answered. @throws notFound */
export async function findFields(person: Person, key: FieldsKey): Promise<FoundFields> {
  const found = await SAVED_FIELDS.find(person, key, noTransaction);
  const { studentKey, tab: record } = key;
  const { accountId } = person;
  if (record !== "personal")
    await transaction(person, (t) =>
      noteRecordViews({ accountId, studentKeys: [studentKey], records: [record] }, t),
    );
  return found;
}

function loadedRow(found: FoundFields, row: string, stored: RecordRow): LoadedRow {
  return { row, version: stored.version, values: SAVED_FIELDS.valuesOf(found, stored) };
}

async function addressOf({ studentKey }: FieldsKey): Promise<string> {
  const [personal] = await studentTabRows({ studentKey, tab: "personal" }, noTransaction);
  const held = personal?.address_home;
  return typeof held === "boolean" ? "" : fieldText(held);
}
