import { z } from "zod";
import { invalid, methodNotAllowed } from "#runtime/errors.ts";
import type { SaveRequest } from "../protocol/protocol.ts";

/** Longer than the name of any field that a sheet has. */
const LONGEST_NAME = 60;

/**
 * How a sheet reads the body of a save.
 * @param longestText more than any value has: what is too long for its field is refused there in words, far longer is
 *   not read
 * @param most the rows that the sheet can have
 */
export function saveRequest({ longestText, most }: { longestText: number; most: number }) {
  const Value = z.union([z.string().max(longestText), z.number(), z.null()]);
  const RowSave = z.strictObject({
    row: z.string().regex(/^[1-9]\d{0,8}$/),
    base: z.int().nonnegative(),
    changes: z.record(z.string().max(LONGEST_NAME), Value),
  });
  const Save = z.strictObject({
    saveId: z.string().regex(/^[\w-]{8,64}$/),
    rows: z
      .array(RowSave)
      .min(1)
      .max(most)
      .refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length, "a row stands twice"),
  });

  /** @throws methodNotAllowed, invalid */
  return async function readSave(request: Request): Promise<SaveRequest> {
    if (request.method !== "POST") throw methodNotAllowed("POST");
    const body: unknown = await request.json().catch(() => null);
    const parsed = Save.safeParse(body);
    if (!parsed.success) throw invalid("this could not be read");
    return parsed.data;
  };
}
