import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, inject } from "vitest";
import type { SchoolFlavour } from "#domain/grades.ts";
import { createDemoDatabase } from "./demo.ts";
import { freePort } from "./free-port.ts";
import { asApplicationRole, dropDatabase } from "./postgres/postgres-server.ts";
import { ROOT } from "./source.ts";

/** A process of the product. `kill` ends it at once, without any cleanup. */
export type RunningProcess = {
  pid: number;
  output: () => string;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};
export type WebProcess = RunningProcess & { origin: string };
export type Product = {
  origin: string;
  databaseUrl: string;
  dataDir: string;
  web: WebProcess;
  worker: RunningProcess | null;
};

type Settings = Record<string, string>;
/** `checkout` is another checkout to run from, for example one of another version. */
type Place = { databaseUrl: string; dataDir: string; settings?: Settings; checkout?: string };

const START_MS = 120_000;
const STOP_MS = 20_000;
const LOOK_AGAIN_MS = 50;

const cleanups: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

type ProductOptions = {
  flavour?: SchoolFlavour;
  databaseUrl?: string;
  worker?: boolean;
  settings?: Settings;
};

/**
 * Starts the built product on a new demo school, or on `databaseUrl`. The worker is started only on request. Processes
 * that still run at the end of the test file are stopped.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { flavour = "primary", worker: withWorker = false, settings = {} } = options;
  const databaseUrl = options.databaseUrl ?? (await demoDatabase(flavour));
  const dataDir = await temporaryDirectory();
  const place = { databaseUrl: asApplicationRole(databaseUrl), dataDir, settings };
  const [web, worker] = await Promise.all([startWeb(place), withWorker ? startWorker(place) : null]);
  return { origin: web.origin, databaseUrl, dataDir, web, worker };
}

/** Drops the database at the end of the file, because a run makes a hundred of them, of 70 MB each. */
async function demoDatabase(flavour: SchoolFlavour): Promise<string> {
  const databaseUrl = await createDemoDatabase(flavour);
  const name = new URL(databaseUrl).pathname.slice(1);
  cleanups.push(() => dropDatabase(inject("postgres").serverUrl, name));
  return databaseUrl;
}

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), "termbook-product-"));
  cleanups.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts one web process. `port` is needed to replace a process that was killed. */
export async function startWeb({ port, ...place }: Place & { port?: number }): Promise<WebProcess> {
  const chosen = port ?? (await freePort());
  const running = run("web", place, { PORT: String(chosen), HOST: "127.0.0.1" });
  const origin = `http://127.0.0.1:${chosen}`;
  await until(running, async () => (await statusOf(`${origin}/readyz`)) === 200);
  return { ...running, origin };
}

export async function startWorker(place: Place): Promise<RunningProcess> {
  const running = run("worker", place, { LOG_LEVEL: "info" });
  await until(running, async () => running.output().includes("the worker is ready"));
  return running;
}

/** Starts a program as `npm run web` and `npm run worker` do. */
function run(program: "web" | "worker", place: Place, own: Settings): RunningProcess {
  const { databaseUrl, dataDir, settings, checkout = ROOT } = place;
  const child = spawn(process.execPath, ["app/server/program.mjs", program], {
    cwd: checkout,
    env: {
      ...process.env,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      // One process is lighter and is enough for most tests. Tests of several processes change this number.
      WEB_CONCURRENCY: "1",
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SESSION_SECRET: "a secret that only tests know, long enough",
      ...own,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const running = { pid: child.pid ?? 0, output: outputOf(child), ...endingsOf(child) };
  cleanups.push(running.kill);
  return running;
}

function outputOf(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  return () => output;
}

function endingsOf(child: ChildProcess): Pick<RunningProcess, "stop" | "kill"> {
  async function end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    if (hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill(signal);
    const impatience = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(impatience);
  }
  return { stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function until(running: RunningProcess, isSo: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + START_MS;
  while (!(await isSo())) {
    if (Date.now() > limit || !isAlive(running.pid)) throw new Error(`did not start:\n${running.output()}`);
    await sleep(LOOK_AGAIN_MS);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function statusOf(address: string): Promise<number | null> {
  try {
    return (await fetch(address)).status;
  } catch {
    return null;
  }
}
