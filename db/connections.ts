import pg, { type Client, type ClientConfig } from "pg";
import type { Socket } from "node:net";
import type { Sequelize, Transaction } from "sequelize";

/** The settings by which every connection notices a lost network and a server that does not answer. */
export const NETWORK = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 5_000,
};

/** Longer than PostgreSQL's own limit on a statement: a server that is silent until then will stay silent. */
export const SILENCE_MS = 20_000;

/** A connection that was idle for this long is tested before it is handed out, within the second limit. */
const SUSPECT_AFTER_MS = 2_000;
const PROBE_MS = 2_000;

/** Parts of pg that its types leave out: the flag of an idle connection, and the socket. */
type Pooled = Client & { readyForQuery?: boolean; connection: { stream: Socket } };

/**
 * A connection that can break at any time: the next statement on it fails, and without a listener the error would end
 * the process.
 */
class ListeningClient extends pg.Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on("error", () => {});
  }
}

/** The module for Sequelize, which listens for errors of a connection only from a moment after it is open. */
export const pgModule: object = Object.create(pg, { Client: { value: ListeningClient } });

/** Creates a connection outside the pool. */
export function newClient(config: ClientConfig): Client {
  return new ListeningClient(config);
}

/** Ends a connection that died silently, so that its query and all that follow on it fail in time. */
export function hangUpWhenSilent(connection: Client): void {
  const { stream } = (connection as Pooled).connection;
  stream.setKeepAlive(NETWORK.keepAlive, NETWORK.keepAliveInitialDelayMillis);
  stream.setTimeout(SILENCE_MS, () => {
    if (!(connection as Pooled).readyForQuery) stream.destroy(new Error("PostgreSQL did not answer in time"));
  });
}

/** Lets a statement of this transaction be silent for longer, and returns a function that restores the limit. */
export function waitLonger(t: Transaction, milliseconds: number): () => void {
  const { stream } = (t as Transaction & { connection: Pooled }).connection.connection;
  stream.setTimeout(milliseconds);
  return () => void stream.setTimeout(SILENCE_MS);
}

/**
 * Makes the pool hand out living connections only. A firewall that forgets connections, or a machine that loses
 * power, closes none: otherwise one page after another would find a dead connection and wait for the whole limit.
 */
export function checkOutLiveConnections(sequelize: Sequelize): void {
  const { connectionManager } = sequelize;
  const take = connectionManager.getConnection.bind(connectionManager);
  const giveBack = connectionManager.releaseConnection.bind(connectionManager);
  const answeredAt = new WeakMap<object, number>();
  /** Connections that have not answered since this time were lost with the one found dead. */
  let trustedFrom = 0;

  async function isAlive(connection: Pooled): Promise<boolean> {
    const now = Date.now();
    const last = answeredAt.get(connection) ?? 0;
    if (now - last < SUSPECT_AFTER_MS) return true;
    if (last < trustedFrom) return false;
    if (await answers(connection)) return true;
    trustedFrom = now;
    return false;
  }

  // A connection made for a request that did not wait lies idle without ever having been handed out.
  sequelize.addHook("afterConnect", (connection: object) => void answeredAt.set(connection, Date.now()));
  connectionManager.getConnection = async (options) => {
    for (;;) {
      const connection = (await take(options)) as Pooled;
      if (await isAlive(connection)) return connection;
      connection.connection.stream.destroy();
      await connectionManager.destroyConnection(connection);
    }
  };
  connectionManager.releaseConnection = (connection) => {
    answeredAt.set(connection, Date.now());
    giveBack(connection);
  };
}

async function answers(connection: Pooled): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PROBE_MS);
  });
  const params = connection.query("select 1").then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([params, late]);
  } finally {
    clearTimeout(timer);
  }
}
