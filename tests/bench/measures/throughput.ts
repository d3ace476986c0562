import { availableParallelism } from "node:os";
import path from "node:path";
import { ROOT } from "#tests/support/source.ts";
import { SHEETS_A_SECOND } from "../budgets.ts";
import { startChild } from "../child.ts";
import type { Closing } from "../closing.ts";
import type { Figure } from "../figures.ts";
import type { Load, LoadResult } from "../load-process.ts";
import { startWeb, type Subject } from "../subject.ts";

const CONNECTIONS = 10;
const WARM_UP_SECONDS = 2;
const SECONDS = 8;
const GENERATOR = path.join(ROOT, "tests/bench/load-process.ts");

/** The default maximum number of web processes (`WEB_CONCURRENCY` in deploy/README.md). */
const MOST_PROCESSES = 4;

/** Measures pages per second. The load comes from a separate process, which uses part of the same processor cores. */
export async function measureThroughput(subject: Subject, closing: Closing): Promise<Figure[]> {
  const processes = Math.min(availableParallelism(), MOST_PROCESSES);
  const { origin, cookie, sheet, web } = await startWeb(subject, closing, processes);
  const common = { origin, connections: CONNECTIONS, warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS };
  const sheets = await generate({ ...common, path: sheet.path, cookie }, closing);
  const signIns = await generate({ ...common, path: "/", cookie: "" }, closing);
  await web.stop();
  const words = `a second, ${CONNECTIONS} connections, ${processes} web ${processes === 1 ? "process" : "processes"}`;
  return [
    { what: `mark sheets ${words}`, measured: sheets, unit: "/s", ...SHEETS_A_SECOND },
    { what: `sign-in pages ${words}`, measured: signIns, unit: "/s" },
  ];
}

async function generate(load: Load, closing: Closing): Promise<number> {
  const generator = startChild({
    command: process.execPath,
    args: ["--import", "tsx", GENERATOR, JSON.stringify(load)],
    env: {},
  });
  closing.add(generator.stop);
  await generator.until(() => generator.output().includes("\n"));
  const { answered, seconds } = JSON.parse(generator.output()) as LoadResult;
  return answered / seconds;
}
