import type { Embedded } from "#db/embedded.ts";
import type { DatabaseUrls } from "#db/rights.ts";
import { env } from "#runtime/env.ts";

/** Returns the database that the environment names; null when the embedded one is used. */
export function configuredDatabase(): DatabaseUrls | null {
  const { DATABASE_URL: url, MIGRATION_DATABASE_URL: migrationUrl = url } = env();
  return url && migrationUrl ? { url, migrationUrl } : null;
}

/**
 * Starts the embedded database in `DATA_DIR` unless it runs.
 * @param supervised restarts the server when it ends by itself
 */
export async function embeddedDatabase({ supervised }: { supervised: boolean }): Promise<Embedded> {
  const { startEmbedded } = await import("#db/embedded.ts");
  const log = (message: string) => console.log(message);
  return startEmbedded({ dataDir: env().DATA_DIR, supervised, log });
}

export async function urlsOf({ url }: Embedded): Promise<DatabaseUrls> {
  const { ensureRoles } = await import("#db/embedded/roles.ts");
  return ensureRoles(url, env().DATA_DIR);
}

/** Runs a terminal command's work on the school's database, whether the school is running or not. */
export async function withSchoolDatabase<Result>(
  work: (urls: DatabaseUrls) => Promise<Result>,
): Promise<Result> {
  const given = configuredDatabase();
  if (given) return work(given);
  const embedded = await embeddedDatabase({ supervised: false });
  return urlsOf(embedded)
    .then(work)
    .finally(() => embedded.stop());
}
