import pg, { type Client, type ClientConfig } from "pg";
import type { Socket } from "node:net";
import type { Sequelize, Transaction } from "sequelize";

/** How every connection to PostgreSQL notices a network that went away, and a server that does not let it in. */
export const NETWORK = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 5_000,
};

/** Longer than PostgreSQL's own limit on a statement: who says nothing until then will say nothing any more. */
export const SILENCE_MS = 20_000;

/** What nobody used for this long is asked for a sign of life before it is handed out, and has so long to give it. */
const SUSPECT_AFTER_MS = 2_000;
const PROBE_MS = 2_000;

/** What pg's types leave out: its own word for a connection that waits for no answer, and the socket. */
type Pooled = Client & { readyForQuery?: boolean; connection: { stream: Socket } };

/** A connection of one's own. Where it breaks between two statements the next one fails; unheard, it would end the process. */
export function newClient(config: ClientConfig): Client {
  const client = new pg.Client(config);
  client.on("error", () => {});
  return client;
}

/** A query whose connection died in silence fails in time, and with it all that was to follow on that connection. */
export function hangUpWhenSilent(connection: Client): void {
  const { stream } = (connection as Pooled).connection;
  stream.setKeepAlive(NETWORK.keepAlive, NETWORK.keepAliveInitialDelayMillis);
  stream.setTimeout(SILENCE_MS, () => {
    if (!(connection as Pooled).readyForQuery) stream.destroy(new Error("PostgreSQL did not answer in time"));
  });
}

/**
 * Lets a statement of this transaction be silent for longer than the others', whose limit on time is shorter.
 * @returns what gives its connection the usual limit back
 */
export function waitLonger(t: Transaction, milliseconds: number): () => void {
  const { stream } = (t as Transaction & { connection: Pooled }).connection.connection;
  stream.setTimeout(milliseconds);
  return () => void stream.setTimeout(SILENCE_MS);
}

/**
 * Hands out living connections only. A firewall that forgot them, or a machine that lost its power, closes none: each
 * would be found dead by somebody's page, one after the other, at the end of the whole limit (design section 4).
 */
export function handOutLiving(sequelize: Sequelize): void {
  const { connectionManager } = sequelize;
  const take = connectionManager.getConnection.bind(connectionManager);
  const giveBack = connectionManager.releaseConnection.bind(connectionManager);
  const answeredAt = new WeakMap<object, number>();
  /** Those that did not answer since then went with the one that was found dead. */
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

  // One that was made for somebody who did not wait lies ready without ever having been handed out.
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
  const asked = connection.query("select 1").then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
