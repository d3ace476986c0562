import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SCHOOL_TIME_ZONE } from "#domain/dates.ts";
import type { Env } from "#runtime/env.ts";
import { today } from "#runtime/clock.ts";

export type DemoAccount = { userName: string; password: string; what: string };

/**
 * Creates the demo school unless a school exists. Returns how to sign in, at later starts too, or null when the school
 * is not the demo.
 * @param mayBeNew false when the database certainly had its tables before this start
 */
export async function loadDemoAccounts(
  databaseUrl: string,
  mayBeNew: boolean,
  { DEMO_SCHOOL, DATA_DIR }: Env,
): Promise<DemoAccount[]> {
  if (DEMO_SCHOOL === "none") return [];
  const remembered = join(DATA_DIR, "demo-accounts.json");
  if (mayBeNew || !existsSync(remembered)) {
    const accounts = await load(databaseUrl, DEMO_SCHOOL);
    if (accounts) writeFileSync(remembered, JSON.stringify(accounts));
  }
  return existsSync(remembered) ? (JSON.parse(readFileSync(remembered, "utf8")) as DemoAccount[]) : [];
}

/** Returns the hint on signing in, which the terminal shows below the address. */
export function formatSignInHint(accounts: readonly DemoAccount[]): string {
  const [first] = accounts;
  if (!first) return "Sign in with your own account.";
  const width = Math.max(...accounts.map(({ userName }) => userName.length));
  const lines = accounts.map(({ userName, what }) => `  ${userName.padEnd(width)}  ${what}`);
  return [
    `This is a demo school. Sign in as one of these people. Everybody's password is ${first.password}`,
    ...lines,
  ].join("\n");
}

/** Imports the code of the demo school only when needed, because an existing school starts without that code. */
async function load(databaseUrl: string, flavour: "primary" | "secondary"): Promise<DemoAccount[] | null> {
  const { loadDemoSchool } = await import("#db/demo/load.ts");
  const { writeStoredFile } = await import("#files/store.server.ts");
  const day = today(SCHOOL_TIME_ZONE);
  const loaded = await loadDemoSchool({ databaseUrl, flavour, today: day, storeFile: writeStoredFile });
  return loaded?.accounts ?? null;
}
