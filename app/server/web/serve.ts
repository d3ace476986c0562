import cluster from "node:cluster";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { PATHS } from "#domain/paths.ts";
import { env } from "#runtime/env.ts";
import { hasErrorCode } from "#runtime/errors.ts";
import { formatFirstRunHint } from "#runtime/first-run-code.ts";
import { exitWithMessage } from "#runtime/exit.ts";
import { log, logAndExit, watchDiskSpace } from "#runtime/log.ts";
import { serveMetrics, startProcessMetrics } from "#runtime/metrics.ts";
import { loadBuildHooks } from "../http/health.ts";
import { createApp } from "../http.ts";
import { createHttpServer } from "./listening.ts";

/**
 * A web process. It has no state of its own. It may run alone, or as one of several processes behind the same port.
 */
const { PORT, HOST, METRICS_PORT, DATA_DIR, DATABASE_URL } = env();

/** The number of this web process, from 1. A process that replaces another gets its number. */
const { WEB_PROCESS = "1" } = process.env;

/** This is longer than the time for finishing requests. Responses that are still open then are cut off. */
const LAST_MS = 12_000;

/** The build in the working directory, because the path of a built file does not show where the sources are. */
const BUILD = resolve("build");

let draining = false;

process.on("uncaughtException", logAndExit);
const { server, listen, drain } = createHttpServer((request, response) => app(request, response));
const { build, clientFiles } = process.argv.includes("--dev")
  ? await underDevelopment(server)
  : await built().catch(exitWithMessage);
await checkDatabase();
if (METRICS_PORT) await startMetrics();
const app = createApp({ build, clientFiles, env: env(), log: log(), isDraining: () => draining });

process.on("SIGTERM", stop);
process.on("SIGINT", stop);
await listen(PORT, HOST).catch(explainAndLeave);
if (cluster.isPrimary) watchAlone();
log().info({ port: PORT, host: HOST }, "listening");

/** Starts the metrics. All web processes share one job queue, so only the first process adds its metrics. */
async function startMetrics(): Promise<void> {
  startProcessMetrics({ web_process: WEB_PROCESS });
  if (WEB_PROCESS === "1") (await loadBuildHooks(build)).startQueueMetrics();
}

/** Watches the disk space. With several processes, the primary process does this instead. */
function watchAlone(): void {
  watchDiskSpace(DATA_DIR);
  if (METRICS_PORT) serveMetrics(METRICS_PORT);
}

/** Waits while the database cannot be reached. A problem that only a person can solve ends the process. */
async function checkDatabase(): Promise<void> {
  const { databaseFault, hasSchool, isDurable } = await loadBuildHooks(build);
  const fault = await databaseFault(DATABASE_URL);
  if (fault && fault.kind !== "away") exitWithMessage(fault.words);
  if (fault) return log().warn(fault.words);
  // With several processes, only the first process logs these lines.
  if (isAnother()) return;
  if (!(await hasSchool())) log().info(formatFirstRunHint(PATHS.firstRun));
  if (await isDurable()) return;
  log().warn("PostgreSQL runs with fsync=off: a crash of its machine can destroy data. Set fsync=on.");
}

function isAnother(): boolean {
  return (cluster.worker?.id ?? 1) > 1;
}

async function stop(): Promise<void> {
  if (draining) return;
  draining = true;
  setTimeout(() => process.exit(1), LAST_MS);
  await drain();
  await (await loadBuildHooks(build)).close();
  process.exit(0);
}

function explainAndLeave(error: unknown): never {
  if (!hasErrorCode(error, "EADDRINUSE")) throw error;
  exitWithMessage(
    `Port ${PORT} of ${HOST} is in use by another program. To use another port, set PORT=3001.`,
  );
}

/** The build of Remix, and the place from which the browser's files are served. */
type Bundle =
  | { build: ServerBuild; clientFiles: string }
  | { build: () => Promise<ServerBuild>; clientFiles: RequestHandler };

/** Loads the bundle of `npm run build`. */
async function built(): Promise<Bundle> {
  const bundle = resolve(BUILD, "server/index.js");
  if (!existsSync(bundle)) throw new Error("There is no build yet. Run: npm run build");
  const build = (await import(pathToFileURL(bundle).href)) as ServerBuild;
  return { build, clientFiles: resolve(BUILD, "client") };
}

/** Starts Vite, which compiles each file when it is requested and sends changes to open pages over the same port. */
async function underDevelopment(server: Server): Promise<Bundle> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
  const load = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  return { build: load, clientFiles: vite.middlewares };
}
