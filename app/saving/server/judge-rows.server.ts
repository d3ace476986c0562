import type { Reading, Transaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { blankValues, normalisedValues, refusedChange, type Refusal } from "#fields/record.ts";
import { judge, type JudgedSave, type RowEvent } from "../protocol/judge.ts";
import { changesAgainst, hasChanges } from "../protocol/merge.ts";
import type { RowResult, StoredRow } from "../protocol/protocol.ts";
import { rowEvents } from "./row-events.server.ts";
import type { RowWrite, SavedScreen } from "./saved-screen.server.ts";

export type WantedSave = JudgedSave & { row: string };

const NOTHING_STORED: StoredRow = { version: 0, values: {} };

type Saving<Key, Target, Row extends { version: number }> = {
  screen: SavedScreen<Key, Target, Row>;
  target: Target;
  /** Who is told of a conflict, and may have met nobody but themselves on another page. */
  person: Person;
};

type Judged<Row extends { version: number }> =
  { result: RowResult } | { write: RowWrite<Row>; save: WantedSave };

/** Judges and stores rows that are locked; rows stand or fall apart (design section 5). */
export async function judgeRows<Key, Target, Row extends { version: number }>(
  saving: Saving<Key, Target, Row>,
  { saveId, rows, locked }: { saveId: string; rows: readonly WantedSave[]; locked: ReadonlyMap<string, Row> },
  t: Transaction,
): Promise<RowResult[]> {
  const { screen, target, person } = saving;
  const history = await eventsAfter({ screen, target, reader: person }, staleBases(rows, locked), t);
  const judged = rows.map((save) =>
    judgeRow(saving, { save, saveId, stored: locked.get(save.row), events: history.get(save.row) ?? [] }),
  );
  const writes = judged.flatMap((each) => ("write" in each ? [each.write] : []));
  const versions = writes.length > 0 ? await screen.store(target, writes, t) : new Map<string, number>();
  return judged.map((each) => ("result" in each ? each.result : savedResult(each.write, versions)));
}

type Told<Key, Target, Row extends { version: number }> = {
  screen: SavedScreen<Key, Target, Row>;
  target: Target;
  /** Null for names alone. */
  reader: Person | null;
};

/** What happened to rows after the version each is given with, oldest first. */
export async function eventsAfter<Key, Target, Row extends { version: number }>(
  { screen, target, reader }: Told<Key, Target, Row>,
  bases: ReadonlyMap<string, number>,
  t: Reading,
): Promise<Map<string, RowEvent[]>> {
  if (bases.size === 0) return new Map();
  const after = new Map([...bases].map(([row, base]) => [Number(row), base]));
  return rowEvents(await screen.history(target, after, t), { reader, valuesOf: screen.changedValues });
}

/**
 * Whose base tells nothing has the whole history against it: a save without one may be a repeat, and a version that is
 * still to come (of a page older than a restored backup) would overwrite in silence.
 */
function staleBases(
  rows: readonly WantedSave[],
  locked: ReadonlyMap<string, { version: number }>,
): Map<string, number> {
  return new Map(
    rows.flatMap(({ row, base }) => {
      const version = locked.get(row)?.version;
      return version !== undefined && base !== version ? [[row, knownBase(base, version)] as const] : [];
    }),
  );
}

function knownBase(base: number | null, version: number): number {
  const isToCome = base !== null && version > 0 && base > version;
  return base === null || isToCome ? NOTHING_STORED.version : base;
}

type RowCase<Row> = {
  save: WantedSave;
  saveId: string;
  stored: Row | undefined;
  events: readonly RowEvent[];
};

function judgeRow<Key, Target, Row extends { version: number }>(
  { screen, target }: Saving<Key, Target, Row>,
  { save: asked, saveId, stored: row, events }: RowCase<Row>,
): Judged<Row> {
  if (!row) return refused(asked.row, NOTHING_STORED, { reason: screen.words.noRow, field: null });
  const fields = screen.fields(target, row);
  const save = { ...asked, changes: normalisedValues(fields, asked.changes) };
  const stored = { version: row.version, values: screen.valuesOf(target, row) };
  const blank = blankValues(fields);
  const ruling = judge({ save, saveId, stored, events, blank, atomicGroups: screen.atomicGroups(target) });
  if (ruling.verdict === "already-saved") return saved(save.row, stored);
  if (ruling.verdict === "conflict") {
    const { by, at, fields: changed } = ruling;
    return { result: { row: save.row, outcome: "conflict", stored, by, at, fields: changed } };
  }
  const values = screen.agreeing(ruling.values, target);
  const refusal =
    refusedChange(fields, save.changes, screen.words.noField) ??
    screen.refusal({ changes: save.changes, values }, target);
  if (refusal) return refused(save.row, stored, refusal);
  const isStored = !hasChanges(changesAgainst({ ...blank, ...stored.values }, values));
  return isStored ? saved(save.row, stored) : { save, write: { row: save.row, values, stored: row } };
}

function refused(row: string, stored: StoredRow, { reason, field }: Refusal): { result: RowResult } {
  return { result: { row, outcome: "refused", reason, field, stored } };
}

function saved(row: string, stored: StoredRow): { result: RowResult } {
  return { result: { row, outcome: "saved", stored } };
}

function savedResult(
  { row, values, stored }: RowWrite<{ version: number }>,
  versions: ReadonlyMap<string, number>,
): RowResult {
  return { row, outcome: "saved", stored: { version: versions.get(row) ?? stored.version, values } };
}
