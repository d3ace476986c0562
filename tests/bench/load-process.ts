import { performance } from "node:perf_hooks";
import { expectStatus, Wire } from "./measures/wire.ts";

/** Requests a page over several connections as fast as the server responds, and prints the results as JSON. */
export type Load = {
  origin: string;
  path: string;
  cookie: string;
  connections: number;
  warmUpSeconds: number;
  seconds: number;
};
export type LoadResult = { answered: number; seconds: number };

const load = JSON.parse(process.argv[2] ?? "") as Load;
await ask(load.warmUpSeconds);
console.log(JSON.stringify(await ask(load.seconds)));
process.exit(0);

async function ask(seconds: number): Promise<LoadResult> {
  const began = performance.now();
  const until = began + seconds * 1000;
  const counts = await Promise.all(Array.from({ length: load.connections }, () => askUntil(until)));
  const answered = counts.reduce((total, count) => total + count, 0);
  return { answered, seconds: (performance.now() - began) / 1000 };
}

async function askUntil(until: number): Promise<number> {
  const wire = new Wire(load.origin, load.cookie);
  let answered = 0;
  for (; performance.now() < until; answered++) {
    expectStatus(await wire.open(load.path), 200, load.path);
  }
  wire.close();
  return answered;
}
