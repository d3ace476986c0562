import { z } from "zod";
import { job } from "#jobs/definitions.ts";

export const practice = job("tests.practice", z.object({ rowId: z.number() }));
export const failing = job("tests.failing", z.object({ rowId: z.number() }), {
  retries: { retryLimit: 2, retryDelay: 0, retryBackoff: false },
});
