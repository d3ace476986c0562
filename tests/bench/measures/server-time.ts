import { CLASS_MS, EMPLOYEES_MS, REPORT_MS, SHEET_MS, SIGN_IN_MS } from "../budgets.ts";
import { percentile, type Figure, type Target } from "../figures.ts";
import { databaseProcesses, usedFrom } from "./processor-time.ts";
import { PAGE_NAMES, pageOf, type PageKind, type Subject } from "../subject.ts";
import { expectStatus, Wire } from "./wire.ts";

const WARM_UP = 200;
const REQUESTS = 300;

const TARGETS: Record<PageKind, Target> = {
  sheet: SHEET_MS,
  report: REPORT_MS,
  class: CLASS_MS,
  employees: EMPLOYEES_MS,
  menu: {},
  "sign-in": SIGN_IN_MS,
};

/** Measures the time from request to last byte for each page, on one connection. */
export async function measureServerTime(subject: Subject): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of Object.keys(TARGETS) as PageKind[]) figures.push(...(await timesOf(kind, subject)));
  return figures;
}

async function timesOf(kind: PageKind, subject: Subject): Promise<Figure[]> {
  const { origin, web, dataDir } = subject;
  const page = pageOf(kind, subject);
  const wire = new Wire(origin, page.cookie);
  await repeat(WARM_UP, wire, page.path);
  const used = usedFrom([web.pid]);
  const usedByDatabase = usedFrom(databaseProcesses(dataDir));
  const times = await repeat(REQUESTS, wire, page.path);
  wire.close();
  const words = `${PAGE_NAMES[kind]}, server time`;
  return [
    { what: `${words}, p50`, measured: percentile(times, 0.5), unit: "ms", ...TARGETS[kind] },
    { what: "… p95", measured: percentile(times, 0.95), unit: "ms" },
    { what: "… web CPU", measured: used() / REQUESTS, unit: "ms" },
    { what: "… PostgreSQL CPU", measured: usedByDatabase() / REQUESTS, unit: "ms" },
  ];
}

export async function repeat(times: number, wire: Wire, path: string): Promise<number[]> {
  const taken: number[] = [];
  for (let count = 0; count < times; count++) {
    taken.push(expectStatus(await wire.open(path), 200, path).milliseconds);
  }
  return taken;
}
