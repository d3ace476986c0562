import type { Transaction } from "#db/index.ts";
import type { Closed } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import type { Values } from "#fields/value.ts";
import { hasChanges } from "../protocol/merge.ts";
import type { Receipt, RowResult } from "../protocol/protocol.ts";
import { receiptOf } from "../protocol/value-rules.ts";
import { countClosed, countResults } from "./count-saves.server.ts";
import { judgeRows, type RowsJudged, type WantedSave } from "./judge-rows.server.ts";
import type { SavedScreen } from "./saved-screen.server.ts";

/** Nothing is saved if the target is closed. */
export type RowsSaved =
  | ({ closed: null; results: RowResult[]; receipt: Receipt } & Pick<RowsJudged<unknown>, "otherwise">)
  | { closed: Closed };

/** With `isPutBack`, the entry dates do not apply, because an earlier value is restored. */
type Save = { saveId: string; rows: readonly WantedSave[]; isPutBack?: boolean };

export async function saveRows<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SavedScreen<Key, Target, Row, Writing>,
  { person, key }: { person: Person; key: Key },
  { saveId, rows, isPutBack = false }: Save,
): Promise<RowsSaved> {
  const saved: RowsSaved = await screen.begin(
    person,
    async (t) => {
      const target = await screen.find(person, key, t);
      const closed = screen.closed(target);
      if (closed && !(isPutBack && closed.why === "outside-dates")) return { closed };
      const locked = await lockedRows(screen, target, rows, t);
      const { results, stored, otherwise } = await judgeRows(
        { screen, target, person },
        { saveId, rows, locked },
        t,
      );
      const values = [...stored.values()].map((row) => screen.valuesOf(target, row));
      return { closed: null, results, otherwise, receipt: receiptOf(values, screen.rules(target)) };
    },
    { saveId },
  );
  if (saved.closed) countClosed(rows.length);
  else countResults(saved.results);
  return saved;
}

/**
 * Locks the rows to write, and reads them in a second statement, which sees the values that a colleague has just saved.
 * A request that only reads a row does not wait for the row's lock.
 */
export async function lockedRows<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SavedScreen<Key, Target, Row, Writing>,
  target: Target,
  rows: readonly { row: string; changes?: Values }[],
  t: Writing,
): Promise<Map<string, Row>> {
  const written = rows.filter(({ changes }) => !changes || hasChanges(changes));
  if (written.length > 0) await screen.lock(target, idsOf(written), t);
  return screen.read(target, idsOf(rows), t);
}

function idsOf(rows: readonly { row: string }[]): number[] {
  return rows.map(({ row }) => Number(row)).filter(Number.isSafeInteger);
}
