import { join } from "node:path";
import { makeEnterable } from "#runtime/directories.ts";
import { hasCode } from "#runtime/errors.ts";
import { keptSecret } from "#runtime/kept-secret.ts";
import { underProcessLock } from "#runtime/process-lock.ts";
import { serverAccount, type Say } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { homeOf } from "./embedded/place.ts";
import { rethrowWithHelp } from "./embedded/start-failure.ts";
import { ensureRunning, isThere, stopServer, type Cluster } from "./embedded/server.ts";
import { isInUse, register } from "./embedded/supervisors.ts";
import { ensureDatabase, urlOf } from "./embedded/url.ts";
import { watch } from "./embedded/watch.ts";

export type Embedded = {
  /** The application's database, as a superuser. */
  url: string;
  /** Whether the server was already running: another process's, or one left by a killed parent. */
  adopted: boolean;
  /** Stops the server, unless another living process uses it. `now`: without waiting for anything. */
  stop: (options?: { now?: boolean }) => Promise<void>;
};

type Options = {
  dataDir: string;
  /** false: without fsync, for tests only; a crash of the machine may lose or damage the data. */
  durable?: boolean;
  /** Brings the server back whenever it ends by itself, until `stop`. */
  supervised?: boolean;
  /** Told what a person should know, such as that the data is kept elsewhere. */
  log: Say;
};

const PASSWORD_LOST =
  "PostgreSQL was set up with the secret it had: put the file back from a copy of the folder, or restore a backup into another DATA_DIR.";

/** One attempt to bring the server back; the watch makes more. */
const TRY_MS = 5_000;

/**
 * A real PostgreSQL of our own in `dataDir`, started unless it runs. Any number of processes may ask for the same one,
 * at the same moment too; the last to stop stops the server. One that is killed leaves it running, for the next start
 * to adopt.
 */
export function startEmbedded(options: Options): Promise<Embedded> {
  return start(options).catch((error: unknown) => rethrowWithHelp(error, options.dataDir));
}

async function start({ dataDir, durable = true, supervised = false, log }: Options): Promise<Embedded> {
  makeEnterable(dataDir);
  const lock = join(dataDir, "postgres.lock");
  return underProcessLock(lock, async () => {
    const cluster = clusterIn(dataDir, durable, log);
    const { port, adopted } = await ensureRunning(cluster);
    await ensureDatabase(cluster, port);
    const leave = register(cluster.home);
    const rest = supervised ? supervise(cluster, { port, lock, say: log }) : async () => {};
    return { url: urlOf(cluster, port), adopted, stop: stopping(cluster, lock, { rest, leave }) };
  });
}

function clusterIn(dataDir: string, durable: boolean, say: Say): Cluster {
  const account = serverAccount();
  const home = homeOf(dataDir, account, say);
  return {
    home,
    data: join(home, "cluster"),
    binaries: findBinaries(account, say),
    account,
    password: keptSecret(join(home, "password"), PASSWORD_LOST),
    durable,
  };
}

function supervise(cluster: Cluster, { port, lock, say }: { port: number; lock: string; say: Say }) {
  return watch({
    isThere: () => isThere(cluster),
    bringBack: async () => {
      await underProcessLock(lock, () => ensureRunning(cluster, { port, patienceMs: TRY_MS }));
    },
    say,
  });
}

type Farewell = { rest: () => Promise<void>; leave: () => void };

function stopping(cluster: Cluster, lock: string, { rest, leave }: Farewell): Embedded["stop"] {
  let left = false;
  return async ({ now = false } = {}) => {
    if (left) return;
    left = true;
    await rest();
    leave();
    await underProcessLock(lock, stopUnlessUsed).catch((error: unknown) => {
      // A full disk has no room for the lock either, and is no reason to leave the server running.
      if (!hasCode(error, "ENOSPC")) throw error;
      return stopUnlessUsed();
    });

    async function stopUnlessUsed(): Promise<void> {
      if (!isInUse(cluster.home)) await stopServer(cluster, now ? "immediate" : "fast");
    }
  };
}
