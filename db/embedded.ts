import { join } from "node:path";
import { makeEnterable, readOrCreateSecret } from "#runtime/secret-file.ts";
import { hasCode } from "#runtime/errors.ts";
import { withProcessLock } from "#runtime/process-lock.ts";
import { serverAccount, type Say } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { databaseDirectory } from "./embedded/directory.ts";
import { rethrowWithHelp } from "./embedded/start-failure.ts";
import { ensureRunning, isProcessAlive, stopServer, type Cluster } from "./embedded/server.ts";
import { isInUse, registerProcess } from "./embedded/supervisors.ts";
import { ensureDatabase, databaseUrl } from "./embedded/url.ts";
import { restartWhenEnded } from "./embedded/watch.ts";

export type Embedded = {
  url: string;
  /** The server was already running: another process started it, or a killed parent left it. */
  adopted: boolean;
  /** Stops the server unless another living process uses it. `now` stops without waiting. */
  stop: (options?: { now?: boolean }) => Promise<void>;
};

type Options = {
  dataDir: string;
  /** False turns fsync off, for tests only: a crash of the machine may then lose or damage the data. */
  durable?: boolean;
  /** Restarts the server whenever it ends by itself, until `stop`. */
  supervised?: boolean;
  /** Receives messages for a person, such as that the data is stored elsewhere. */
  log: Say;
};

const PASSWORD_LOST =
  "PostgreSQL was set up with the secret it had: put the file back from a copy of the folder, or restore a backup into another DATA_DIR.";

/** The limit for one attempt to restart the server; the watch makes more. */
const TRY_MS = 5_000;

/**
 * Starts a PostgreSQL server of our own in `dataDir` unless it runs. Any number of processes may do this, even at the
 * same moment; the last one to stop stops the server. A killed process leaves the server running, and the next start
 * adopts it.
 */
export function startEmbedded(options: Options): Promise<Embedded> {
  return start(options).catch((error: unknown) => rethrowWithHelp(error, options.dataDir));
}

async function start({ dataDir, durable = true, supervised = false, log }: Options): Promise<Embedded> {
  makeEnterable(dataDir);
  const lock = join(dataDir, "postgres.lock");
  return withProcessLock(lock, async () => {
    const cluster = clusterIn(dataDir, durable, log);
    const { port, adopted } = await ensureRunning(cluster);
    await ensureDatabase(cluster, port);
    const leave = registerProcess(cluster.home);
    const rest = supervised ? supervise(cluster, { port, lock, say: log }) : async () => {};
    return { url: databaseUrl(cluster, port), adopted, stop: stopping(cluster, lock, { rest, leave }) };
  });
}

function clusterIn(dataDir: string, durable: boolean, say: Say): Cluster {
  const account = serverAccount();
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

function supervise(cluster: Cluster, { port, lock, say }: { port: number; lock: string; say: Say }) {
  return restartWhenEnded({
    isThere: () => isProcessAlive(cluster),
    bringBack: async () => {
      await withProcessLock(lock, () => ensureRunning(cluster, { port, patienceMs: TRY_MS }));
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
    await withProcessLock(lock, stopUnlessUsed).catch((error: unknown) => {
      // A full disk has no room for the lock either, but that is no reason to leave the server running.
      if (!hasCode(error, "ENOSPC")) throw error;
      return stopUnlessUsed();
    });

    async function stopUnlessUsed(): Promise<void> {
      if (!isInUse(cluster.home)) await stopServer(cluster, now ? "immediate" : "fast");
    }
  };
}
