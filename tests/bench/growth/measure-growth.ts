import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { KB } from "../budgets.ts";
import { percentile, type Figure } from "../figures.ts";
import { fillLarge } from "../large/fill-large.ts";
import { databaseProcesses, usedFrom } from "../measures/processor-time.ts";
import { repeat } from "../measures/server-time.ts";
import { openWhenReady, textOf, Wire } from "../measures/wire.ts";
import type { Subject } from "../subject.ts";
import { listPages, type GrowthPage } from "./pages.ts";

/** The numbers of students, the smallest first: `GROWTH=1200,20000` measures two schools. */
const SCHOOLS = (process.env["GROWTH"] ?? "400,1200,20000,100000").split(",").map(Number);
/** Each page is opened this often, but a slow one only for some seconds. */
const MOST_REQUESTS = 60;
const LEAST_REQUESTS = 5;
const SLOW_PAGE_MS = 4_000;

/** Measures every page in schools of several sizes. It fills the school. */
export async function measureGrowth(subject: Subject): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const students of SCHOOLS) {
    const began = performance.now();
    await fillLarge(subject.ownerUrl, students);
    console.error(`a school of ${students}: made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const [school] = await queryDatabase<{ students: number }>(
      subject.databaseUrl,
      "select count(*)::integer as students from students where student_status_id <= 2",
    );
    const size = school?.students ?? students;
    for (const page of await listPages(subject))
      figures.push(...(await figuresOrFailure(subject, page, size)));
  }
  return figures;
}

/** A page that cannot be measured is in the table without a figure, so that the other pages are still measured. */
async function figuresOrFailure(subject: Subject, page: GrowthPage, size: number): Promise<Figure[]> {
  try {
    return await figuresOf(subject, page, size);
  } catch (error) {
    console.error(error);
    return [{ what: describe(page, size), measured: Number.NaN, unit: "ms" }];
  }
}

function describe({ name }: GrowthPage, size: number): string {
  return `${name}, of ${size.toLocaleString("en")} students, p50`;
}

async function figuresOf(subject: Subject, page: GrowthPage, size: number): Promise<Figure[]> {
  const { origin, web, dataDir } = subject;
  const wire = new Wire(origin, page.cookie);
  const first = await openWhenReady(wire, page.path);
  const [second = 0] = await repeat(1, wire, page.path);
  const requests = Math.max(LEAST_REQUESTS, Math.min(MOST_REQUESTS, Math.round(SLOW_PAGE_MS / second)));
  await repeat(Math.ceil(requests / 2), wire, page.path);
  const used = usedFrom([web.pid]);
  const usedByDatabase = usedFrom(databaseProcesses(dataDir));
  const times = await repeat(requests, wire, page.path);
  const [webMs, databaseMs] = [used() / requests, usedByDatabase() / requests];
  wire.close();
  const most = page.most?.(size);
  const what = describe(page, size);
  console.error(`${what}: ${percentile(times, 0.5).toFixed(1)} ms`);
  return [
    { what, measured: percentile(times, 0.5), unit: "ms", ...(most && { budget: { most } }) },
    { what: "… the first time", measured: first.milliseconds, unit: "ms" },
    { what: "… web CPU", measured: webMs, unit: "ms" },
    { what: "… PostgreSQL CPU", measured: databaseMs, unit: "ms" },
    { what: "… HTML", measured: Buffer.byteLength(textOf(first)) / KB, unit: "KB" },
    { what: "… compressed", measured: first.body.length / KB, unit: "KB" },
  ];
}
