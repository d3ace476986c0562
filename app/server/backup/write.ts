import { dirname, resolve } from "node:path";
import { makeFolder } from "#files/backup/backup-folder.server.ts";
import { keyIn } from "#files/backup/encryption.server.ts";
import { told } from "#files/backup/manifest.ts";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import { env } from "#runtime/env.ts";
import { leave } from "#runtime/leave.ts";
import { withSchoolDatabase } from "../school-database.ts";

/** `npm run backup -- FILE`: the whole school in one file, while people work. */
const [file] = process.argv.slice(2);
if (!file) leave("Say where to: npm run backup -- FILE");

const path = resolve(process.env["INIT_CWD"] ?? ".", file);
const began = performance.now();
const key = await keyIn(env().BACKUP_KEY_FILE).catch(leave);
await makeFolder(dirname(path)).catch(leave);
const { manifest, bytes } = await withSchoolDatabase(({ migrationUrl }) =>
  writeBackup(migrationUrl, path, key),
).catch(leave);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(
  `${told(manifest)}\n${(bytes / 1e6).toFixed(1)} MB in ${seconds} s${key ? ", encrypted" : ""}: ${path}`,
);
if (manifest.damaged.length > 0) {
  console.error(
    `${manifest.damaged.length} files are missing or damaged where they are kept, and so in this backup: ${manifest.damaged.join(", ")}`,
  );
  process.exitCode = 2;
}
