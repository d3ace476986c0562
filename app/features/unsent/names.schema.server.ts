import { z } from "zod";
import { MOST_ROWS } from "#saving/protocol/protocol.ts";
import { MOST_SHEETS } from "./names.ts";
import type { AskedSheet } from "./names.ts";

const LONGEST_ADDRESS = 100;

const AskedSchema = z.strictObject({
  sheets: z
    .array(
      z.strictObject({
        sheet: z.string().max(LONGEST_ADDRESS),
        rows: z.array(z.string().regex(/^[1-9]\d{0,8}$/)).max(MOST_ROWS),
      }),
    )
    .max(MOST_SHEETS),
});

/** The body of the request, or null when it cannot be read. */
export async function readAsked(request: Request): Promise<AskedSheet[] | null> {
  const body: unknown = await request.json().catch(() => null);
  const parsed = AskedSchema.safeParse(body);
  return parsed.success ? parsed.data.sheets : null;
}
