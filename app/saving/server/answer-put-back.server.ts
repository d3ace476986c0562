import { z } from "zod";
import { answerForm, done, stale } from "#access/forms/answer-form.server.ts";
import { version, versionOrNew } from "#access/forms/form-values.schema.server.ts";
import type { Transaction } from "#db/index.ts";
import { randomId } from "#runtime/ids.ts";
import { describeNotRestored, restoreEntry, type RowRequest } from "./row-history.server.ts";
import type { SavedScreen } from "./saved-screen.server.ts";

/** `base` is the version at which the row was read, and `before` the history entry to undo. */
const PutBackForm = z.object({ base: versionOrNew, before: version });

/** `field` limits the history to one field, and `to` is the page under the dialog. */
type Asked<Key> = RowRequest<Key> & { field?: string; to: string; look?: string };

/** Answers the form of a `HistoryDialog`. @throws notFound */
export function answerPutBack<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  request: Request,
  screen: SavedScreen<Key, Target, Row, Writing>,
  { to, field, look = "Check the newest entry", ...rest }: Asked<Key>,
) {
  return answerForm(request, PutBackForm, async (input) => {
    const saved = await restoreEntry(screen, rest, { ...input, field, saveId: randomId() });
    const words = describeNotRestored(saved, look);
    return words === null ? done(to, "The earlier value was put back.") : stale(words);
  });
}
