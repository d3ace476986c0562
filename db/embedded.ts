import { join } from "node:path";
import { makeEnterable } from "#runtime/directories.ts";
import { keptSecret } from "#runtime/kept-secret.ts";
import { underProcessLock } from "#runtime/process-lock.ts";
import { serverAccount, type Say } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { homeOf } from "./embedded/place.ts";
import { ensureRunning, stopServer, type Cluster } from "./embedded/server.ts";
import { isInUse, register } from "./embedded/supervisors.ts";
import { ensureDatabase, urlOf } from "./embedded/url.ts";

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
  /** Told what a person should know, such as that the data is kept elsewhere. */
  log: Say;
};

/**
 * A real PostgreSQL of our own in `dataDir`, started unless it runs. Any number of processes may ask for the same one,
 * at the same moment too; the last to stop stops the server. One that is killed leaves it running, for the next start
 * to adopt.
 */
export function startEmbedded({ dataDir, durable = true, log }: Options): Promise<Embedded> {
  makeEnterable(dataDir);
  const lock = join(dataDir, "postgres.lock");
  return underProcessLock(lock, async () => {
    const cluster = clusterIn(dataDir, durable, log);
    const { port, adopted } = await ensureRunning(cluster);
    await ensureDatabase(cluster, port);
    const leave = register(cluster.home);
    return { url: urlOf(cluster, port), adopted, stop: stopping(cluster, lock, leave) };
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
    password: keptSecret(join(home, "password")),
    durable,
  };
}

function stopping(cluster: Cluster, lock: string, leave: () => void): Embedded["stop"] {
  let left = false;
  return async ({ now = false } = {}) => {
    if (left) return;
    left = true;
    await underProcessLock(lock, async () => {
      leave();
      if (!isInUse(cluster.home)) await stopServer(cluster, now ? "immediate" : "fast");
    });
  };
}
