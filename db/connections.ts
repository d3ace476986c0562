import pg, { type Client, type ClientConfig } from "pg";
import type { Socket } from "node:net";
import type { Sequelize, Transaction } from "sequelize";

/** Settings for every connection, so that a lost network or a silent server is noticed. */
export const CONNECTION_SETTINGS = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 5_000,
};

/** This limit is longer than PostgreSQL's own for a statement, so a server that exceeds it will not respond. */
export const MAX_SILENCE_MS = 20_000;

/**
 * A connection that was idle for longer than the first time must pass a test before it is used, within the second
 * time.
 */
const SUSPECT_AFTER_MS = 2_000;
const PROBE_MS = 2_000;

/** Parts of a pg connection that its types omit: its idle state and its socket. */
type Pooled = Client & { readyForQuery?: boolean; connection: { stream: Socket } };

/**
 * A connection with a listener for errors. Without a listener, an error on a broken connection would end the process;
 * with one, only the next statement fails.
 */
class ListeningClient extends pg.Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on("error", () => {});
  }
}

/** `pg` with connections that listen for errors from the start. Sequelize adds its own listener later. */
export const pgModule: object = Object.create(pg, { Client: { value: ListeningClient } });

/** Creates a connection outside the pool. The caller must open it. */
export function createClient(config: ClientConfig): Client {
  return new ListeningClient(config);
}

/** Closes a connection whose server is silent, so that its queries fail instead of waiting forever. */
export function closeWhenSilent(connection: Client): void {
  const { stream } = (connection as Pooled).connection;
  stream.setKeepAlive(CONNECTION_SETTINGS.keepAlive, CONNECTION_SETTINGS.keepAliveInitialDelayMillis);
  stream.setTimeout(MAX_SILENCE_MS, () => {
    if (!(connection as Pooled).readyForQuery) stream.destroy(new Error("PostgreSQL did not answer in time"));
  });
}

/** Allows a longer silence for this transaction's statements. Returns a function that restores the usual limit. */
export function extendSilenceLimit(t: Transaction, milliseconds: number): () => void {
  const { stream } = (t as Transaction & { connection: Pooled }).connection.connection;
  stream.setTimeout(milliseconds);
  return () => void stream.setTimeout(MAX_SILENCE_MS);
}

/**
 * Makes the pool test idle connections before they are used. If a firewall drops connections or a machine loses power,
 * nothing closes them, and each page would wait for the whole limit on another dead connection.
 */
export function testConnectionsBeforeUse(sequelize: Sequelize): void {
  const { connectionManager } = sequelize;
  const take = connectionManager.getConnection.bind(connectionManager);
  const giveBack = connectionManager.releaseConnection.bind(connectionManager);
  const answeredAt = new WeakMap<object, number>();
  /** The time of the last dead connection. Connections that have not responded since then count as dead too. */
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

  // A new connection counts as tested from the start, because it may become idle before its first use.
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
