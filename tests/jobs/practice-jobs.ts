import { z } from "zod";
import { defineJob } from "#jobs/definitions.ts";

export const practice = defineJob("tests.practice", z.object({ rowId: z.number() }));
export const failing = defineJob("tests.failing", z.object({ rowId: z.number() }), {
  retries: { retryLimit: 2, retryDelay: 0, retryBackoff: false },
});
