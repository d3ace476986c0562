import { readFileSync, rmSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { ensureRole, urlForRole, type Role } from "#db/embedded/roles.ts";

export type TestServer = { url: string; stop: () => Promise<void> };

/**
 * Starts the PostgreSQL for tests: TEST_DATABASE_URL names a running one, otherwise the product's own is started in a
 * temporary directory. Without `durable` it never waits for the disk.
 */
export async function startPostgres({ durable }: { durable: boolean }): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given && !durable) return { url: given, stop: async () => {} };

  const { startEmbedded } = await import("#db/embedded.ts");
  const dataDir = await mkdtemp(path.join(tmpdir(), "termbook-postgres-"));
  // When this runs as root, the database runs as another user, who needs access.
  await chmod(dataDir, 0o711);
  const server = await startEmbedded({ dataDir, durable, log: () => {} });
  const stopAtExit = () => stopNow(dataDir);
  process.once("exit", stopAtExit);
  return {
    url: server.url,
    stop: async () => {
      process.off("exit", stopAtExit);
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stops the server for a run that is interrupted, when nothing can be awaited. */
function stopNow(dataDir: string): void {
  const [pid] = readFileSync(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGQUIT");
  rmSync(dataDir, { recursive: true, force: true });
}

/** Returns the address of another database on the same server. */
export function databaseOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The role of the web and the worker in tests: neither a superuser nor the owner of tables. */
const APPLICATION: Role = { name: "termbook_test", password: "of-the-tests" };

/** Returns the address that the product's own processes use. */
export function asApplication(databaseUrl: string): string {
  return urlForRole(APPLICATION, databaseUrl);
}

export function makeApplicationRole(serverUrl: string): Promise<void> {
  return onServer(serverUrl, async (client) => {
    await client.query("select pg_advisory_lock($1)", [CLONING_LOCK]);
    await ensureRole(client, APPLICATION);
  });
}

/** Returns the directory of the files of that database's school. */
export function dataDirOf(name: string): string {
  return path.join(tmpdir(), name);
}

/** Processes that create or clone a template wait for one another: an arbitrary number that only tests use. */
const CLONING_LOCK = 7_210_115;

export function createDatabase(serverUrl: string, name: string, template = "template0"): Promise<void> {
  return onServer(serverUrl, async (client) => {
    await client.query("select pg_advisory_lock($1)", [CLONING_LOCK]);
    await client.query(`create database ${quoted(name)} template ${quoted(template)}`);
  });
}

/** Creates a template that several test files may want at once: the first one fills it, and the others wait. */
export function createTemplateOnce(
  serverUrl: string,
  { name, base, fill }: { name: string; base: string; fill: (url: string) => Promise<void> },
): Promise<void> {
  return onServer(serverUrl, async (client) => {
    await client.query("select pg_advisory_lock($1)", [CLONING_LOCK]);
    const known = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (known.rowCount) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${quoted(draft)} with (force)`);
    await client.query(`create database ${quoted(draft)} template ${quoted(base)}`);
    await fill(databaseOf(serverUrl, draft));
    await client.query(`alter database ${quoted(draft)} rename to ${quoted(name)}`);
  });
}

export function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return onServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${quoted(name)} with (force)`);
  });
}

/** Drops everything that a run has created and not dropped itself. */
export function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  return onServer(serverUrl, async (client) => {
    const made = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1) order by datname",
      [prefix],
    );
    for (const { name } of made.rows) await client.query(`drop database ${quoted(name)} with (force)`);
  });
}

async function onServer(serverUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseOf(serverUrl, "postgres") });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}
