import type { Transaction } from "#db/index.ts";
import { closedError } from "#access/closed.server.ts";
import type { Person } from "#domain/person.ts";
import { WAITED, type RowResult, type SaveReply } from "../protocol/protocol.ts";
import { observeWait } from "./count-saves.server.ts";
import { readSave } from "./save-request.server.ts";
import { saveRows } from "./save-rows.server.ts";
import type { SavedScreen } from "./saved-screen.server.ts";

/** Rows as a screen's script sends them. @throws forbidden, conflict where nothing can be entered */
export async function answerSave<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SavedScreen<Key, Target, Row, Writing>,
  whose: { person: Person; key: Key },
  request: Request,
): Promise<{ status: 200; body: SaveReply }> {
  const { results, receipt } = await savedRows(screen, whose, request);
  return { status: 200, body: { results, receipt } };
}

/** The same where a row is long: of one that is saved only what is stored otherwise than it was read and sent is answered. */
export async function answerBriefly<
  Key,
  Target,
  Row extends { version: number },
  Writing extends Transaction,
>(
  screen: SavedScreen<Key, Target, Row, Writing>,
  whose: { person: Person; key: Key },
  request: Request,
): Promise<{ status: 200; body: SaveReply }> {
  const { results, receipt, otherwise } = await savedRows(screen, whose, request);
  const brief = results.map((result): RowResult => {
    const values = otherwise.get(result.row);
    if (result.outcome !== "saved" || !values) return result;
    return { ...result, stored: { version: result.stored.version, values }, brief: true };
  });
  return { status: 200, body: { results: brief, receipt } };
}

async function savedRows<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SavedScreen<Key, Target, Row, Writing>,
  whose: { person: Person; key: Key },
  request: Request,
) {
  const saved = await saveRows(screen, whose, await readSave(request));
  observeWait(request.headers.get(WAITED));
  if (saved.closed) throw closedError(saved.closed);
  return saved;
}
