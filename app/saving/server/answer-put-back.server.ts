import { z } from "zod";
import { answerForm, done, stale } from "#access/forms/answer-form.server.ts";
import { version, versionOrNew } from "#access/forms/form-values.schema.server.ts";
import type { Transaction } from "#db/index.ts";
import { randomId } from "#runtime/ids.ts";
import { notDoneWords, putBack, type AskedRow } from "./row-history.server.ts";
import type { SavedScreen } from "./saved-screen.server.ts";

/** The version that the row was read at, and the entry of its history whose change is undone. */
const PutBackForm = z.object({ base: versionOrNew, before: version });

/** @param field where it is the history of one field @param to the page under the dialog */
type Asked<Key> = AskedRow<Key> & { field?: string; to: string; look?: string };

/** Answers the form of a `HistoryDialog`. @throws notFound when the history has no such entry */
export function answerPutBack<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  request: Request,
  screen: SavedScreen<Key, Target, Row, Writing>,
  { to, field, look = "Look at the newest entry", ...asked }: Asked<Key>,
) {
  return answerForm(request, PutBackForm, async (input) => {
    const saved = await putBack(screen, asked, { ...input, field, saveId: randomId() });
    const words = notDoneWords(saved, look);
    return words === null ? done(to, "Put back.") : stale(words);
  });
}
