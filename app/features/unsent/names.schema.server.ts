import { z } from "zod";
import { sentJson } from "#runtime/sent-body.ts";
import { MOST_ROWS } from "#saving/protocol/protocol.ts";
import { MOST_TARGETS, type AskedTarget } from "#saving/client/target-names.ts";

const LONGEST_ADDRESS = 100;

const AskedSchema = z.strictObject({
  targets: z
    .array(
      z.strictObject({
        target: z.string().max(LONGEST_ADDRESS),
        rows: z.array(z.string().regex(/^[1-9]\d{0,8}$/)).max(MOST_ROWS),
      }),
    )
    .max(MOST_TARGETS),
});

/** The body of the request, or null when it cannot be read. */
export async function readAsked(request: Request): Promise<AskedTarget[] | null> {
  const parsed = AskedSchema.safeParse(await sentJson(request));
  return parsed.success ? parsed.data.targets : null;
}
