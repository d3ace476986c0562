import { countRecords } from "#access/record-reads.server.ts";
import { noTransaction, type Transaction } from "#db/index.ts";
import type { Closed } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import { blankValues, normalisedValues } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import { randomId } from "#runtime/ids.ts";
import { replacedBy, valuesBefore, type RowEvent } from "../protocol/judge.ts";
import { changesAgainst, hasChanges } from "../protocol/merge.ts";
import type { RowResult, StoredRow } from "../protocol/protocol.ts";
import { eventsAfter } from "./judge-rows.server.ts";
import { saveRows } from "./save-rows.server.ts";
import type { SavedScreen } from "./saved-screen.server.ts";

/**
 * A null `version` overwrites whatever is stored. `saveId` makes a repeat of the same call harmless; null if there is
 * none.
 */
export type RecordSave = { values: Values; version: number | null; saveId: string | null };

export type RecordSaved =
  | { outcome: "closed"; closed: Closed }
  | { outcome: "saved"; stored: StoredRow; replaced: Values }
  | { outcome: "unsaved"; result: Exclude<RowResult, { outcome: "saved" }>; wanted: Values };

type FoundRow<Key, Target, Row> = { person: Person; key: Key; target: Target; row: string; stored: Row };

/**
 * Saves one row as the API calls of the specification send it: whole, with unchanged values, and judged like any other
 * save. Empty fields that this target does not have are left out; a filled one is refused. @throws tooMany
 */
export async function saveRecord<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SavedScreen<Key, Target, Row, Writing>,
  found: FoundRow<Key, Target, Row>,
  { values, version, saveId: given }: RecordSave,
): Promise<RecordSaved> {
  const { person, key, target, row, stored } = found;
  // This comes before the comparison: a person who may not write now must not be told that the record was saved.
  const closed = screen.closed(target);
  if (closed) return { outcome: "closed", closed };
  const fields = screen.fields(target, stored);
  const blank = blankValues(fields);
  const now = screen.valuesOf(target, stored);
  const sent = Object.entries(values).filter(([name, value]) => fields.has(name) || value !== null);
  const wanted = normalisedValues(fields, Object.fromEntries(sent));
  const before = version === null ? now : valuesBefore(now, await historyOf(screen, found, version), blank);
  const changes = changesAgainst(before, wanted);
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
  const replaced = replacedBy(saveId, await historyOf(screen, found, since), blank);
  return { outcome: "saved", stored: result.stored, replaced };
}

/** Counts a save that changes nothing as reading, because its answer contains the record. @throws tooMany */
function admitAnswer<Key, Target, Row>({ person, key, row }: FoundRow<Key, Target, Row>): Promise<void> {
  return countRecords(person, [`saved ${JSON.stringify(key)} ${row}`]);
}

async function historyOf<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SavedScreen<Key, Target, Row, Writing>,
  { target, row }: FoundRow<Key, Target, Row>,
  version: number,
): Promise<RowEvent[]> {
  const events = await eventsAfter(
    { screen, target, reader: null },
    new Map([[row, version]]),
    noTransaction,
  );
  return events.get(row) ?? [];
}
