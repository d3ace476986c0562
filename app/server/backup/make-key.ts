import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createBackupKey } from "#files/backup/encryption.server.ts";
import { hasErrorCode } from "#runtime/errors.ts";
import { exitWithMessage } from "#runtime/exit.ts";

/** Implements `npm run backup-key -- FILE`: writes a key for encrypting backups, in the format of `age-keygen`. */
const OWNER_ONLY = 0o600;

const [file] = process.argv.slice(2);
if (!file) exitWithMessage("Give a file for the key: npm run backup-key -- FILE");

const path = resolve(process.env["INIT_CWD"] ?? ".", file);
const { identity, recipient } = await createBackupKey();
const text = `# Termbook backups; public key: ${recipient}\n${identity}\n`;
await writeFile(path, text, { flag: "wx", mode: OWNER_ONLY }).catch((error: unknown) => {
  exitWithMessage(
    hasErrorCode(error, "EEXIST")
      ? `${path} already exists, and a key file is never overwritten. Choose another file.`
      : error,
  );
});
console.log(`The key was written to ${path}. Set BACKUP_KEY_FILE=${path} to encrypt backups with the key.
Keep a copy of the key in another place, away from the backups: without the key nobody can restore them.`);
