import { migrate } from "#db/migrate.ts";
import { grantRights, type DatabaseUrls } from "#db/rights.ts";
import { installQueue } from "#jobs/install.ts";

/**
 * Migrates the school's tables and the tables of the job queue to the version of this code, and grants rights to the
 * role that the web processes and the worker use. Running this is safe at any time.
 */
export async function migrateDatabase(urls: DatabaseUrls): Promise<string[]> {
  const ran = await migrate(urls.migrationUrl);
  await installQueue(urls.migrationUrl);
  await grantRights(urls);
  return ran;
}
