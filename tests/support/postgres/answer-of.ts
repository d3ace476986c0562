import pg from "pg";

/** Runs one statement on a connection of its own, because a test may restart the database between statements. */
export function queryDatabase<Row extends object = Record<string, unknown>>(
  databaseUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return runInDatabase(databaseUrl, async (client) => (await client.query<Row>(sql, [...values])).rows);
}

/** Runs statements on one connection. The audit trail names 'test' as the author of their changes. */
export async function runInDatabase<Done>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Done>,
): Promise<Done> {
  const client = await openConnection(databaseUrl);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Opens a connection that the caller must end. */
export async function openConnection(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.actor=test" });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
