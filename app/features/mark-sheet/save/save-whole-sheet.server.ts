import { transaction } from "#db/index.ts";
import type { Transaction } from "#db/index.ts";
import { sheetRows } from "#db/queries/marks/mark-sheet.ts";
import type { SheetKey } from "#db/queries/marks/mark-sheet.ts";
import type { Person } from "#domain/person.ts";
import { randomId } from "#runtime/ids.ts";
import { valuesBefore } from "#saving/protocol/judge.ts";
import { changesAgainst, hasChanges } from "#saving/protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { RowResult, RowSave } from "#saving/protocol/protocol.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";
import type { SavedSheet, WantedSave } from "#saving/server/save-rows.server.ts";
import { findSheet } from "../sheet/find-sheet.server.ts";
import type { FoundSheet, SheetLock } from "../sheet/find-sheet.server.ts";
import { valuesOfMark } from "./mark-values.rules.ts";
import { marksToSave } from "./marks-to-save.server.ts";

/** A row of the sheet's form: all its values as they stood when Save was pressed, and the version they were read at. */
export type PostedRow = { row: string; base: number; values: Values };

/** `rows` are those that were changed on the page: what of them was typed, and the version they were read at. */
export type SheetSaved = { rows: RowSave[] } & (
  { ok: true; results: RowResult[] } | { ok: false; lock: Exclude<SheetLock, "open"> }
);

/**
 * Saves the sheet's form as a browser without scripts posts it: every row, changed or not. What was changed is told
 * from what the row held at its base, so that an old page does not put old values back (design section 5).
 */
export function saveWholeSheet(
  person: Person,
  key: SheetKey,
  posted: readonly PostedRow[],
): Promise<SheetSaved> {
  // Each press of Save is a save of its own: after Back the same page may carry other marks.
  const saveId = randomId();
  return transaction(
    person,
    async (t) => {
      const sheet = await findSheet(person, key, t);
      if (sheet.lock !== "open")
        return { ok: false, lock: sheet.lock, rows: await differingRows(sheet, posted, t) };
      const saving = await marksToSave(person, sheet, withoutChanges(posted), t);
      const rows = await changedRows(saving, posted, t);
      return { ok: true, rows, results: rows.length > 0 ? await saveRows(saving, { saveId, rows }, t) : [] };
    },
    { saveId },
  );
}

/** What of a sheet that is closed by now was typed, so that it can be told. */
async function differingRows(
  { heading, key, rules }: FoundSheet,
  posted: readonly PostedRow[],
  t: Transaction,
): Promise<RowSave[]> {
  const stored = new Map(
    (await sheetRows(heading, key, t)).map((mark) => [String(mark.student_key), valuesOfMark(mark, rules)]),
  );
  return posted.flatMap((row) => rowSave(row, stored.get(row.row) ?? {}));
}

function rowSave({ row, base, values }: PostedRow, before: Values): RowSave[] {
  const changes = changesAgainst(before, values);
  return hasChanges(changes) ? [{ row, base, changes }] : [];
}

function withoutChanges(posted: readonly PostedRow[]): WantedSave[] {
  return posted.map(({ row, base }) => ({ row, base, changes: {} }));
}

async function changedRows(
  saving: SavedSheet,
  posted: readonly PostedRow[],
  t: Transaction,
): Promise<RowSave[]> {
  const stored = await saving.lock(
    posted.map(({ row }) => row),
    t,
  );
  const stale = posted.filter(({ row, base }) => stored.has(row) && stored.get(row)?.version !== base);
  const history = await saving.historyAfter(new Map(stale.map(({ row, base }) => [row, base])), t);
  return posted.flatMap((row) => {
    const events = history.get(row.row) ?? [];
    return rowSave(row, valuesBefore(stored.get(row.row)?.values ?? {}, events, saving.blank));
  });
}
