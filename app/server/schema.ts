import { migrate } from "#db/migrate.ts";
import { installQueue } from "#jobs/install.ts";

/** Brings the tables, and then those of the job queue, to what this code expects. Safe to run at any time, by anybody. */
export async function bringUpToDate(databaseUrl: string): Promise<string[]> {
  const ran = await migrate(databaseUrl);
  await installQueue(databaseUrl);
  return ran;
}
