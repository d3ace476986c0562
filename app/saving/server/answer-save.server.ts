import { z } from "zod";
import type { Transaction } from "#db/index.ts";
import { closedError } from "#access/closed.server.ts";
import { answerForm, done, stale } from "#access/forms/answer-form.server.ts";
import { version, versionOrNew } from "#access/forms/form-values.schema.server.ts";
import type { Person } from "#domain/person.ts";
import { invalid, methodNotAllowed } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { readJson } from "#runtime/request-body.ts";
import { WAITED, type RowResult, type SaveReply, MOST_ROWS, type SaveRequest } from "../protocol/protocol.ts";
import { observeWait, saveRows } from "./save-rows.server.ts";
import { describeNotRestored, restoreEntry, type RowRequest } from "./row-history.server.ts";
import type { SavedScreen } from "./saved-screen.server.ts";

/** Saves rows as a screen's script sends them. @throws forbidden, conflict */
export async function answerSave<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SavedScreen<Key, Target, Row, Writing>,
  whose: { person: Person; key: Key },
  request: Request,
): Promise<{ status: 200; body: SaveReply }> {
  const { results, receipt } = await savedRows(screen, whose, request);
  return { status: 200, body: { results, receipt } };
}

/**
 * Saves like `answerSave`, for long rows: the reply for a saved row contains only the values that the page does not
 * know, which are neither as it loaded them nor as it sent them.
 */
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

/** No field of a sheet has a longer name. */
const LONGEST_NAME = 60;

/** No row has more fields. */
const MOST_FIELDS = 200;

const Value = z.union([z.string(), z.number(), z.null()]);

const RowSave = z.strictObject({
  row: z.string().regex(/^[1-9]\d{0,8}$/),
  base: z.int().nonnegative(),
  changes: z
    .record(z.string().max(LONGEST_NAME), Value)
    .refine((changes) => Object.keys(changes).length <= MOST_FIELDS, "too many fields"),
});

const Save = z.strictObject({
  saveId: z.string().regex(/^[\w-]{8,64}$/),
  rows: z
    .array(RowSave)
    .min(1)
    .max(MOST_ROWS)
    .refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length, "a row appears twice"),
});

/** Reads the body of a save. @throws methodNotAllowed, unsupportedMedia, invalid */
async function readSave(request: Request): Promise<SaveRequest> {
  if (request.method !== "POST") throw methodNotAllowed("POST");
  const parsed = Save.safeParse(await readJson(request));
  if (!parsed.success) throw invalid("the server could not read what was sent");
  return parsed.data;
}

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
