import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { Umzug, type UmzugStorage } from "umzug";
import { hasCode } from "#runtime/errors.ts";
import { migrations } from "./migrations/index.ts";
import { newClient } from "./connections.ts";

/** Processes that start at the same time wait for one another: an arbitrary number that only migrations use. */
const MIGRATION_LOCK = 7_210_114;

/** PostgreSQL's code for a lock that could not be taken in time. */
const LOCK_NOT_AVAILABLE = "55P03";
/** Much shorter than a page or a save waits. */
const LOCK_MS = 500;
const AGAIN_MS = 500;
/** A quarter of an hour: a backup of a large school takes less. */
const MOST_TRIES = 900;

/** Migrates the database, each migration in a transaction of its own. Returns the names of those that ran. */
export function migrate(databaseUrl: string): Promise<string[]> {
  return underLock(databaseUrl, async (client) => {
    const done = await migrator(client).up();
    return done.map((migration) => migration.name);
  });
}

/** Undoes the newest `steps` migrations. The data of their tables is lost. */
export function migrateDown(databaseUrl: string, steps: number): Promise<string[]> {
  return underLock(databaseUrl, async (client) => {
    const undone = await migrator(client).down({ step: steps });
    return undone.map((migration) => migration.name);
  });
}

async function underLock<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = newClient({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(
      "create table if not exists migrations (name text primary key, run_at timestamptz not null default now())",
    );
    return await work(client);
  } finally {
    await client.end();
  }
}

function migrator(client: pg.Client) {
  return new Umzug({
    migrations: migrations.map(({ name, up, down }) => ({
      name,
      up: () => runStep(client, up, "insert into migrations (name) values ($1)", name),
      down: () => runStep(client, down, "delete from migrations where name = $1", name),
    })),
    storage: recordedInTheSameTransaction(client),
    logger: undefined,
  });
}

/**
 * Runs a step with a short lock timeout. A step that waits for a table that somebody reads for long, such as a
 * backup, blocks everybody who comes after it: so the step gives up, lets them through and tries again.
 */
async function runStep(client: pg.Client, step: string, record: string, name: string): Promise<void> {
  for (
    let tries = 1;
    !(await isRun(client, { step, record, name, isLast: tries === MOST_TRIES }));
    tries += 1
  )
    await sleep(AGAIN_MS);
}

type Step = { step: string; record: string; name: string; isLast: boolean };

async function isRun(client: pg.Client, { step, record, name, isLast }: Step): Promise<boolean> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS}`);
    await client.query(step);
    await client.query(record, [name]);
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback");
    if (isLast || !hasCode(error, LOCK_NOT_AVAILABLE)) throw error;
    return false;
  }
}

/** Umzug would record a step after its transaction, and a crash in between would run the step twice. */
function recordedInTheSameTransaction(client: pg.Client): UmzugStorage {
  return {
    logMigration: async () => {},
    unlogMigration: async () => {},
    executed: async () => {
      const { rows } = await client.query<{ name: string }>("select name from migrations order by name");
      return rows.map((row) => row.name);
    },
  };
}
