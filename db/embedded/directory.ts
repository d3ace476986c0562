import { chmodSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createEnterableDirectory } from "#runtime/secret-file.ts";
import { hasErrorCode } from "#runtime/errors.ts";
import { randomFileName } from "#runtime/ids.ts";
import { canEnterDirectory, type SystemAccount, type MessageHandler } from "./account.ts";

/** Unlike a temporary directory, this one survives a restart of the machine. */
const OPEN_DIRECTORY = "/var/lib/termbook";

/**
 * Returns the database's directory: `postgres` in the data directory. If the account cannot enter the data directory,
 * for example in root's home, `postgres` is a link to another directory.
 */
export function databaseDirectory(
  dataDir: string,
  account: SystemAccount | null,
  say: MessageHandler,
): string {
  const home = join(dataDir, "postgres");
  if (!isThere(home)) makeHome(home, account, say);
  const place = followed(home);
  if (account !== null && !canEnterDirectory(place, account)) {
    throw new Error(
      `The user ${account.name} can no longer enter ${place}, where the database is. Run chmod o+x on this folder and its parent folders`,
    );
  }
  return place;
}

/** Creates and returns a directory that every account can enter. */
export function createSharedDirectory(): string {
  mkdirSync(OPEN_DIRECTORY, { recursive: true });
  chmodSync(OPEN_DIRECTORY, 0o755);
  return OPEN_DIRECTORY;
}

function makeHome(home: string, account: SystemAccount | null, say: MessageHandler): void {
  if (account === null || canEnterDirectory(realpathSync(dirname(home)), account))
    return createEnterableDirectory(home);
  const project = basename(dirname(realpathSync(dirname(home))));
  const place = join(createSharedDirectory(), `${project}-${randomFileName().slice(0, 8)}`);
  say(`The user ${account.name} cannot enter ${dirname(home)}, so the database is kept in ${place}`);
  createEnterableDirectory(place);
  symlinkSync(place, home);
}

function followed(home: string): string {
  try {
    return realpathSync(home);
  } catch (error) {
    if (!hasErrorCode(error, "ENOENT")) throw error;
    throw new Error(
      `${home} is a link to a folder that no longer exists. Restore the folder, or remove the link to start with an empty database`,
    );
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
