import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { bringUpToDate } from "#server/schema.ts";
import {
  asApplication,
  createDatabase,
  databaseOf,
  dropDatabases,
  makeApplicationRole,
  startPostgres,
} from "./postgres-server.ts";

declare module "vitest" {
  // Declaration merging requires an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface ProvidedContext {
    postgres: Given;
  }
}

type Given = { serverUrl: string; prefix: string; emptyTemplate: string };
type Run = { given: Given; end: () => Promise<void> };

/** Shared by all projects of a run, which come one after the other and each have a copy of this module. */
const shared = globalThis as typeof globalThis & { postgresOfTheRun?: { users: number; run: Promise<Run> } };

/** Starts PostgreSQL once per run; the last project that uses it stops it. */
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

/** Creates the empty migrated template that every test file clones. */
async function start(): Promise<Run> {
  const server = await startPostgres({ durable: false });
  const prefix = `termbook_test_${randomBytes(4).toString("hex")}`;
  const emptyTemplate = `${prefix}_empty`;
  await createDatabase(server.url, emptyTemplate);
  await makeApplicationRole(server.url);
  const migrationUrl = databaseOf(server.url, emptyTemplate);
  await bringUpToDate({ url: asApplication(migrationUrl), migrationUrl });
  return {
    given: { serverUrl: server.url, prefix, emptyTemplate },
    end: async () => {
      await dropDatabases(server.url, prefix);
      await server.stop();
    },
  };
}
