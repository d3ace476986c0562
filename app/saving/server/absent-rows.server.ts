import type { Reading, Transaction } from "#db/index.ts";
import type { SavedScreen } from "./saved-screen.server.ts";

type Asking<Key, Target, Row extends { version: number }, Writing extends Transaction> = {
  screen: SavedScreen<Key, Target, Row, Writing>;
  target: Target;
};

type Asked = { rows: readonly { row: string }[]; locked: ReadonlyMap<string, unknown> };

/** Why rows are not the target's any more, where its screen knows more than that. */
export async function reasonsOfAbsence<
  Key,
  Target,
  Row extends { version: number },
  Writing extends Transaction,
>(
  { screen, target }: Asking<Key, Target, Row, Writing>,
  { rows, locked }: Asked,
  t: Reading,
): Promise<ReadonlyMap<string, string>> {
  const absent = rows.filter(({ row }) => !locked.has(row)).map(({ row }) => Number(row));
  const keys = absent.filter(Number.isSafeInteger);
  return keys.length > 0 && screen.whyNoRow ? screen.whyNoRow(target, keys, t) : new Map();
}
