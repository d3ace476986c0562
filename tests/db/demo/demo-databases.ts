import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { loadDemoSchool } from "#db/demo/load.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { createDatabase, databaseUrlOf } from "#tests/support/postgres/postgres-server.ts";

/** The day of the reference pictures: the third term of 2025-2026. */
export const TODAY = "2026-06-26";

/** The time for tests that load a whole school, on a busy machine. */
export const PATIENCE_MS = 120_000;

export async function loaded(flavour: SchoolFlavour, url: string) {
  const files = new Map<string, Uint8Array>();
  const storeFile = async (name: string, bytes: Uint8Array) => void files.set(name, bytes);
  const result = await loadDemoSchool({ databaseUrl: url, flavour, today: TODAY, storeFile });
  return { url, files, accounts: result?.accounts ?? [] };
}

export async function emptyDatabase(): Promise<string> {
  const { serverUrl, prefix, emptyTemplate } = inject("postgres");
  const name = `${prefix}_demo_${randomBytes(4).toString("hex")}`;
  await createDatabase(serverUrl, name, emptyTemplate);
  return databaseUrlOf(serverUrl, name);
}
