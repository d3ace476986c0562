import { z } from "zod";
import type { Transaction } from "#db/index.ts";
import { toLockError } from "#access/closed.server.ts";
import { handleForm, formSucceeded, stale } from "#access/forms/answer-form.server.ts";
import { versionFieldSchema, versionOrNewSchema } from "#access/forms/form-values.schema.server.ts";
import type { Person } from "#domain/person.ts";
import { invalid, methodNotAllowed } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { readJson } from "#runtime/request-body.ts";
import {
  WAIT_TIME_HEADER,
  type RowResult,
  type SaveReply,
  MAX_ROWS_PER_REQUEST,
  type SaveRequest,
} from "../protocol/protocol.ts";
import { recordWaitTime, saveRows } from "./save-rows.server.ts";
import { describeNotRestored, restoreEntry, type RowRequest } from "./row-history.server.ts";
import type { SaveDefinition } from "./saved-screen.server.ts";

/** Saves rows that a page's JavaScript has sent. @throws forbidden, conflict */
export async function handleSave<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SaveDefinition<Key, Target, Row, Writing>,
  personAndKey: { person: Person; key: Key },
  request: Request,
): Promise<{ status: 200; body: SaveReply }> {
  const { results, receipt } = await savedRows(screen, personAndKey, request);
  return { status: 200, body: { results, receipt } };
}

/**
 * Works like `handleSave`, for long rows. The reply contains only values that the page does not know yet, because it
 * neither loaded nor sent them.
 */
export async function handleSaveOfLongRows<
  Key,
  Target,
  Row extends { version: number },
  Writing extends Transaction,
>(
  screen: SaveDefinition<Key, Target, Row, Writing>,
  personAndKey: { person: Person; key: Key },
  request: Request,
): Promise<{ status: 200; body: SaveReply }> {
  const { results, receipt, otherwise } = await savedRows(screen, personAndKey, request);
  const brief = results.map((result): RowResult => {
    const values = otherwise.get(result.row);
    if (result.outcome !== "saved" || !values) return result;
    return { ...result, stored: { version: result.stored.version, values }, brief: true };
  });
  return { status: 200, body: { results: brief, receipt } };
}

async function savedRows<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SaveDefinition<Key, Target, Row, Writing>,
  whose: { person: Person; key: Key },
  request: Request,
) {
  const saved = await saveRows(screen, whose, await readSave(request));
  recordWaitTime(request.headers.get(WAIT_TIME_HEADER));
  if (saved.closed) throw toLockError(saved.closed);
  return saved;
}

/** The limit is longer than the name of any field on a sheet. */
const LONGEST_NAME = 60;

/** The limit is more than any row has. */
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
    .max(MAX_ROWS_PER_REQUEST)
    .refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length, "a row appears twice"),
});

/** Reads the body of a save request. @throws methodNotAllowed, unsupportedMedia, invalid */
async function readSave(request: Request): Promise<SaveRequest> {
  if (request.method !== "POST") throw methodNotAllowed("POST");
  const parsed = Save.safeParse(await readJson(request));
  if (!parsed.success) throw invalid("the server could not read what was sent");
  return parsed.data;
}

/** `base` is the version of the row when it was read, and `before` is the history entry to undo. */
const PutBackForm = z.object({ base: versionOrNewSchema, before: versionFieldSchema });

/** `field` limits the history to one field. `to` is the URL of the page under the dialog. */
type Asked<Key> = RowRequest<Key> & { field?: string; to: string; look?: string };

/** Handles the form of a `HistoryDialog`, which restores values. @throws notFound */
export function handlePutBack<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  request: Request,
  screen: SaveDefinition<Key, Target, Row, Writing>,
  { to, field, look = "Check the newest entry", ...rest }: Asked<Key>,
) {
  return handleForm(request, PutBackForm, async (input) => {
    const saved = await restoreEntry(screen, rest, { ...input, field, saveId: randomId() });
    const words = describeNotRestored(saved, look);
    return words === null ? formSucceeded(to, "The earlier value was put back.") : stale(words);
  });
}
