import { createClient } from "../connections.ts";

type Login = { password: string; durable: boolean };

const DATABASE = "termbook";

export function databaseUrl({ password }: Login, port: number, name = DATABASE): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${name}`;
}

/**
 * Tells whether this login is accepted.
 * @throws Error if the server runs in test mode (fsync off), because its data would not be safe
 */
export async function canLogIn(login: Login, port: number): Promise<boolean> {
  const fsync = await settingOf(login, port);
  if (fsync === "off" && login.durable) {
    throw new Error(
      "The database is running without fsync, which is meant for tests. Stop its server before you use the database for a school",
    );
  }
  return fsync !== null;
}

export async function ensureDatabase(login: Login, port: number): Promise<void> {
  const client = createClient({ connectionString: databaseUrl(login, port, "postgres") });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function settingOf(login: Login, port: number): Promise<string | null> {
  const connectionString = databaseUrl(login, port, "postgres");
  const client = createClient({ connectionString, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ fsync: string }>("show fsync");
    return rows[0]?.fsync ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}
