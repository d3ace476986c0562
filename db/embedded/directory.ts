import { chmodSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeEnterable } from "#runtime/secret-file.ts";
import { hasCode } from "#runtime/errors.ts";
import { randomFileName } from "#runtime/ids.ts";
import { canEnter, type Account, type Say } from "./account.ts";

/** A directory that, unlike a temporary one, survives a restart of the machine. */
const OPEN_DIRECTORY = "/var/lib/termbook";

/**
 * Returns the directory of the database: `postgres` in the data directory. When the account cannot reach it (root's
 * home is closed to others), that name is a link to a place that it can.
 */
export function databaseDirectory(dataDir: string, account: Account | null, say: Say): string {
  const home = join(dataDir, "postgres");
  if (!isThere(home)) makeHome(home, account, say);
  const place = followed(home);
  if (account !== null && !canEnter(place, account)) {
    throw new Error(
      `The user ${account.name} can no longer enter ${place}, where the database is. Allow this with chmod o+x`,
    );
  }
  return place;
}

/** Creates a directory that every account can enter. */
export function openDirectory(): string {
  mkdirSync(OPEN_DIRECTORY, { recursive: true });
  chmodSync(OPEN_DIRECTORY, 0o755);
  return OPEN_DIRECTORY;
}

function makeHome(home: string, account: Account | null, say: Say): void {
  if (account === null || canEnter(realpathSync(dirname(home)), account)) return makeEnterable(home);
  const project = basename(dirname(realpathSync(dirname(home))));
  const place = join(openDirectory(), `${project}-${randomFileName().slice(0, 8)}`);
  say(`The user ${account.name} cannot enter ${dirname(home)}, so the database is kept in ${place}`);
  makeEnterable(place);
  symlinkSync(place, home);
}

function followed(home: string): string {
  try {
    return realpathSync(home);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    throw new Error(
      `${home} is a link to a folder that no longer exists. Restore the folder, or remove the link to start with an empty database`,
    );
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
