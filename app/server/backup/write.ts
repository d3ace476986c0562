import { dirname, resolve } from "node:path";
import { createBackupFolder } from "#files/backup/backup-folder.server.ts";
import { readBackupKey } from "#files/backup/encryption.server.ts";
import { describeMissingFiles, describeBackup } from "#files/backup/manifest.ts";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import { env } from "#runtime/env.ts";
import { exitWithMessage } from "#runtime/exit.ts";
import { withSchoolDatabase } from "../school-database.ts";

/** Implements `npm run backup -- FILE`, which writes the whole school to one file. The school may be in use. */
const [file] = process.argv.slice(2);
if (!file) exitWithMessage("Give a file for the backup: npm run backup -- FILE");

const path = resolve(process.env["INIT_CWD"] ?? ".", file);
const began = performance.now();
// A signal becomes an ordinary exit, which removes the unfinished file.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => exitWithMessage("Stopped. No backup was written."));
const key = await readBackupKey(env().BACKUP_KEY_FILE).catch(exitWithMessage);
await createBackupFolder(dirname(path)).catch(exitWithMessage);
const { manifest, bytes } = await withSchoolDatabase(({ migrationUrl }) =>
  writeBackup(migrationUrl, path, key),
).catch(exitWithMessage);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(
  `${describeBackup(manifest)}\n${(bytes / 1e6).toFixed(1)} MB in ${seconds} s${key ? ", encrypted" : ""}: ${path}`,
);
const lack = describeMissingFiles(manifest);
if (lack !== null) {
  console.error(lack);
  process.exitCode = 2;
}
