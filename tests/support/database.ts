import { rm } from "node:fs/promises";
import { afterAll, inject } from "vitest";
import { createDatabase, databaseOf, dataDirOf, dropDatabase } from "./postgres/postgres-server.ts";

/**
 * Gives this test file a database of its own, a clone of the empty migrated template; it is dropped when the file is
 * done. Call this once, at the top of the file: `await freshDatabase();`. The product's own code connects as its role
 * without rights of its own on tables. Returns its address as a superuser.
 */
export async function freshDatabase(): Promise<string> {
  const { serverUrl, emptyTemplate } = inject("postgres");
  const url = process.env.DATABASE_URL;
  if (!url)
    throw new Error("freshDatabase() belongs in a test file of the database project (vitest.config.ts)");
  const name = new URL(url).pathname.slice(1);

  await createDatabase(serverUrl, name, emptyTemplate);
  afterAll(async () => {
    const { close } = await import("#db/index.ts");
    await close();
    await dropDatabase(serverUrl, name);
    await rm(dataDirOf(name), { recursive: true, force: true });
  });
  return databaseOf(serverUrl, name);
}
