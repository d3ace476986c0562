import pg from "pg";
import { hasErrorCode } from "#runtime/errors.ts";
import { CONNECTION_SETTINGS, createClient, MAX_SILENCE_MS } from "../connections.ts";
import { noTransaction, queryRow, queryRows, type ReadTransaction } from "../index.ts";
import { migrations } from "../migrations/index.ts";

/**
 * The reason why the database cannot be used, and what to do, on one line. `away` may pass by itself, `unmigrated`
 * needs `npm run migrate`, and `wrong` needs a person.
 */
export type DatabaseFault = { kind: "away" | "unmigrated" | "wrong"; words: string };

/**
 * The names of migrations that remove something from the schema. All other migrations only add to it, so that the
 * previous version keeps working during and after an update (see deploy/README.md).
 */
export const REMOVING_MIGRATION = /^\d{4}-takes-away-/;

type Ask = <Row extends object>(sql: string) => Promise<Row[]>;
type State = { reads_only: boolean; has_migrations: boolean };

const STATE = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as reads_only,
                      to_regclass('migrations') is not null as has_migrations`;

/**
 * Checks the database on a separate connection before a process starts.
 * @param variable the environment variable that contains the address
 */
export async function findDatabaseFault(
  url: string | undefined,
  variable = "DATABASE_URL",
): Promise<DatabaseFault | null> {
  if (!url)
    return wrong(`${variable} is not set. Give the address of a PostgreSQL server, or use \`npm start\`.`);
  const client = createClient({
    ...CONNECTION_SETTINGS,
    query_timeout: MAX_SILENCE_MS,
    connectionString: url,
  });
  try {
    await client.connect();
    return await faultOfState(async (sql) => (await client.query(sql)).rows, nameOf(url));
  } catch (error) {
    return faultOfConnection(error, { url, variable });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Tells whether requests can be served. Migrations of a newer version do not stop a process that is running. */
export async function isDatabaseReady(): Promise<boolean> {
  try {
    const ask: Ask = (sql) => queryRows(sql, [], noTransaction);
    return (await faultOfState(ask, "", { mayBeNewer: true })) === null;
  } catch {
    return false;
  }
}

/** Tells whether the database waits for the disk (fsync), so that data survives a crash of the machine. */
export async function isDatabaseDurable(): Promise<boolean> {
  const [setting] = await queryRows<{ fsync: string }>(
    "select current_setting('fsync') as fsync",
    [],
    noTransaction,
  );
  return setting?.fsync !== "off";
}

export type DatabaseState = { bytes: number; tables: string };

export async function loadDatabaseState(t: ReadTransaction): Promise<DatabaseState> {
  const found = await queryRow<DatabaseState>(
    `select pg_database_size(current_database()) as bytes, max(name collate "C") as tables from migrations`,
    {},
    t,
  );
  return found ?? { bytes: 0, tables: "" };
}

async function faultOfState(
  ask: Ask,
  name: string,
  { mayBeNewer = false } = {},
): Promise<DatabaseFault | null> {
  const [state] = await ask<State>(STATE);
  if (state?.reads_only) {
    return wrong(`${name} is read-only, like a standby. Give the primary server in DATABASE_URL.`);
  }
  const run = state?.has_migrations
    ? await ask<{ name: string }>("select name from migrations order by name")
    : [];
  const wanted = migrations.map((migration) => migration.name);
  const missing = wanted.find((item) => !run.some((one) => one.name === item));
  if (missing) {
    return {
      kind: "unmigrated",
      words: `${name} does not have the tables of this version (${missing}): run \`npm run migrate\`.`,
    };
  }
  const newer = run.find(({ name: each }) => REMOVING_MIGRATION.test(each) && !wanted.includes(each));
  if (!newer || mayBeNewer) return null;
  return wrong(`${name} belongs to a newer version of Termbook (${newer.name}). Start that version.`);
}

/** Explains a failed connection: either PostgreSQL rejected it, or the network did not establish it. */
function faultOfConnection(
  error: unknown,
  { url, variable }: { url: string; variable: string },
): DatabaseFault {
  const { username, host, pathname } = new URL(url);
  const why = error instanceof Error ? error.message : String(error);
  if (hasErrorCode(error, "28P01") || hasErrorCode(error, "28000")) {
    return wrong(
      `PostgreSQL at ${host} did not accept the user ${username} or the password. Correct them in ${variable}.`,
    );
  }
  if (hasErrorCode(error, "3D000")) {
    return wrong(
      `PostgreSQL at ${host} has no database ${pathname.slice(1)}: create it, then run \`npm run migrate\`.`,
    );
  }
  if (error instanceof pg.DatabaseError && !/^(57P|53)/.test(error.code ?? "")) {
    return wrong(
      `PostgreSQL at ${host} rejected the user ${username}: ${why}. Correct its settings, or correct ${variable}.`,
    );
  }
  return {
    kind: "away",
    words: `PostgreSQL at ${host} does not answer (${reasonOf(error)}): start it, or correct ${variable}.`,
  };
}

/** If a host name has several addresses, the connection fails with one error for each. */
function reasonOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return first instanceof Error ? first.message : String(first);
}

function wrong(words: string): DatabaseFault {
  return { kind: "wrong", words };
}

function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `The database ${pathname.slice(1)} at ${host}`;
}
