type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs at most `most` tasks of this process at once; other tasks wait in order of arrival. `most` is a function, so
 * that the settings are read only when the first task runs.
 */
export function limitConcurrency(most: () => number): InTurn {
  const waiting: (() => void)[] = [];
  let free: number | null = null;

  return async function run(work) {
    free ??= most();
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free = (free ?? 0) + 1;
    }
  };
}

type Lanes = { most: () => number; inLane: number; ofName: number };
type Waiting = { name: string; start: () => void };
type Turn = {
  /** The queue to which the task belongs. Lanes take turns, so a long queue in one lane hardly delays the others. */
  lane: string;
  /** The subject of the task, such as a user name. */
  name: string;
};

/**
 * Limits tasks like `limitConcurrency`, but with several queues, called lanes, which take turns. At most `inLane` tasks
 * may wait in a lane, and at most `ofName` tasks with the same name. A task above these limits does not run, and its
 * result is `crowded`.
 */
export function limitConcurrencyByLane({ most, inLane, ofName }: Lanes) {
  const lanes = new Map<string, Waiting[]>();
  let free: number | null = null;

  return async function run<Result>(
    { lane, name }: Turn,
    work: () => Promise<Result>,
  ): Promise<Result | "crowded"> {
    free ??= most();
    if (free > 0) free -= 1;
    else {
      const waiting = lanes.get(lane) ?? [];
      const isCrowded = waiting.length >= inLane || countOf(name, waiting) >= ofName;
      if (isCrowded) return "crowded";
      await new Promise<void>((start) => lanes.set(lane, [...waiting, { name, start }]));
    }
    try {
      return await work();
    } finally {
      const next = takeNext(lanes);
      if (next) next.start();
      else free = (free ?? 0) + 1;
    }
  };
}

function countOf(name: string, waiting: readonly Waiting[]): number {
  return waiting.filter((item) => item.name === name).length;
}

/** Returns the next task of the lane that has waited longest, and moves the lane to the end. */
function takeNext(lanes: Map<string, Waiting[]>): Waiting | undefined {
  const [first] = lanes;
  if (!first) return undefined;
  const [lane, [next, ...others]] = first;
  lanes.delete(lane);
  if (others.length > 0) lanes.set(lane, others);
  return next;
}
