import { buffer } from "node:stream/consumers";
import { restoreTables } from "#db/backup/tables.ts";
import { openStoredFile, deleteStoredFile, writeStoredFile } from "../store.server.ts";
import type { BackupKey } from "./encryption.server.ts";
import { fileEntryName, tableEntryName, type Manifest } from "./manifest.ts";
import { calculateChecksum, openBackup, type OpenedBackup } from "./read-backup.server.ts";

/**
 * Restores a backup into an empty database and file store, completely or not at all. The tables are created as in the
 * version that made the backup; newer migrations have to run afterwards.
 * @param databaseUrl connects as the future owner of the tables
 * @param key the key of an encrypted backup
 * @throws Error when the file is incomplete, the database is not empty, or the backup is newer than this code
 */
export async function restoreBackup(
  databaseUrl: string,
  path: string,
  key: BackupKey | null = null,
): Promise<Manifest> {
  const backup = await openBackup(path, key);
  try {
    await backup.check();
    await restoreTables(databaseUrl, {
      ...backup.manifest,
      rowsOf: ({ name }) => backup.read(tableEntryName(name)),
      beforeTheEnd: () => storeFiles(backup),
    });
    return backup.manifest;
  } finally {
    backup.close();
  }
}

/**
 * Stores all files, or none if the restore fails. If the connection is lost during the commit, the files stay, because
 * the commit may have succeeded.
 */
async function storeFiles({ manifest: { files }, read }: OpenedBackup): Promise<void> {
  const stored: string[] = [];
  try {
    for (const file of files) {
      if (await isThere(file)) continue;
      stored.push(file.name);
      await writeStoredFile(file.name, await buffer(await read(fileEntryName(file.name))));
    }
  } catch (error) {
    for (const name of stored) await deleteStoredFile(name);
    throw error;
  }
}

/** Tells whether a file is stored undamaged. Names are random, so the same name means the same content. */
async function isThere({ name, sha256 }: Manifest["files"][number]): Promise<boolean> {
  const found = await openStoredFile(name);
  if (found === null) return false;
  if ((await calculateChecksum(found)) === sha256) return true;
  throw new Error(
    `${name} is already among the stored files, and differs from the file in the backup. A restore never overwrites anything: move the files in DATA_DIR elsewhere, then restore again.`,
  );
}
