import pg from "pg";

/** Runs one statement on a connection of its own, because the database may be restarted between two of them. */
export function answerOf<Row extends object = Record<string, unknown>>(
  databaseUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return inDatabase(databaseUrl, async (client) => (await client.query<Row>(sql, [...values])).rows);
}

/** Changes are recorded in the audit trail under the author 'test'. */
export async function inDatabase<Done>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Done>,
): Promise<Done> {
  const client = await connected(databaseUrl);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Opens a connection that the caller must end. */
export async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.actor=test" });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
