type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs at most `most` pieces of work of this process at once; the others wait in order of arrival. `most` is a
 * function because settings are read with the first piece of work.
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
  /** Work in one lane delays work in another lane by one piece per turn. */
  lane: string;
  /** The subject of the work. */
  name: string;
};

/**
 * Limits work like `limitConcurrency`, but lanes take turns, and a lane has at most `inLane` waiting pieces, of which
 * at most `ofName` have one name: further work is not done.
 */
export function limitByLane({ most, inLane, ofName }: Lanes) {
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

/** Takes the first piece of the lane that has waited longest; the lane goes to the end of the queue. */
function takeNext(lanes: Map<string, Waiting[]>): Waiting | undefined {
  const [first] = lanes;
  if (!first) return undefined;
  const [lane, [next, ...others]] = first;
  lanes.delete(lane);
  if (others.length > 0) lanes.set(lane, others);
  return next;
}
