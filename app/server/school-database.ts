import type { Embedded } from "#db/embedded.ts";
import type { DatabaseUrls } from "#db/rights.ts";
import { env } from "#runtime/env.ts";

/** The database that the environment names; null where the embedded one is meant. */
export function givenDatabase(): DatabaseUrls | null {
  const { DATABASE_URL: url, MIGRATION_DATABASE_URL: migrationUrl = url } = env();
  return url && migrationUrl ? { url, migrationUrl } : null;
}

/** Starts it in `DATA_DIR`, unless it runs. @param supervised whether it is brought back when it ends by itself */
export async function embeddedDatabase({ supervised }: { supervised: boolean }): Promise<Embedded> {
  const { startEmbedded } = await import("#db/embedded.ts");
  const log = (message: string) => console.log(message);
  return startEmbedded({ dataDir: env().DATA_DIR, supervised, log });
}

export async function urlsOf({ url }: Embedded): Promise<DatabaseUrls> {
  const { ensureRoles } = await import("#db/embedded/roles.ts");
  return ensureRoles(url, env().DATA_DIR);
}

/** For a command at a terminal, beside a school that runs or without it. */
export async function withSchoolDatabase<Result>(
  work: (urls: DatabaseUrls) => Promise<Result>,
): Promise<Result> {
  const given = givenDatabase();
  if (given) return work(given);
  const embedded = await embeddedDatabase({ supervised: false });
  return urlsOf(embedded)
    .then(work)
    .finally(() => embedded.stop());
}
