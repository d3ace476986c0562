import { buffer } from "node:stream/consumers";
import { refill } from "#db/backup/refill.ts";
import { readStored, removeStored, writeStored } from "../store.server.ts";
import type { BackupKey } from "./encryption.server.ts";
import { entryOfFile, entryOfTable, type Manifest } from "./manifest.ts";
import { checksumOf, readBackup, type Backup } from "./read-backup.server.ts";

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
  try {
    await backup.check();
    await refill(databaseUrl, {
      ...backup.manifest,
      rowsOf: ({ name }) => backup.read(entryOfTable(name)),
      beforeTheEnd: () => storeFiles(backup),
    });
    return backup.manifest;
  } finally {
    backup.close();
  }
}

/** All of them or none. Whether a database that was told to commit and then went away has done so nobody knows: from there on they stay. */
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

/** Names are random: what has this name is the same file, unless its disk has damaged it. */
async function isThere({ name, sha256 }: Manifest["files"][number]): Promise<boolean> {
  const found = await readStored(name);
  if (found === null) return false;
  if ((await checksumOf(found)) === sha256) return true;
  throw new Error(
    `${name} is among the stored files already, and is not what the backup holds. Move the files of DATA_DIR away, for a restore never writes over anything, and restore again.`,
  );
}
