import type { Transaction } from "#db/index.ts";
import { judge } from "../protocol/judge.ts";
import type { JudgedSave, RowEvent } from "../protocol/judge.ts";
import { changesAgainst, hasChanges } from "../protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { RowResult, StoredRow } from "../protocol/protocol.ts";

export type Refusal = { reason: string; field: string | null };
export type RowWrite = { row: string; values: Values };
export type WantedSave = JudgedSave & { row: string };

/** What a sheet gives to be saved by: its rows, their history, its rule and its way to store. */
export type SavedSheet = {
  blank: Values;
  atomicGroups: readonly (readonly string[])[];
  /** Locks the rows in one fixed order; a row that is not of this sheet is missing from the answer. */
  lock: (rows: readonly string[], t: Transaction) => Promise<Map<string, StoredRow>>;
  /** For each row what happened after the version it is given with, oldest first. */
  historyAfter: (bases: ReadonlyMap<string, number>, t: Transaction) => Promise<Map<string, RowEvent[]>>;
  /** Values as they are kept, for example no mark for who was absent. */
  normalise: (values: Values) => Values;
  refusal: (write: RowWrite, changes: Values) => Refusal | null;
  /** Writes all rows at once and answers their new versions. */
  store: (writes: readonly RowWrite[], t: Transaction) => Promise<Map<string, number>>;
  notOnSheet: string;
};

const NOTHING_STORED: StoredRow = { version: 0, values: {} };

type Judged = { save: WantedSave; stored: StoredRow; result: RowResult | null; write: RowWrite | null };

/** Judges and stores each row of a save; rows stand or fall apart, the transaction is the caller's (design section 5). */
export async function saveRows(
  sheet: SavedSheet,
  { saveId, rows }: { saveId: string; rows: readonly WantedSave[] },
  t: Transaction,
): Promise<RowResult[]> {
  const locked = await sheet.lock(
    rows.map(({ row }) => row),
    t,
  );
  const history = await sheet.historyAfter(staleBases(rows, locked), t);
  const judged = rows.map((save) =>
    judgeRow(sheet, { save, saveId, stored: locked.get(save.row), events: history.get(save.row) ?? [] }),
  );
  const writes = judged.flatMap(({ write }) => (write ? [write] : []));
  const versions = writes.length > 0 ? await sheet.store(writes, t) : new Map<string, number>();
  return judged.map((row) => resultOf(row, versions));
}

/**
 * Whose base tells nothing has the whole history against it: a save without one may be a repeat, and a version that is
 * still to come (of a page older than a restored backup) would overwrite in silence.
 */
function staleBases(
  rows: readonly WantedSave[],
  locked: ReadonlyMap<string, StoredRow>,
): Map<string, number> {
  return new Map(
    rows.flatMap(({ row, base }) => {
      const stored = locked.get(row);
      return stored && base !== stored.version ? [[row, knownBase(base, stored)] as const] : [];
    }),
  );
}

function knownBase(base: number | null, { version }: StoredRow): number {
  const isToCome = base !== null && version > 0 && base > version;
  return base === null || isToCome ? NOTHING_STORED.version : base;
}

type RowCase = {
  save: WantedSave;
  saveId: string;
  stored: StoredRow | undefined;
  events: readonly RowEvent[];
};

function judgeRow(sheet: SavedSheet, { save, saveId, stored, events }: RowCase): Judged {
  if (!stored) return refused(save, NOTHING_STORED, { reason: sheet.notOnSheet, field: null });
  const ruling = judge({
    save,
    saveId,
    stored,
    events,
    blank: sheet.blank,
    atomicGroups: sheet.atomicGroups,
  });
  if (ruling.verdict === "already-saved") return saved(save, stored);
  if (ruling.verdict === "conflict") {
    const { by, at, fields } = ruling;
    return {
      save,
      stored,
      write: null,
      result: { row: save.row, outcome: "conflict", stored, by, at, fields },
    };
  }
  const write = { row: save.row, values: sheet.normalise(ruling.values) };
  const refusal = sheet.refusal(write, save.changes);
  if (refusal) return refused(save, stored, refusal);
  if (!hasChanges(changesAgainst({ ...sheet.blank, ...stored.values }, write.values)))
    return saved(save, stored);
  return { save, stored, write, result: null };
}

function refused(save: WantedSave, stored: StoredRow, { reason, field }: Refusal): Judged {
  return { save, stored, write: null, result: { row: save.row, outcome: "refused", reason, field, stored } };
}

function saved(save: WantedSave, stored: StoredRow): Judged {
  return { save, stored, write: null, result: { row: save.row, outcome: "saved", stored } };
}

function resultOf({ save, stored, write, result }: Judged, versions: ReadonlyMap<string, number>): RowResult {
  if (result) return result;
  const version = versions.get(save.row) ?? stored.version;
  return { row: save.row, outcome: "saved", stored: { version, values: write?.values ?? stored.values } };
}
