import { z } from "zod";
import { invalid, methodNotAllowed } from "#runtime/errors.ts";
import { sentJson } from "#runtime/sent-body.ts";
import { MOST_ROWS, type SaveRequest } from "../protocol/protocol.ts";

/** Longer than the name of any field that a sheet has. */
const LONGEST_NAME = 60;

/** More than any row has. */
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
    .refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length, "a row stands twice"),
});

/** The body of a save. @throws methodNotAllowed, unsupportedMedia, invalid */
export async function readSave(request: Request): Promise<SaveRequest> {
  if (request.method !== "POST") throw methodNotAllowed("POST");
  const parsed = Save.safeParse(await sentJson(request));
  if (!parsed.success) throw invalid("this could not be read");
  return parsed.data;
}
