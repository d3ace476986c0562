import { buffer } from "node:stream/consumers";
import { refill } from "#db/backup/refill.ts";
import { isStored, removeStored, writeStored } from "../store.server.ts";
import type { BackupKey } from "./encryption.server.ts";
import { entryOfFile, entryOfTable, type Manifest } from "./manifest.ts";
import { readBackup, type Backup } from "./read-backup.server.ts";

/**
 * Gives an empty database and the place of files what a backup holds: all of it, or nothing. The tables are of the
 * version that made the backup; newer migrations are to be run after it.
 * @param databaseUrl as the owner of the tables that will be
 * @param key where the backup is encrypted
 * @throws an Error in words when the file is not whole, the database is not empty, or the backup is newer than this code
 */
export async function restoreBackup(
  databaseUrl: string,
  path: string,
  key: BackupKey | null = null,
): Promise<Manifest> {
  const backup = await readBackup(path, key);
  const stored: string[] = [];
  try {
    await backup.check();
    await refill(databaseUrl, {
      ...backup.manifest,
      rowsOf: ({ name }) => backup.read(entryOfTable(name)),
      beforeTheEnd: () => storeFiles(backup, stored),
    });
    return backup.manifest;
  } catch (error) {
    for (const name of stored) await removeStored(name);
    throw error;
  } finally {
    backup.close();
  }
}

/** Names are random: one that is there already is the same file, and was not put there by this. */
async function storeFiles({ manifest: { files }, read }: Backup, stored: string[]): Promise<void> {
  for (const { name } of files) {
    if (await isStored(name)) continue;
    stored.push(name);
    await writeStored(name, await buffer(await read(entryOfFile(name))));
  }
}
