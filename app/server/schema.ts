import { migrate } from "#db/migrate.ts";
import { grantRights, type DatabaseUrls } from "#db/rights.ts";
import { installQueue } from "#jobs/install.ts";

/**
 * Brings the tables, and then those of the job queue, to what this code expects, and gives the role of the web and the
 * worker its rights on them. Safe to run at any time, by anybody.
 */
export async function bringUpToDate(urls: DatabaseUrls): Promise<string[]> {
  const ran = await migrate(urls.migrationUrl);
  await installQueue(urls.migrationUrl);
  await grantRights(urls);
  return ran;
}
