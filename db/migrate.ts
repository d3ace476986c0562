import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { Umzug, type UmzugStorage } from "umzug";
import { hasErrorCode } from "#runtime/errors.ts";
import { migrations } from "./migrations/index.ts";
import { createClient } from "./connections.ts";

/** An advisory lock with an arbitrary number. Processes that start at the same time migrate one after the other. */
const MIGRATION_LOCK = 7_210_114;

/** PostgreSQL's error code for a lock that was not available in time. */
const LOCK_NOT_AVAILABLE = "55P03";
/** The maximum wait for a lock. It is much shorter than the wait of pages and saves. */
const LOCK_MS = 500;
const AGAIN_MS = 500;
/** With these waits all attempts take a quarter of an hour, longer than a backup of a large school. */
const MOST_TRIES = 900;

/**
 * Migrates the database. Each migration runs in its own transaction. Returns the names of the migrations that ran.
 */
export function migrate(databaseUrl: string): Promise<string[]> {
  return underLock(databaseUrl, async (client) => {
    const done = await migrator(client).up();
    return done.map((migration) => migration.name);
  });
}

/** Reverts the newest `steps` migrations. The data in their tables is lost. */
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
  const client = createClient({ connectionString: databaseUrl });
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
 * Runs a migration with a short lock timeout. While a migration waits for a table that a backup is reading, all later
 * queries of that table wait behind the migration. The migration therefore gives up quickly and tries again later.
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
    if (isLast || !hasErrorCode(error, LOCK_NOT_AVAILABLE)) throw error;
    return false;
  }
}

/** Umzug would record a migration after its transaction, and after a crash in between the migration would run twice. */
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
