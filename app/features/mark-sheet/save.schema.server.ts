import { z } from "zod";
import { MOST_ROWS } from "#saving/protocol.ts";
import type { SaveRequest } from "#saving/protocol.ts";

/** Longer than any value or field name that a sheet has. */
const LONGEST = 60;

const RowSaveSchema = z.strictObject({
  row: z.string().regex(/^[1-9]\d{0,8}$/),
  base: z.int().nonnegative(),
  changes: z.record(z.string().max(LONGEST), z.union([z.string().max(LONGEST), z.number(), z.null()])),
});

const SaveRequestSchema = z.strictObject({
  saveId: z.string().regex(/^[\w-]{8,64}$/),
  rows: z
    .array(RowSaveSchema)
    .min(1)
    .max(MOST_ROWS)
    .refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length, "a row stands twice"),
});

/** The body of a save, or null when it cannot be read. */
export async function readSaveRequest(request: Request): Promise<SaveRequest | null> {
  const body: unknown = await request.json().catch(() => null);
  const parsed = SaveRequestSchema.safeParse(body);
  return parsed.success ? parsed.data : null;
}
