import { FAULT_KINDS, type FaultKind } from "./faults.ts";
import type { Plan } from "./run-faults.ts";

const SEED = 20_261_121;
/** Each kind comes once; `npm run test:faults` makes a thousand. */
const SHORT_RUN = FAULT_KINDS.length;

/**
 * Reads FAULTS_SEED and FAULTS_COUNT, which replay a run; FAULTS_KINDS (`tab killed,reply lost`) limits it to these
 * kinds.
 */
export function planFrom(settings: NodeJS.ProcessEnv): Plan {
  const { FAULTS_SEED, FAULTS_COUNT, FAULTS_KINDS } = settings;
  return {
    seed: Number(FAULTS_SEED || SEED),
    count: Number(FAULTS_COUNT || SHORT_RUN),
    kinds: FAULTS_KINDS ? FAULTS_KINDS.split(",").map(kindOf) : FAULT_KINDS,
  };
}

function kindOf(words: string): FaultKind {
  const kind = FAULT_KINDS.find((item) => item === words.trim());
  if (!kind) throw new Error(`There is no fault "${words.trim()}"; there are: ${FAULT_KINDS.join(", ")}`);
  return kind;
}
