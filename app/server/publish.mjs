import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The time for which files of earlier builds stay: a mark sheet open during a deployment still needs its files. */
const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The file that refers to all others. It is copied last, so that the old build is complete until then. */
const SWITCH = "server/index.js";

/**
 * Copies a finished build into place, file by file. Names contain a hash of the content, so no file that is being
 * served gets different content.
 * @param {string} from
 * @param {string} to
 */
export function publishBuild(from, to) {
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .sort((one, other) => Number(one === SWITCH) - Number(other === SWITCH));
  const now = new Date();
  for (const file of files) {
    const path = join(to, file);
    mkdirSync(dirname(path), { recursive: true });
    utimesSync(join(from, file), now, now);
    renameSync(join(from, file), path);
  }
  removeOld(join(to, "client/assets"), now);
  removeOld(join(to, "server/assets"), now);
}

/**
 * @param {string} directory
 * @param {Date} now
 */
function removeOld(directory, now) {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (now.getTime() - statSync(path).mtimeMs > KEPT_DAYS * DAY_MS) rmSync(path, { recursive: true });
  }
}
