import { execFile } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { hasErrorCode } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { processCommand, isProcessRunning } from "#runtime/process-lock.ts";
import type { SystemAccount } from "./account.ts";
import { canLogIn } from "./url.ts";
import { createServer } from "node:net";
import pg from "pg";

export type EmbeddedCluster = {
  home: string;
  data: string;
  binaries: string;
  account: SystemAccount | null;
  password: string;
  durable: boolean;
};

/** The time limit for a server to start or stop, and for the shared memory of a killed server to be freed. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 50;
const STOP_SECONDS = "20";
/** Errors that may pass: leftovers of a killed server, an unfinished start, or another program on the port. */
const PASSING = /shared memory block|lock file "[^"]*" already exists|could not create any TCP/;
const DRAFT = "cluster.new-";
const LOG_LIMIT = 5_000_000;

const execute = promisify(execFile);

/** Starts the server unless it is running already, and returns its port. A restarted server must keep its port. */
export async function ensureServerRunning(
  cluster: EmbeddedCluster,
  broughtBack?: { port: number; patienceMs: number },
): Promise<{ port: number; adopted: boolean }> {
  const until = Date.now() + (broughtBack?.patienceMs ?? PATIENCE_MS);
  while (Date.now() < until) {
    const running = await answeringPort(cluster);
    if (running !== null) return { port: running, adopted: true };
    const started = isProcessAlive(cluster) ? null : await launch(cluster, broughtBack?.port);
    if (started !== null) return { port: started, adopted: false };
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error(`PostgreSQL in ${cluster.data} does not answer:\n${logOf(cluster)}`);
}

export async function stopServer(cluster: EmbeddedCluster, mode: "fast" | "immediate"): Promise<void> {
  if (!isProcessAlive(cluster)) return;
  try {
    await pgCtl(cluster, ["stop", "-m", mode, "-w", "-t", STOP_SECONDS]);
  } catch (error) {
    // The server may have ended by itself in the meantime. On a full disk it cannot write its shutdown checkpoint, but
    // committed data is safe.
    if (!isProcessAlive(cluster)) return;
    if (mode === "immediate") throw error;
    await stopServer(cluster, "immediate");
  }
}

/** Tells whether the server's process exists, whether starting, serving or stopping. */
export function isProcessAlive(cluster: EmbeddedCluster): boolean {
  const found = postmaster(cluster);
  return found !== null && processCommand(found.pid).includes(cluster.data);
}

/**
 * Returns the port of this cluster's running server, or null. Another program may use the port, so the server must also
 * accept the cluster's password.
 */
async function answeringPort(cluster: EmbeddedCluster): Promise<number | null> {
  for (const port of new Set([postmaster(cluster)?.port, readLastPort(cluster.home)])) {
    if (port && (await canLogIn(cluster, port))) return port;
  }
  return null;
}

/** Starts the server and returns its port. Returns null if the start failed for a reason that may pass. */
async function launch(cluster: EmbeddedCluster, wantedPort?: number): Promise<number | null> {
  if (!existsSync(join(cluster.data, "PG_VERSION"))) await initialise(cluster);
  removeStrangersPid(cluster);
  const port = wantedPort ?? (await choosePort(cluster.home));
  rotateLog(cluster);
  try {
    await pgCtl(cluster, startArguments(cluster, port));
    return port;
  } catch (error) {
    if (PASSING.test(logOf(cluster))) return null;
    throw new Error(`PostgreSQL did not start:\n${logOf(cluster)}`, { cause: error });
  }
}

/**
 * Creates the database files in a draft directory, and renames that directory at the end. A killed initdb then leaves
 * nothing that looks like a database.
 */
async function initialise(cluster: EmbeddedCluster): Promise<void> {
  removeDrafts(cluster);
  const draft = join(cluster.home, `${DRAFT}${randomId()}`);
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  give(cluster, draft, passwordFile);
  const locale = ["--encoding=UTF8", "--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const safety = cluster.durable ? ["--data-checksums"] : ["--no-sync"];
  const access = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  try {
    await runAs(cluster, "initdb", ["-D", draft, ...locale, ...safety, ...access]);
    renameSync(draft, cluster.data);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function removeDrafts({ home }: EmbeddedCluster): void {
  const drafts = readdirSync(home).filter((name) => name.startsWith(DRAFT));
  for (const draft of drafts) rmSync(join(home, draft), { recursive: true, force: true });
}

function startArguments(cluster: EmbeddedCluster, port: number): string[] {
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=''",
    "max_connections=200",
    "timezone=UTC",
    "log_timezone=UTC",
    "jit=off",
    "log_checkpoints=off",
    // Failed statements are not logged, because they may contain names and marks.
    "log_min_error_statement=panic",
    "log_error_verbosity=terse",
    ...(cluster.durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
  ];
  const options = settings.map((setting) => `-c ${setting}`).join(" ");
  return ["start", "-w", "-t", "120", "-l", logPath(cluster), "-o", options];
}

/**
 * Deletes `postmaster.pid` if its process is not PostgreSQL. After a restart of the machine or container, another
 * program may have that process id, and PostgreSQL would not start because it seems to be running.
 */
function removeStrangersPid(cluster: EmbeddedCluster): void {
  const found = postmaster(cluster);
  if (found && isProcessRunning(found.pid) && !processCommand(found.pid).includes("postgres"))
    rmSync(pidPath(cluster));
}

/** Reads `postmaster.pid`: the process id is on the first line and the port on the fourth. */
function postmaster(cluster: EmbeddedCluster): { pid: number; port: number } | null {
  try {
    const lines = readFileSync(pidPath(cluster), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch (error) {
    // A server that is starting or stopping may delete the file at any time.
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  }
}

function pidPath(cluster: EmbeddedCluster): string {
  return join(cluster.data, "postmaster.pid");
}

function rotateLog(cluster: EmbeddedCluster): void {
  const path = logPath(cluster);
  if (existsSync(path) && readFileSync(path).length > LOG_LIMIT) renameSync(path, `${path}.1`);
  writeFileSync(path, "", { flag: "a", mode: 0o600 });
  give(cluster, path);
}

function logOf(cluster: EmbeddedCluster): string {
  if (!existsSync(logPath(cluster))) return "";
  return readFileSync(logPath(cluster), "utf8").trim().split("\n").slice(-8).join("\n");
}

function logPath(cluster: EmbeddedCluster): string {
  return join(cluster.home, "server.log");
}

function give({ account }: EmbeddedCluster, ...paths: string[]): void {
  if (account) for (const path of paths) chownSync(path, account.uid, account.gid);
}

function pgCtl(cluster: EmbeddedCluster, commands: string[]): Promise<void> {
  const [command = "", ...options] = commands;
  return runAs(cluster, "pg_ctl", [command, "-D", cluster.data, "-s", ...options]);
}

async function runAs(
  { binaries, account }: EmbeddedCluster,
  program: string,
  params: string[],
): Promise<void> {
  const { PATH, NODE_ENV } = process.env;
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  const environment = { PATH, NODE_ENV, LC_ALL: "C", TZ: "UTC" };
  await execute(join(binaries, "bin", program), params, { cwd: "/", env: environment, ...identity });
}

/** Chooses the previous port, so that open connection pools find the server again, or another port if it is taken. */
async function choosePort(home: string): Promise<number> {
  const last = readLastPort(home);
  const port = (last !== null && (await bound(last))) || (await bound(0));
  if (!port) throw new Error("No port is free on 127.0.0.1. Close other programs, then start Termbook again");
  writeFileSync(join(home, "port"), String(port));
  return port;
}

function readLastPort(home: string): number | null {
  const path = join(home, "port");
  return existsSync(path) ? Number(readFileSync(path, "utf8")) : null;
}

/** Binds a port briefly to test it. Returns the port, or null if it is taken. */
function bound(port: number): Promise<number | null> {
  return new Promise((answer) => {
    const server = createServer();
    server.once("error", () => answer(null));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => answer(typeof address === "object" && address ? address.port : null));
    });
  });
}

const UNWRITABLE = ["EROFS", "EACCES", "EPERM", "ENOSPC", "EDQUOT"];

const IF_DAMAGED =
  "If the database is damaged, restore the latest backup into another folder and start from there:\n" +
  "  DATA_DIR=./restored npm run restore -- /path/to/backup.zip\n" +
  "  DATA_DIR=./restored npm start";

/** Explains why the embedded database did not start. @throws Error with the explanation, or else `error` itself */
export function rethrowStartFailure(error: unknown, dataDir: string): never {
  if (!(error instanceof Error)) throw error;
  const { message } = error;
  if (UNWRITABLE.some((code) => hasErrorCode(error, code))) {
    const words = `Termbook cannot write into DATA_DIR, ${dataDir} (${message}). Make the folder writable and check that its disk has free space, then start again.`;
    throw new Error(words, { cause: error });
  }
  if (error instanceof pg.DatabaseError || message.startsWith("PostgreSQL ")) {
    throw new Error(`${message}\n${IF_DAMAGED}`, { cause: error });
  }
  throw error;
}
