import { dirname, resolve } from "node:path";
import { makeFolder } from "#files/backup/backup-folder.server.ts";
import { keyIn } from "#files/backup/encryption.server.ts";
import { describeMissing, describeBackup } from "#files/backup/manifest.ts";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import { env } from "#runtime/env.ts";
import { exitWithMessage } from "#runtime/exit.ts";
import { withSchoolDatabase } from "../school-database.ts";

/** Implements `npm run backup -- FILE`: writes the whole school to one file while people work. */
const [file] = process.argv.slice(2);
if (!file) exitWithMessage("Give the file for the backup: npm run backup -- FILE");

const path = resolve(process.env["INIT_CWD"] ?? ".", file);
const began = performance.now();
// A process ended by a signal would leave a half-written file; one that exits by itself removes the file.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => exitWithMessage("Stopped. No backup was written."));
const key = await keyIn(env().BACKUP_KEY_FILE).catch(exitWithMessage);
await makeFolder(dirname(path)).catch(exitWithMessage);
const { manifest, bytes } = await withSchoolDatabase(({ migrationUrl }) =>
  writeBackup(migrationUrl, path, key),
).catch(exitWithMessage);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(
  `${describeBackup(manifest)}\n${(bytes / 1e6).toFixed(1)} MB in ${seconds} s${key ? ", encrypted" : ""}: ${path}`,
);
const lack = describeMissing(manifest);
if (lack !== null) {
  console.error(lack);
  process.exitCode = 2;
}
