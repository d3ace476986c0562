import { migrate } from "#db/migrate.ts";
import { grantRights, type DatabaseUrls } from "#db/rights.ts";
import { installQueue } from "#jobs/install.ts";

/**
 * Migrates the tables, then those of the job queue, to the version of this code, and grants the role of the web and
 * the worker its rights. This is safe to run at any time.
 */
export async function bringUpToDate(urls: DatabaseUrls): Promise<string[]> {
  const ran = await migrate(urls.migrationUrl);
  await installQueue(urls.migrationUrl);
  await grantRights(urls);
  return ran;
}
