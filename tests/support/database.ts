import { rm } from "node:fs/promises";
import { afterAll, inject } from "vitest";
import type { SchoolFlavour } from "#domain/grades.ts";
import { createDemoTemplate } from "./demo.ts";
import { createDatabase, databaseUrlOf, dataDirOf, dropDatabase } from "./postgres/postgres-server.ts";

/**
 * Gives this test file a database of its own: a clone of the empty migrated template, or of a demo school. It is dropped
 * at the end of the file. Call it once, at the top of the file: `await freshDatabase();`. The product's code connects
 * as a role that owns no tables; the returned address is a superuser's.
 */
export async function freshDatabase(demo?: SchoolFlavour): Promise<string> {
  const { serverUrl, emptyTemplate } = inject("postgres");
  const url = process.env.DATABASE_URL;
  if (!url)
    throw new Error("freshDatabase() belongs in a test file of the database project (vitest.config.ts)");
  const name = new URL(url).pathname.slice(1);

  await createDatabase(serverUrl, name, demo ? await createDemoTemplate(demo) : emptyTemplate);
  afterAll(async () => {
    const { closeConnections } = await import("#db/index.ts");
    await closeConnections();
    await dropDatabase(serverUrl, name);
    await rm(dataDirOf(name), { recursive: true, force: true });
  });
  return databaseUrlOf(serverUrl, name);
}
