import type { ReadTransaction, Transaction } from "#db/index.ts";
import type { RowChange } from "#db/queries/row-change.ts";
import { formatActorName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import {
  createBlankValues,
  columnsToValues,
  normaliseValues,
  findRefusedChange,
  type RecordFields,
} from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { decideSave, type SaveAttempt, type RowHistoryEvent } from "../protocol/judge.ts";
import {
  findValueChanges,
  hasChanges,
  omitFields,
  withGroupedFields,
  type RefusedFields,
  type RowResult,
  type SaveVerdict,
  type StoredRow,
  OWN_CHANGE_AUTHOR,
} from "../protocol/protocol.ts";
import type { RowToWrite, SaveDefinition } from "./saved-screen.server.ts";

/**
 * With `isWhole`, the row is stored as a whole or not at all, as for an API call or 'Put back'. With `isNew`, the save
 * id was just created, so the save cannot repeat an earlier one.
 */
export type RowSaveAttempt = SaveAttempt & { row: string; isWhole?: boolean; isNew?: boolean };

const NOTHING_STORED: StoredRow = { version: 0, values: {} };

type Saving<Key, Target, Row extends { version: number }, Writing extends Transaction> = {
  screen: SaveDefinition<Key, Target, Row, Writing>;
  target: Target;
  /** The person who saves. This person may also be the author of a conflicting change, on another page. */
  person: Person;
};

/** The decision on a row, with the values to write. */
type Judged<Row extends { version: number }> = {
  row: string;
  ruling: SaveVerdict;
  stored: StoredRow;
  write: RowToWrite<Row> | null;
};

/**
 * `stored` contains all rows of the target as they are now. `otherwise` contains the rows whose save was based on an
 * older version, each with the values that differ from what the client expects.
 */
export type SavedRows<Row> = {
  results: RowResult[];
  stored: ReadonlyMap<string, Row>;
  otherwise: ReadonlyMap<string, FieldValues>;
};

/** Decides on changes to locked rows and stores them. Rows and their fields are saved or refused independently. */
export async function decideAndStoreRows<
  Key,
  Target,
  Row extends { version: number },
  Writing extends Transaction,
>(saving: Saving<Key, Target, Row, Writing>, save: LockedSave<Row>, t: Writing): Promise<SavedRows<Row>> {
  const { screen, target } = saving;
  const { rows } = save;
  const judged = await judgeEach(saving, save, t);
  const writes = judged.flatMap(({ write }) => write ?? []);
  if (writes.length > 0) await screen.store(target, writes, t);
  const stored = await screen.read(target, null, t);
  const otherwise = new Map<string, FieldValues>();
  const results = judged.map(({ row, ruling, ...before }, index): RowResult => {
    const after = before.write ? storedRow(saving, stored.get(row)) : before.stored;
    const sent = rows[index];
    if (before.write && before.stored.version === sent?.base)
      otherwise.set(row, findValueChanges({ ...before.stored.values, ...sent.changes }, after.values));
    return { row, ...ruling, stored: after };
  });
  return { results, stored, otherwise };
}

/** A row of a save that was only judged: `stored` is the row now, and `values` is the row that a save would store. */
export type PreviewedRow = RowResult & { values: FieldValues };

/** Judges rows as a save would, but writes nothing. */
export async function previewRows<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  saving: Saving<Key, Target, Row, Writing>,
  save: LockedSave<Row>,
  t: ReadTransaction,
): Promise<PreviewedRow[]> {
  const judged = await judgeEach(saving, save, t);
  return judged.map(({ row, ruling, stored, write }) => ({
    row,
    ...ruling,
    stored,
    values: write?.values ?? stored.values,
  }));
}

type LockedSave<Row> = { saveId: string; rows: readonly RowSaveAttempt[]; locked: ReadonlyMap<string, Row> };

