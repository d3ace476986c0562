import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { bringUpToDate } from "#server/schema.ts";
import { createDatabase, databaseOf, dropDatabases, startPostgres } from "./postgres-server.ts";

declare module "vitest" {
  // Declaration merging takes an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface ProvidedContext {
    postgres: { serverUrl: string; prefix: string; emptyTemplate: string };
  }
}

/** Starts PostgreSQL and makes the empty migrated template that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ durable: false });
  const prefix = `termbook_test_${randomBytes(4).toString("hex")}`;
  const emptyTemplate = `${prefix}_empty`;
  await createDatabase(server.url, emptyTemplate);
  await bringUpToDate(databaseOf(server.url, emptyTemplate));
  project.provide("postgres", { serverUrl: server.url, prefix, emptyTemplate });

  return async () => {
    await dropDatabases(server.url, prefix);
    await server.stop();
  };
}
