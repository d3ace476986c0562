import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { prepareCheckout } from "../../app/server/prepare.mjs";
import { Closing } from "./closing.ts";
import { measureCalls } from "./measures/api/calls.ts";
import { measureAttendance } from "./measures/attendance.ts";
import { measureBatches } from "./measures/batches.ts";
import { measureBeside, otherPage } from "./measures/beside.ts";
import { measureDocuments } from "./measures/documents.ts";
import { measureGrowth } from "./growth/measure-growth.ts";
import { measureLargeSchool } from "./large/measure-large-school.ts";
import { markdownTable, type Figure } from "./figures.ts";
import { measureSlowLine } from "./line/slow-line.ts";
import { measureFirstNeed } from "./measures/first-need.ts";
import { measureImports } from "./measures/imports.ts";
import { measureMarksArchive } from "./measures/marks-archive.ts";
import { measureOverview } from "./large/measure-overview.ts";
import { measurePrintReports } from "./measures/print-reports.ts";
import { measureRollover } from "./measures/rollover.ts";
import { measureSaves } from "./measures/saves.ts";
import { measureServerTime } from "./measures/server-time.ts";
import { measureStart } from "./measures/start.ts";
import { measureStudentList } from "./measures/student-list.ts";
import { measureTabSave } from "./measures/tab-save.ts";
import { openSchool, startWeb, type School, type Subject } from "./subject.ts";
import { measureThroughput } from "./measures/throughput.ts";
import { measureTyping } from "./measures/typing.ts";
import { measureUsable } from "./measures/usable.ts";
import { launchBrowser } from "./visitor.ts";
import { measureReportWeek } from "./week/report-week.ts";
import { measureVisits } from "./measures/visits.ts";

type Part = { name: string; measure: (bench: Bench) => Promise<Figure[]> };
type Bench = { subject: Subject; browser: Browser; closing: Closing };

/**
 * Implements `npm run bench`: measures the budgets on a new demo school. A missed budget is not a failure, but a figure
 * that could not be measured is. `--json FILE` also writes the figures to a file. `--only NAME` measures one part and
 * may be repeated. `--beside KIND=URL` measures our page in turns with another server's page, whose session cookie is
 * given by `--beside-cookie`.
 */
const PARTS: readonly Part[] = [
  { name: "first-need", measure: ({ subject }) => measureFirstNeed(subject) },
  { name: "visits", measure: ({ subject, browser }) => measureVisits(subject, browser) },
  { name: "usable", measure: ({ subject, browser }) => measureUsable(subject, browser) },
  { name: "slow line", measure: ({ subject, browser }) => measureSlowLine(subject, browser) },
  { name: "saves", measure: ({ subject, browser }) => measureSaves(subject, browser) },
  { name: "tab-save", measure: ({ subject, browser }) => measureTabSave(subject, browser) },
  { name: "typing", measure: ({ subject, browser }) => measureTyping(subject, browser) },
  { name: "server-time", measure: ({ subject }) => measureServerTime(subject) },
  { name: "throughput", measure: ({ subject, closing }) => measureThroughput(subject, closing) },
  { name: "documents", measure: ({ subject }) => measureDocuments(subject) },
  { name: "beside", measure: ({ subject }) => measureBeside(others, subject) },
  { name: "attendance", measure: ({ subject }) => measureAttendance(subject) },
  { name: "print reports", measure: ({ subject }) => measurePrintReports(subject) },
  { name: "rollover", measure: measureRollover },
  { name: "archive", measure: ({ subject }) => measureMarksArchive(subject) },
  { name: "imports", measure: measureImports },
  { name: "batches", measure: measureBatches },
  { name: "calls", measure: ({ subject }) => measureCalls(subject) },
  { name: "report week", measure: ({ subject, closing }) => measureReportWeek(subject, closing) },
  { name: "students", measure: ({ subject }) => measureStudentList(subject) },
  { name: "growth", measure: ({ subject }) => measureGrowth(subject) },
  { name: "overview", measure: ({ subject, browser }) => measureOverview(subject, browser) },
  { name: "large school", measure: ({ subject, closing }) => measureLargeSchool(subject, closing) },
];
const START = "start";

const { values: options } = parseArgs({
  options: {
    json: { type: "string" },
    only: { type: "string", multiple: true },
    beside: { type: "string", multiple: true },
    "beside-cookie": { type: "string" },
  },
});
const others = (options.beside ?? []).map((text) => otherPage(text, options["beside-cookie"] ?? ""));
const figures: Figure[] = [];
const failures: string[] = [];
const loadBefore = loadavg();

const closing = new Closing();
try {
  await prepareCheckout();
  const school = await openSchool(closing);
  await measureProduct(school);
  await attempt(START, () => measureStart(school.dataDir, closing));
} catch (error) {
  // A part that is interrupted by Ctrl-C has lost its server and fails. That failure is not reported.
  if (!closing.hasBegun) throw error;
} finally {
  await closing.close();
}
const load = { before: lastMinute(loadBefore), after: lastMinute(loadavg()) };
print();
if (options.json) writeFileSync(options.json, `${JSON.stringify({ load, figures, failures }, null, 2)}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Measures everything except the start of the product, which is measured after this product has stopped. */
async function measureProduct(school: School): Promise<void> {
  const subject = await startWeb(school, closing);
  const browser = await launchBrowser(closing);
  for (const { name, measure } of PARTS) await attempt(name, () => measure({ subject, browser, closing }));
  await browser.close();
  await subject.web.stop();
  await school.closeDatabase();
}

async function attempt(name: string, measure: () => Promise<Figure[]>): Promise<void> {
  if (closing.hasBegun || (options.only && !options.only.includes(name))) return;
  console.error(`measuring: ${name}`);
  try {
    figures.push(...(await measure()));
  } catch (error) {
    if (closing.hasBegun) throw error;
    console.error(error);
    failures.push(`${name}: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`);
  }
}

function print(): void {
  const machine = `Node ${process.version}, ${cpus().length} cores, load ${load.before} before and ${load.after} after.`;
  console.log(
    [
      `${machine} 1 KB = 1,000 bytes; bytes are those on the wire, headers included, unless said otherwise.`,
      "Browser, load generator, PostgreSQL (with fsync) and product share the cores. The slow network is Chromium's",
      "own emulation, on connections that are open; the slow line is slow for everything, connections included.",
      "",
      markdownTable(figures),
      "",
      ...failures.map((failure) => `Not measured: ${failure}`),
    ].join("\n"),
  );
}

function lastMinute([average = 0]: readonly number[]): string {
  return average.toFixed(1);
}
