/** How many requests each call gets, and the seed that makes the same ones again. */
export type Plan = { seed: number; count: number };

const SEED = 20_261_123;
/** In `npm test`: seconds in all. */
const SHORT_RUN = 6;

/** SEED and FUZZ_COUNT replay a run. */
export function planFrom({ SEED: seed, FUZZ_COUNT: count }: NodeJS.ProcessEnv): Plan {
  return { seed: Number(seed || SEED), count: Number(count || SHORT_RUN) };
}
