import pg from "pg";

/** Runs one statement on its own connection, because the database may be restarted between two statements. */
export function queryDatabase<Row extends object = Record<string, unknown>>(
  databaseUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return runInDatabase(databaseUrl, async (client) => (await client.query<Row>(sql, [...values])).rows);
}

/** Runs statements on a connection whose changes the audit trail records under the author 'test'. */
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
