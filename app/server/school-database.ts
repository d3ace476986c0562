import type { EmbeddedServer } from "#db/embedded.ts";
import type { DatabaseUrls } from "#db/rights.ts";
import { env } from "#runtime/env.ts";

/** Returns the database that the environment variables name, or null when the embedded one is used. */
export function configuredDatabase(): DatabaseUrls | null {
  const { DATABASE_URL: url, MIGRATION_DATABASE_URL: migrationUrl = url } = env();
  return url && migrationUrl ? { url, migrationUrl } : null;
}

/**
 * Starts the embedded database in `DATA_DIR` unless it is running.
 * @param supervised restarts the server when it ends unexpectedly
 */
export async function startEmbeddedDatabase({
  supervised,
}: {
  supervised: boolean;
}): Promise<EmbeddedServer> {
  const { startEmbedded } = await import("#db/embedded.ts");
  const log = (message: string) => console.log(message);
  return startEmbedded({ dataDir: env().DATA_DIR, supervised, log });
}

export async function getDatabaseUrls({ url }: EmbeddedServer): Promise<DatabaseUrls> {
  const { ensureRoles } = await import("#db/embedded/roles.ts");
  return ensureRoles(url, env().DATA_DIR);
}

/** Runs the work of a terminal command on the school's database, whether or not the school's server is running. */
export async function withSchoolDatabase<Result>(
  work: (urls: DatabaseUrls) => Promise<Result>,
): Promise<Result> {
  const given = configuredDatabase();
  if (given) return work(given);
  const embedded = await startEmbeddedDatabase({ supervised: false });
  return getDatabaseUrls(embedded)
    .then(work)
    .finally(() => embedded.stop());
}
