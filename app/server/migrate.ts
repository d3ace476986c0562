import { findDatabaseFault } from "#db/queries/database-fault.ts";
import { env } from "#runtime/env.ts";
import { exitWithMessage, exitOnError } from "#runtime/exit.ts";
import { migrateDatabase } from "./schema.ts";

/** Implements `npm run migrate`, which runs once before the web processes and workers of a new version start. */
const { DATABASE_URL = "", MIGRATION_DATABASE_URL = DATABASE_URL } = exitOnError(env);
const isOwn = DATABASE_URL !== "" && MIGRATION_DATABASE_URL !== DATABASE_URL;
const fault = isOwn
  ? await findDatabaseFault(MIGRATION_DATABASE_URL, "MIGRATION_DATABASE_URL")
  : await findDatabaseFault(DATABASE_URL);
if (fault && fault.kind !== "unmigrated") exitWithMessage(fault.words);

const ran = await migrateDatabase({ url: DATABASE_URL, migrationUrl: MIGRATION_DATABASE_URL }).catch(
  exitWithMessage,
);
console.log(ran.length === 0 ? "The database is up to date." : `Done: ${ran.join(", ")}`);
