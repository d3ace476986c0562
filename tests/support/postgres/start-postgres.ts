import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#server/schema.ts";
import {
  asApplicationRole,
  createDatabase,
  databaseUrlOf,
  dropDatabases,
  makeApplicationRole,
  startPostgres,
} from "./postgres-server.ts";

declare module "vitest" {
  // Only an interface can extend the declaration in Vitest.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface ProvidedContext {
    postgres: Given;
  }
}

type Given = { serverUrl: string; prefix: string; emptyTemplate: string };
type Run = { given: Given; end: () => Promise<void> };

/** This is global, because each Vitest project of a test run loads its own copy of this module. */
const shared = globalThis as typeof globalThis & { postgresOfTheRun?: { users: number; run: Promise<Run> } };

/** Starts PostgreSQL once for the test run. The last Vitest project that uses the server stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = (shared.postgresOfTheRun ??= { users: 0, run: start() });
  server.users += 1;
  const { given, end } = await server.run;
  project.provide("postgres", given);

  return async () => {
    server.users -= 1;
    if (server.users > 0) return;
    delete shared.postgresOfTheRun;
    await end();
  };
}

/** Starts PostgreSQL and creates the empty migrated template, which every test file clones. */
async function start(): Promise<Run> {
  const server = await startPostgres({ durable: false });
  const prefix = `termbook_test_${randomBytes(4).toString("hex")}`;
  const emptyTemplate = `${prefix}_empty`;
  await createDatabase(server.url, emptyTemplate);
  await makeApplicationRole(server.url);
  const migrationUrl = databaseUrlOf(server.url, emptyTemplate);
  await migrateDatabase({ url: asApplicationRole(migrationUrl), migrationUrl });
  return {
    given: { serverUrl: server.url, prefix, emptyTemplate },
    end: async () => {
      await dropDatabases(server.url, prefix);
      await server.stop();
    },
  };
}
