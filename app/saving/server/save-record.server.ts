import { countReturnedRecords } from "#access/record-reads.server.ts";
import { noTransaction, type Transaction } from "#db/index.ts";
import type { LockReason } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import { createBlankValues, normaliseValues } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { randomId } from "#runtime/ids.ts";
import { findReplacedValues, valuesBeforeEvents, type RowHistoryEvent } from "../protocol/judge.ts";
import { findValueChanges, hasChanges, type RowResult, type StoredRow } from "../protocol/protocol.ts";
import { loadEventsAfter } from "./judge-rows.server.ts";
import { saveRows } from "./save-rows.server.ts";
import type { SaveDefinition } from "./saved-screen.server.ts";

/**
 * If `version` is null, stored values are overwritten. `saveIdSchema`, which may be null, makes repeating a call harmless.
 */
export type RecordSaveInput = { values: FieldValues; version: number | null; saveId: string | null };

export type RecordSaveResult =
  | { outcome: "closed"; closed: LockReason }
  | { outcome: "saved"; stored: StoredRow; replaced: FieldValues }
  | { outcome: "unsaved"; result: Exclude<RowResult, { outcome: "saved" }>; wanted: FieldValues };

type FoundRow<Key, Target, Row> = { person: Person; key: Key; target: Target; row: string; stored: Row };

/**
 * Saves one row for the API calls of the specification: as a whole, including unchanged values, and with the same
 * checks as any other save. Empty fields that the target does not have are ignored; a filled one is refused.
 * @throws tooManyRequests
 */
export async function saveRowFromApi<
  Key,
  Target,
  Row extends { version: number },
  Writing extends Transaction,
>(
  screen: SaveDefinition<Key, Target, Row, Writing>,
  found: FoundRow<Key, Target, Row>,
  { values, version, saveId: given }: RecordSaveInput,
): Promise<RecordSaveResult> {
  const { person, key, target, row, stored } = found;
  // This comes before comparing values: a person who may not write now must not read that the record was saved.
  const closed = screen.closed(target);
  if (closed) return { outcome: "closed", closed };
  const fields = screen.fields(target, stored);
  const blank = createBlankValues(fields);
  const now = screen.valuesOf(target, stored);
  const sent = Object.entries(values).filter(([name, value]) => fields.has(name) || value !== null);
  const wanted = normaliseValues(fields, Object.fromEntries(sent));
  const before =
    version === null ? now : valuesBeforeEvents(now, await historyOf(screen, found, version), blank);
  const changes = findValueChanges(before, wanted);
  if (!hasChanges(changes)) {
    await admitAnswer(found);
    return { outcome: "saved", stored: { version: stored.version, values: now }, replaced: {} };
  }
  const saveId = given ?? randomId();
  const save = { row, base: version, changes, isWhole: true, isNew: given === null };
  const saved = await saveRows(screen, { person, key }, { saveId, rows: [save] });
  if (saved.closed) return { outcome: "closed", closed: saved.closed };
  const [result] = saved.results;
  if (!result) throw new Error("saving one row returned no result");
  if (result.outcome !== "saved") {
    await admitAnswer(found);
    return { outcome: "unsaved", result, wanted };
  }
  const since = save.isNew ? stored.version : 0;
  const replaced = findReplacedValues(saveId, await historyOf(screen, found, since), blank);
  return { outcome: "saved", stored: result.stored, replaced };
}

/** Counts a save without changes as a read, because its reply contains the record. @throws tooManyRequests */
function admitAnswer<Key, Target, Row>({ person, key, row }: FoundRow<Key, Target, Row>): Promise<void> {
  return countReturnedRecords(person, [`saved ${JSON.stringify(key)} ${row}`]);
}

async function historyOf<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SaveDefinition<Key, Target, Row, Writing>,
  { target, row }: FoundRow<Key, Target, Row>,
  version: number,
): Promise<RowHistoryEvent[]> {
  const events = await loadEventsAfter(
    { screen, target, reader: null },
    new Map([[row, version]]),
    noTransaction,
  );
  return events.get(row) ?? [];
}