async function judgeEach<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  saving: Saving<Key, Target, Row, Writing>,
  { saveId, rows, locked }: LockedSave<Row>,
  t: ReadTransaction,
): Promise<Judged<Row>[]> {
  const { screen, target, person } = saving;
  const history = await loadEventsAfter({ screen, target, reader: person }, staleBases(rows, locked), t);
  const absent = await reasonsOfAbsence(saving, { rows, locked }, t);
  return rows.map((save) => {
    const { row } = save;
    const why = absent.get(row) ?? screen.words.noRow;
    return judgeRow(saving, { save, saveId, stored: locked.get(row), events: history.get(row) ?? [], why });
  });
}

type Told<Key, Target, Row extends { version: number }, Writing extends Transaction> = {
  screen: SaveDefinition<Key, Target, Row, Writing>;
  target: Target;
  /**
   * The reader of the history, who sees their own changes as made by 'you on another page'. Null shows all authors by
   * name.
   */
  reader: Person | null;
};

/** Returns the changes to each row since its given version, oldest first. */
export async function loadEventsAfter<
  Key,
  Target,
  Row extends { version: number },
  Writing extends Transaction,
>(
  { screen, target, reader }: Told<Key, Target, Row, Writing>,
  bases: ReadonlyMap<string, number>,
  t: ReadTransaction,
): Promise<Map<string, RowHistoryEvent[]>> {
  if (bases.size === 0) return new Map();
  const after = new Map([...bases].map(([row, base]) => [Number(row), base]));
  const fields = screen.fields(target);
  const valuesOf = (changed: Parameters<typeof columnsToValues>[1]) => columnsToValues(fields, changed);
  return groupRowEvents(await screen.history(target, after, t), { reader, valuesOf });
}

/**
 * Returns, for each row that needs its history, the version from which the history is read. A save needs the whole
 * history if it has no base, because it may repeat an earlier save, or if its base is in the future (the page is older
 * than a restored backup), because it would silently overwrite values.
 */
function staleBases(
  rows: readonly RowSaveAttempt[],
  locked: ReadonlyMap<string, { version: number }>,
): Map<string, number> {
  return new Map(
    rows.flatMap(({ row, base, isNew = false }) => {
      const version = locked.get(row)?.version;
      const isTaken = version === undefined || base === version || (base === null && isNew);
      return isTaken ? [] : [[row, knownBase(base, version)] as const];
    }),
  );
}

function knownBase(base: number | null, version: number): number {
  const isToCome = base !== null && version > 0 && base > version;
  return base === null || isToCome ? NOTHING_STORED.version : base;
}

type RowCase<Row> = {
  save: RowSaveAttempt;
  saveId: string;
  stored: Row | undefined;
  events: readonly RowHistoryEvent[];
  why: string;
};

function storedRow<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  { screen, target }: Saving<Key, Target, Row, Writing>,
  row: Row | undefined,
): StoredRow {
  return row ? { version: row.version, values: screen.valuesOf(target, row) } : NOTHING_STORED;
}

function judgeRow<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  saving: Saving<Key, Target, Row, Writing>,
  { save: sent, saveId, stored: row, events, why }: RowCase<Row>,
): Judged<Row> {
  const { screen, target } = saving;
  const name = sent.row;
  if (!row) return noRow(sent, why);
  const fields = screen.fields(target, row);
  const save = { ...sent, changes: normaliseValues(fields, sent.changes) };
  const stored = storedRow(saving, row);
  const blank = createBlankValues(fields);
  const atomicGroups = screen.atomicGroups(target);
  const { conflict, changes } = decideSave({ save, saveId, stored, events, blank, atomicGroups });
  const before = { ...blank, ...stored.values };
  // A value that is already stored is accepted, even if nobody could enter it any longer.
  const isStored = !hasChanges(findValueChanges(before, changes));
  const { values, refusals } = isStored
    ? { values: before, refusals: [] }
    : accepted({ screen, target, row: name, fields, before }, changes);
  const isAll = conflict === null && refusals.length === 0;
  const isWritten = (isAll || !save.isWhole) && hasChanges(findValueChanges(before, values));
  return {
    row: name,
    ruling: conflict ?? (isAll ? { outcome: "saved" } : { outcome: "refused", refusals }),
    stored,
    write: isWritten ? { row: name, values, stored: row } : null,
  };
}

