import { studentKeyOf } from "#access/visible-student.server.ts";
import type { Person } from "#domain/person.ts";
import type { FieldTab } from "#fields/people/student.ts";
import { notFound } from "#runtime/errors.ts";
import type { Values } from "#fields/value.ts";
import { saveRecord, type RecordSave, type RecordSaved } from "#saving/server/save-record.server.ts";
import { openFields } from "./read-fields.server.ts";
import { SAVED_FIELDS, type FieldsKey } from "./saved-fields.server.ts";

/** A tab of the student of a public id. */
export type FieldsNamed = { studentId: string; tab: FieldTab };

/** A row as calls hand it out: of the family one goes by the relationship. */
export type RowRead = { row: string; version: number; values: Values };

/** @throws notFound */
export async function readFieldsById(person: Person, named: FieldsNamed): Promise<RowRead[]> {
  const { found, rows } = await openFields(person, await keyOf(named));
  return [...rows].map(([row, stored]) => ({
    row,
    version: stored.version,
    values: SAVED_FIELDS.valuesOf(found, stored),
  }));
}

/** Saves a row as a call sends it; what is left out stays as it is. @param relationship of the family @throws notFound */
export async function saveFieldsById(
  person: Person,
  { relationship, ...named }: FieldsNamed & { relationship: number | null },
  record: RecordSave,
): Promise<RecordSaved> {
  const key = await keyOf(named);
  const { found, rows } = await openFields(person, key);
  const row = String(relationship ?? key.studentKey);
  const stored = rows.get(row);
  if (!stored) throw notFound(SAVED_FIELDS.words.notFound);
  return saveRecord(SAVED_FIELDS, { person, key, target: found, row, stored }, record);
}

async function keyOf({ studentId, tab }: FieldsNamed): Promise<FieldsKey> {
  return { studentKey: await studentKeyOf(studentId), tab };
}
