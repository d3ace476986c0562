import { z } from "zod";
import { COMMENT_LIMITS } from "#domain/term-reports.ts";
import type { SaveRequest } from "#saving/protocol.ts";

/** A comment that is too long is refused in words; far longer ones are not read. */
const LONGEST_TEXT = 4 * COMMENT_LIMITS.teacher_comment;
const LONGEST_NAME = 40;

const SaveRequestSchema = z.strictObject({
  saveId: z.string().regex(/^[\w-]{8,64}$/),
  rows: z
    .array(
      z.strictObject({
        row: z.string().regex(/^[1-9]\d{0,8}$/),
        base: z.int().nonnegative(),
        changes: z.record(
          z.string().max(LONGEST_NAME),
          z.union([z.string().max(LONGEST_TEXT), z.number(), z.null()]),
        ),
      }),
    )
    .length(1),
});

/** The body of a save, or null when it cannot be read: a report is a sheet of one row. */
export async function readSaveRequest(request: Request): Promise<SaveRequest | null> {
  const body: unknown = await request.json().catch(() => null);
  const parsed = SaveRequestSchema.safeParse(body);
  return parsed.success ? parsed.data : null;
}
