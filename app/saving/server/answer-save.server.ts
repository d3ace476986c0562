import { closedError } from "#access/closed.server.ts";
import type { Person } from "#domain/person.ts";
import type { SaveReply } from "../protocol/protocol.ts";
import { readSave } from "./save-request.server.ts";
import { saveRows } from "./save-rows.server.ts";
import type { SavedScreen } from "./saved-screen.server.ts";

/** Rows as a screen's script sends them. @throws forbidden, conflict where nothing can be entered */
export async function answerSave<Key, Target, Row extends { version: number }>(
  screen: SavedScreen<Key, Target, Row>,
  whose: { person: Person; key: Key },
  request: Request,
): Promise<{ status: 200; body: SaveReply }> {
  const saved = await saveRows(screen, whose, await readSave(request));
  if (saved.closed) throw closedError(saved.closed);
  const { results, receipt } = saved;
  return { status: 200, body: { results, receipt } };
}