function noRow<Row extends { version: number }>(
  { row, changes }: RowSaveAttempt,
  reason: string,
): Judged<Row> {
  const refusal = { reason, field: null, fields: Object.keys(changes) };
  return { row, ruling: { outcome: "refused", refusals: [refusal] }, stored: NOTHING_STORED, write: null };
}

type Acceptance<Key, Target, Row extends { version: number }, Writing extends Transaction> = {
  screen: SaveDefinition<Key, Target, Row, Writing>;
  target: Target;
  row: string;
  fields: RecordFields;
  before: FieldValues;
};

/** Returns the row with all accepted changes, and the refusals of the other changes. */
function accepted<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  acceptance: Acceptance<Key, Target, Row, Writing>,
  changes: FieldValues,
): { values: FieldValues; refusals: RefusedFields[] } {
  const { screen, target, row, fields, before } = acceptance;
  const unknown = Object.keys(changes).filter((name) => !fields.has(name));
  const [field] = unknown;
  const reason = screen.words.noField;
  const refusals: RefusedFields[] = field === undefined ? [] : [{ reason, field, fields: unknown }];
  // Each refusal removes changes, so the loop ends.
  for (let standing = omitFields(changes, unknown); ;) {
    const values = screen.rules(target).normalise({ ...before, ...standing });
    const refusal =
      findRefusedChange(fields, standing, reason) ??
      screen.refusal({ row, changes: standing, values }, target);
    if (!refusal) return { values, refusals };
    const named = withGroupedFields([refusal.field], standing, screen.atomicGroups(target));
    // If the field at fault was not changed, none of the changes is accepted.
    const fell = named.some((name) => name in standing) ? named : Object.keys(standing);
    refusals.push({ ...refusal, fields: fell });
    standing = omitFields(standing, fell);
  }
}

type Asking<Key, Target, Row extends { version: number }, Writing extends Transaction> = {
  screen: SaveDefinition<Key, Target, Row, Writing>;
  target: Target;
};

type Asked = { rows: readonly { row: string }[]; locked: ReadonlyMap<string, unknown> };

/** Returns why rows are missing from the target, if the screen knows the reasons. */
async function reasonsOfAbsence<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  { screen, target }: Asking<Key, Target, Row, Writing>,
  { rows, locked }: Asked,
  t: ReadTransaction,
): Promise<ReadonlyMap<string, string>> {
  const absent = rows.filter(({ row }) => !locked.has(row)).map(({ row }) => Number(row));
  const keys = absent.filter(Number.isSafeInteger);
  return keys.length > 0 && screen.whyNoRow ? screen.whyNoRow(target, keys, t) : new Map();
}

type Telling = {
  /**
   * The reader of the history, who sees their own changes as made by 'you on another page'. Null shows all authors by
   * name.
   */
  reader: Person | null;
  /** Converts stored values to the values of the screen's fields. */
  valuesOf: (stored: NonNullable<RowChange["new_values"]>) => FieldValues;
};

/** Groups entries of the audit trail into a history for each row. */
export function groupRowEvents(
  changes: readonly RowChange[],
  telling: Telling,
): Map<string, RowHistoryEvent[]> {
  const byRow = new Map<string, RowHistoryEvent[]>();
  for (const change of changes) {
    const row = String(change.row);
    byRow.set(row, [...(byRow.get(row) ?? []), rowEvent(change, telling)]);
  }
  return byRow;
}

function rowEvent(change: RowChange, { reader, valuesOf }: Telling): RowHistoryEvent {
  const isOwn = reader !== null && change.actor === `account:${reader.accountId}`;
  return {
    version: change.version,
    saveId: change.save_id,
    // A change by the system, such as a job, has no person's name. The actor is then shown as stored.
    by: isOwn ? OWN_CHANGE_AUTHOR : formatActorName(change) || change.actor,
    at: change.at,
    before: valuesOf(change.old_values ?? {}),
    after: valuesOf(change.new_values ?? {}),
  };
}
