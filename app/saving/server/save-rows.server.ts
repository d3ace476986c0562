import type { Transaction } from "#db/index.ts";
import { isTermAhead } from "#db/queries/calendar.ts";
import type { LockReason } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import { TERM_NOT_STARTED } from "#domain/rollover/under-way-message.ts";
import type { FieldValues } from "#fields/value.ts";
import { errorKind, unavailable } from "#runtime/errors.ts";
import { createCounter, createHistogram } from "#runtime/metrics.ts";
import { hasChanges, type SaveReceipt, type RowResult, countSaveReceipt } from "../protocol/protocol.ts";
import { decideAndStoreRows, type SavedRows, type RowSaveAttempt } from "./judge-rows.server.ts";
import type { SaveDefinition } from "./saved-screen.server.ts";

/** If the target is closed, nothing is saved. */
type RowsSaveResult =
  | ({ closed: null; results: RowResult[]; receipt: SaveReceipt } & Pick<SavedRows<unknown>, "otherwise">)
  | { closed: LockReason };

/** With `isPutBack`, the entry dates are not checked, because an earlier value is restored. */
type Save = { saveId: string; rows: readonly RowSaveAttempt[]; isPutBack?: boolean };

export async function saveRows<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SaveDefinition<Key, Target, Row, Writing>,
  { person, key }: { person: Person; key: Key },
  { saveId, rows, isPutBack = false }: Save,
): Promise<RowsSaveResult> {
  const saved: RowsSaveResult = await screen.begin(
    person,
    async (t) => {
      const target = await findTarget(screen, { person, key }, t);
      const closed = screen.closed(target);
      if (closed && !(isPutBack && closed.why === "outside-dates")) return { closed };
      const locked = await lockAndReadRows(screen, target, rows, t);
      const { results, stored, otherwise } = await decideAndStoreRows(
        { screen, target, person },
        { saveId, rows, locked },
        t,
      );
      const values = [...stored.values()].map((row) => screen.valuesOf(target, row));
      return { closed: null, results, otherwise, receipt: countSaveReceipt(values, screen.rules(target)) };
    },
    { saveId },
  );
  if (saved.closed) countClosed(rows.length);
  else countResults(saved.results);
  return saved;
}

/** Finds the target. @throws notFound, unavailable if its term has not started, so that the device keeps the rows */
async function findTarget<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: Pick<SaveDefinition<Key, Target, Row, Writing>, "find" | "termOf">,
  { person, key }: { person: Person; key: Key },
  t: Writing,
): Promise<Target> {
  try {
    return await screen.find(person, key, t);
  } catch (error) {
    const termId = errorKind(error) === "notFound" ? screen.termOf?.(key) : undefined;
    if (termId !== undefined && (await isTermAhead(termId, t))) throw unavailable(TERM_NOT_STARTED);
    throw error;
  }
}

/**
 * Locks the rows to write. A second statement then reads them, and so sees values that a colleague has just saved. A
 * row that is only read does not wait for its lock.
 */
export async function lockAndReadRows<
  Key,
  Target,
  Row extends { version: number },
  Writing extends Transaction,
>(
  screen: SaveDefinition<Key, Target, Row, Writing>,
  target: Target,
  rows: readonly { row: string; changes?: FieldValues }[],
  t: Writing,
): Promise<Map<string, Row>> {
  const written = rows.filter(({ changes }) => !changes || hasChanges(changes));
  if (written.length > 0) await screen.lock(target, idsOf(written), t);
  return screen.read(target, idsOf(rows), t);
}

function idsOf(rows: readonly { row: string }[]): number[] {
  return rows.map(({ row }) => Number(row)).filter(Number.isSafeInteger);
}

const SECONDS = [10, 60, 300, 900, 3600, 4 * 3600, 12 * 3600, 24 * 3600, 7 * 24 * 3600];

/** A longer wait probably comes from a wrong clock on the device. */
const LONGEST_SECONDS = 366 * 24 * 3600;

const rows = createCounter({
  name: "termbook_rows_judged_total",
  help: "Rows that browsers sent to be saved, by outcome: saved, refused, conflict, closed.",
  labelNames: ["outcome"],
});
const waited = createHistogram({
  name: "termbook_save_waited_seconds",
  help: "Seconds that a typed value waited on its device before it was saved or refused.",
  buckets: SECONDS,
});

export function countResults(results: readonly Pick<RowResult, "outcome">[]): void {
  for (const { outcome } of results) rows.inc({ outcome });
}

function countClosed(count: number): void {
  rows.inc({ outcome: "closed" }, count);
}

/** Records how long a request's oldest row waited on its device. The header is missing if there was no wait. */
export function recordWaitTime(header: string | null): void {
  const seconds = Number(header ?? 0);
  if (seconds >= 0 && seconds <= LONGEST_SECONDS) waited.observe(seconds);
}
