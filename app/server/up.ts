import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedServer } from "#db/embedded.ts";
import { findDatabaseFault } from "#db/queries/database-fault.ts";
import type { DatabaseUrls } from "#db/rights.ts";
import { PATHS } from "#domain/paths.ts";
import { env } from "#runtime/env.ts";
import { formatFirstRunHint } from "#runtime/first-run-code.ts";
import { superviseProgram, launchProgram, type SupervisedProgram } from "./children.ts";
import { loadDemoAccounts, formatSignInHint } from "./demo.ts";
import { migrateDatabase } from "./schema.ts";
import { startEmbeddedDatabase, configuredDatabase, getDatabaseUrls } from "./school-database.ts";

/** Implements `npm start` in one process, which starts the database, migrations, demo school, web and worker. */
const DRAIN_MS = 15_000;
const BUILT = { web: ["app/server/program.mjs", "web"], worker: ["app/server/program.mjs", "worker"] };
const SOURCES = {
  web: ["--import", "tsx", "app/server/main.ts", "--dev"],
  worker: ["--import", "tsx", "jobs/worker.ts"],
};

/** Ctrl-C reaches this process from the terminal and from the parent. Signals within this time count as one. */
const SAME_SIGNAL_MS = 500;

const LOOK_AGAIN_MS = 50;
const EVERYWHERE = new Set(["0.0.0.0", "::", ""]);

let embedded: Promise<EmbeddedServer> | null = null;
let children: SupervisedProgram[] = [];
let stoppedAt = 0;
let isReady = false;

process.on("SIGTERM", () => void onSignal("SIGTERM"));
process.on("SIGINT", () => void onSignal("SIGINT"));
await start().catch(fail);

async function start(): Promise<void> {
  const { HOST, PORT } = env();
  if (!(await isFree(PORT, HOST))) {
    throw new Error(
      `Port ${PORT} of ${HOST} is in use by another program. To use another port: PORT=3001 npm start`,
    );
  }
  const urls = configuredDatabase() ?? (await startDatabase());
  const fault = await findDatabaseFault(urls.migrationUrl);
  if (fault && fault.kind !== "unmigrated") throw new Error(fault.words);
  const ran = await migrateDatabase(urls);
  const accounts = embedded ? await loadDemoAccounts(urls.migrationUrl, ran.length > 0, env()) : [];
  if (stoppedAt) return;
  const [web] = (children = startChildren(urls.url));
  await Promise.race([answering(PORT, HOST), web.ended.then(webFailed)]);
  if (stoppedAt) return;
  isReady = true;
  const address = reachable(PORT, HOST);
  const hint = (await leadsToFirstRun(address)) ? formatFirstRunHint(address) : formatSignInHint(accounts);
  console.log(`Termbook is ready at ${address}\n${hint}`);
}

async function startDatabase(): Promise<DatabaseUrls> {
  embedded = startEmbeddedDatabase({ supervised: true });
  return getDatabaseUrls(await embedded);
}

function startChildren(databaseUrl: string): [SupervisedProgram, SupervisedProgram] {
  const settings = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    // The owner's role is not passed on, because the programs do not need it.
    MIGRATION_DATABASE_URL: undefined,
    LOG_LEVEL: process.env.LOG_LEVEL || "warn",
  };
  const { web: webProgram, worker: workerProgram } = process.argv.includes("--dev") ? SOURCES : BUILT;
  const web = () => launchProgram(webProgram, settings);
  const worker = () => launchProgram(workerProgram, settings);
  return [
    superviseProgram({ name: "web process", launch: web, mayRestart: () => isReady }),
    superviseProgram({ name: "worker", launch: worker, mayRestart: () => true }),
  ];
}

function webFailed(): void {
  if (!stoppedAt) throw new Error("The web process did not start. Read its messages above.");
}

/** The first signal stops everything after open requests have finished; a second Ctrl-C stops at once. */
async function onSignal(signal: "SIGTERM" | "SIGINT"): Promise<void> {
  const sinceFirst = stoppedAt ? Date.now() - stoppedAt : 0;
  if (!stoppedAt) {
    stoppedAt = Date.now();
    await stopAll({ now: false });
    process.exit(0);
  }
  if (signal === "SIGINT" && sinceFirst > SAME_SIGNAL_MS) {
    await stopAll({ now: true });
    process.exit(1);
  }
}

async function fail(error: unknown): Promise<void> {
  if (stoppedAt) return;
  stoppedAt = Date.now();
  console.error(error instanceof Error ? error.message : String(error));
  await stopAll({ now: false });
  process.exit(1);
}

async function stopAll({ now }: { now: boolean }): Promise<void> {
  for (const child of children) child.stop(now ? "SIGKILL" : "SIGTERM");
  const allEnded = Promise.all(children.map(({ ended }) => ended)).then(() => true);
  const inTime = await Promise.race([allEnded, sleep(DRAIN_MS, false)]);
  if (!inTime) for (const child of children) child.stop("SIGKILL");
  const database = await embedded?.catch(() => null);
  await database?.stop({ now });
}

/** Returns the address to print and to visit. A host that stands for all addresses of the machine is replaced. */
function reachable(port: number, host: string): string {
  const name = EVERYWHERE.has(host) ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((answer, fail) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? answer(false) : fail(error),
    );
    server.listen(port, host, () => server.close(() => answer(true)));
  });
}

/** Waits until the web process is ready and has served its first page. */
async function answering(port: number, host: string): Promise<void> {
  const address = reachable(port, host);
  while (!((await statusOf(`${address}/readyz`)) === 200 && (await statusOf(address)) < 500)) {
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Tells whether the server redirects visitors to the first run, because no school exists yet. */
async function leadsToFirstRun(address: string): Promise<boolean> {
  const { headers, body } = await fetch(address, { redirect: "manual" });
  await body?.cancel();
  return headers.get("Location") === PATHS.firstRun;
}

async function statusOf(address: string): Promise<number> {
  try {
    const { status, body } = await fetch(address, { redirect: "manual" });
    await body?.cancel();
    return status;
  } catch {
    return Infinity;
  }
}
