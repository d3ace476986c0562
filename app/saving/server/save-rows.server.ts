import { transaction, type Transaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import type { Receipt, RowResult } from "../protocol/protocol.ts";
import { judgeRows, type WantedSave } from "./judge-rows.server.ts";
import type { Closed, SavedScreen } from "./saved-screen.server.ts";

/** Nothing was saved of a target that is closed. */
export type RowsSaved = { closed: null; results: RowResult[]; receipt: Receipt } | { closed: Closed };

/** Saves rows of one target under one save id, each judged on its own (design section 5). */
export function saveRows<Key, Target, Row extends { version: number }>(
  screen: SavedScreen<Key, Target, Row>,
  { person, key }: { person: Person; key: Key },
  { saveId, rows }: { saveId: string; rows: readonly WantedSave[] },
): Promise<RowsSaved> {
  return transaction(
    person,
    async (t) => {
      const target = await screen.find(person, key, t);
      const closed = screen.closed(target);
      if (closed) return { closed };
      const locked = await lockedRows(screen, target, { names: rows.map(({ row }) => row), t });
      const results = await judgeRows({ screen, target, person }, { saveId, rows, locked }, t);
      const stored = [...(await screen.read(target, null, t)).values()];
      const values = stored.map((row) => screen.valuesOf(target, row));
      return { closed, results, receipt: screen.receipt(target, values) };
    },
    { saveId },
  );
}

/** Read by a statement of its own, after the lock: only that one sees what a colleague just saved. */
export async function lockedRows<Key, Target, Row extends { version: number }>(
  screen: SavedScreen<Key, Target, Row>,
  target: Target,
  { names, t }: { names: readonly string[]; t: Transaction },
): Promise<Map<string, Row>> {
  const rows = names.map(Number).filter(Number.isSafeInteger);
  await screen.lock(target, rows, t);
  return screen.read(target, rows, t);
}
