import { readFileSync, rmSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { ensureRole, databaseUrlAs, type DatabaseRole } from "#db/embedded/roles.ts";

export type TestServer = { url: string; stop: () => Promise<void> };

/**
 * Starts PostgreSQL for tests. TEST_DATABASE_URL can name a running server; otherwise the product's embedded server is
 * started in a temporary directory. Unless `durable`, the server does not wait for the disk.
 */
export async function startPostgres({ durable }: { durable: boolean }): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given && !durable) return { url: given, stop: async () => {} };

  const { startEmbedded } = await import("#db/embedded.ts");
  const dataDir = await mkdtemp(path.join(tmpdir(), "termbook-postgres-"));
  // If this runs as root, the database runs as another user, who needs access to the directory.
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

/** Stops the server when a test run is interrupted. Nothing can be awaited at that point. */
function stopNow(dataDir: string): void {
  const [pid] = readFileSync(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGQUIT");
  rmSync(dataDir, { recursive: true, force: true });
}

/** Returns the address of another database on the same server. */
export function databaseUrlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The role of the web and worker processes in tests. It is not a superuser and owns no tables. */
const APPLICATION: DatabaseRole = { name: "termbook_test", password: "of-the-tests" };

/** Returns a database's address for the role that the product's own processes use. */
export function asApplicationRole(databaseUrl: string): string {
  return databaseUrlAs(APPLICATION, databaseUrl);
}

export function makeApplicationRole(serverUrl: string): Promise<void> {
  return onServer(serverUrl, async (client) => {
    await client.query("select pg_advisory_lock($1)", [ROLE_LOCK]);
    await ensureRole(client, APPLICATION);
  });
}

/** Returns the data directory for the school in this database. */
export function dataDirOf(name: string): string {
  return path.join(tmpdir(), name);
}

/** Advisory locks with arbitrary numbers, for processes that create the role or a template at the same time. */
const ROLE_LOCK = 7_210_115;
const TEMPLATE_LOCK = 7_210_116;

export function createDatabase(serverUrl: string, name: string, template = "template0"): Promise<void> {
  return onServer(serverUrl, (client) => cloneDatabase(client, { name, template }));
}

/** Clones by copying files. Without waiting for the disk, this takes a third of the time of copying through the log. */
async function cloneDatabase(
  client: pg.Client,
  { name, template }: { name: string; template: string },
): Promise<void> {
  await client.query(`create database ${quoted(name)} template ${quoted(template)} strategy file_copy`);
}

/** Creates a template that several test files may need. The first file fills it while those that need it wait. */
export function createTemplateOnce(
  serverUrl: string,
  { name, base, fill }: { name: string; base: string; fill: (url: string) => Promise<void> },
): Promise<void> {
  return onServer(serverUrl, async (client) => {
    await client.query("select pg_advisory_lock($1, hashtext($2))", [TEMPLATE_LOCK, name]);
    const known = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (known.rowCount) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${quoted(draft)} with (force)`);
    await cloneDatabase(client, { name: draft, template: base });
    await fill(databaseUrlOf(serverUrl, draft));
    await client.query(`alter database ${quoted(draft)} rename to ${quoted(name)}`);
  });
}

export function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return onServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${quoted(name)} with (force)`);
  });
}

/** Drops the databases that a test run has created and has not dropped itself. */
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
  const client = new pg.Client({ connectionString: databaseUrlOf(serverUrl, "postgres") });
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
