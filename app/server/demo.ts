import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "#runtime/env.ts";
import { today } from "#runtime/clock.ts";

export type DemoAccount = { userName: string; password: string; what: string };

/** Every school of this product is in Trinidad and Tobago; the school's own row does not exist yet. */
const TIME_ZONE = "America/Port_of_Spain";

/** Loads the demo school into a new database. @returns how to sign in, at later starts too; none where there is no demo */
export async function demoAccounts(
  databaseUrl: string,
  { DEMO_SCHOOL, DATA_DIR }: Env,
): Promise<DemoAccount[]> {
  if (DEMO_SCHOOL === "none") return [];
  const remembered = join(DATA_DIR, "demo-accounts.json");
  const { loadDemoSchool } = await import("#db/demo/load.ts");
  const loaded = await loadDemoSchool({ databaseUrl, flavour: DEMO_SCHOOL, today: today(TIME_ZONE) });
  if (loaded) writeFileSync(remembered, JSON.stringify(loaded.accounts));
  return existsSync(remembered) ? (JSON.parse(readFileSync(remembered, "utf8")) as DemoAccount[]) : [];
}
