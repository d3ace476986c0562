import { SHEET_MS } from "../budgets.ts";
import { percentile, type Figure, type Target } from "../figures.ts";
import { databaseProcesses, processorTimeOf } from "./processor-time.ts";
import type { Subject } from "../subject.ts";
import { expectStatus, Wire } from "./wire.ts";

const WARM_UP = 200;
const REQUESTS = 300;

type Page = { name: string; path: string; cookie: string; target: Target };

/** From request to last byte on one connection, one page after the other. */
export async function measureServerTime(subject: Subject): Promise<Figure[]> {
  const { cookie, sheet } = subject;
  const markSheet = { name: "mark sheet, 35 rows", path: sheet.path, cookie, target: SHEET_MS };
  const signIn = { name: "sign-in page", path: "/", cookie: "", target: {} };
  return [...(await timesOf(subject, markSheet)), ...(await timesOf(subject, signIn))];
}

async function timesOf({ origin, web, dataDir }: Subject, page: Page): Promise<Figure[]> {
  const wire = new Wire(origin, page.cookie);
  await repeat(WARM_UP, wire, page.path);
  const used = usedFrom([web.pid]);
  const usedByDatabase = usedFrom(databaseProcesses(dataDir));
  const times = await repeat(REQUESTS, wire, page.path);
  wire.close();
  const words = `${page.name}, server time on one connection`;
  return [
    { what: `${words}, p50`, measured: percentile(times, 0.5), unit: "ms", ...page.target },
    { what: "… p95", measured: percentile(times, 0.95), unit: "ms" },
    { what: "… processor time a page, web process", measured: used() / REQUESTS, unit: "ms" },
    { what: "… processor time a page, PostgreSQL", measured: usedByDatabase() / REQUESTS, unit: "ms" },
  ];
}

/** What other programs on the machine take away does not count in it. */
function usedFrom(pids: readonly number[]): () => number {
  const before = processorTimeOf(pids);
  return () => processorTimeOf(pids) - before;
}

async function repeat(times: number, wire: Wire, path: string): Promise<number[]> {
  const taken: number[] = [];
  for (let count = 0; count < times; count++) {
    taken.push(expectStatus(await wire.open(path), 200, path).milliseconds);
  }
  return taken;
}
