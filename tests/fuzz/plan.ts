/** The number of requests for each call, and the seed that repeats them. */
export type Plan = { seed: number; count: number };

const SEED = 20_261_123;
/** Requests for each call in `npm test`: about ten seconds for all calls together. */
const SHORT_RUN = 6;

/** Reads SEED and FUZZ_COUNT, which replay a run. */
export function planFrom({ SEED: seed, FUZZ_COUNT: count }: NodeJS.ProcessEnv): Plan {
  return { seed: Number(seed || SEED), count: Number(count || SHORT_RUN) };
}
