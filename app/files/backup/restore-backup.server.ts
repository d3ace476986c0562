import { buffer } from "node:stream/consumers";
import { restoreTables } from "#db/backup/refill.ts";
import { readStored, removeStored, writeStored } from "../store.server.ts";
import type { BackupKey } from "./encryption.server.ts";
import { entryOfFile, entryOfTable, type Manifest } from "./manifest.ts";
import { checksumOf, readBackup, type Backup } from "./read-backup.server.ts";

/**
 * Restores a backup into an empty database and file store, completely or not at all. The tables are of the version
 * that made the backup; newer migrations are run afterwards.
 * @param databaseUrl the future owner of the tables
 * @param key the key of an encrypted backup
 * @throws Error when the file is incomplete, the database is not empty, or the backup is newer than this code
 */
export async function restoreBackup(
  databaseUrl: string,
  path: string,
  key: BackupKey | null = null,
): Promise<Manifest> {
  const backup = await readBackup(path, key);
  try {
    await backup.check();
    await restoreTables(databaseUrl, {
      ...backup.manifest,
      rowsOf: ({ name }) => backup.read(entryOfTable(name)),
      beforeTheEnd: () => storeFiles(backup),
    });
    return backup.manifest;
  } finally {
    backup.close();
  }
}

/** Stores all files or none; when the database is lost during the commit, which may have succeeded, they stay. */
async function storeFiles({ manifest: { files }, read }: Backup): Promise<void> {
  const stored: string[] = [];
  try {
    for (const file of files) {
      if (await isThere(file)) continue;
      stored.push(file.name);
      await writeStored(file.name, await buffer(await read(entryOfFile(file.name))));
    }
  } catch (error) {
    for (const name of stored) await removeStored(name);
    throw error;
  }
}

/** Names are random: an existing file of this name is the same, unless its disk has damaged it. */
async function isThere({ name, sha256 }: Manifest["files"][number]): Promise<boolean> {
  const found = await readStored(name);
  if (found === null) return false;
  if ((await checksumOf(found)) === sha256) return true;
  throw new Error(
    `${name} is already among the stored files, and differs from the file in the backup. A restore never overwrites anything: move the files in DATA_DIR elsewhere, then restore again.`,
  );
}
