import { resolve } from "node:path";
import { readBackupKey } from "#files/backup/encryption.server.ts";
import { describeMissingFiles, describeBackup } from "#files/backup/manifest.ts";
import { restoreBackup } from "#files/backup/restore-backup.server.ts";
import { env } from "#runtime/env.ts";
import { exitWithMessage } from "#runtime/exit.ts";
import { migrateDatabase } from "../schema.ts";
import { withSchoolDatabase } from "../school-database.ts";

/** Implements `npm run restore -- FILE`: restores a backup into an empty database and migrates it to this version. */
const [file] = process.argv.slice(2);
if (!file) exitWithMessage("Give the backup file to restore: npm run restore -- FILE");

const path = resolve(process.env["INIT_CWD"] ?? ".", file);
const began = performance.now();
const key = await readBackupKey(env().BACKUP_KEY_FILE).catch(exitWithMessage);
const { manifest, ran } = await withSchoolDatabase(async (urls) => {
  const manifest = await restoreBackup(urls.migrationUrl, path, key);
  return { manifest, ran: await migrateDatabase(urls) };
}).catch(exitWithMessage);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${describeBackup(manifest)}\nRestored and checked in ${seconds} s.`);
const lack = describeMissingFiles(manifest);
if (lack !== null) console.error(lack);
if (ran.length > 0) console.log(`Updated to this version of Termbook: ${ran.join(", ")}`);
