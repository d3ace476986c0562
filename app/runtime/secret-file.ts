import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  chmodSync,
  mkdirSync,
} from "node:fs";
import { dirname } from "node:path";
import { hasCode } from "./errors.ts";
import { randomId, randomToken } from "./ids.ts";

const OWNER_ONLY = 0o600;

/** A short secret can be guessed. Secrets created here have 43 characters. */
export const SHORTEST_SECRET = 32;

/**
 * Reads the secret of this file, creating it on first use: processes that start at the same time agree on one.
 * @param mend what a person can do about a file that lost its secret
 * @throws Error with that advice when the file is empty or its secret too short
 */
export function readOrCreateSecret(path: string, mend: string): string {
  const secret = readIfThere(path) ?? makeSecret(path);
  if (secret.length >= SHORTEST_SECRET) return secret;
  const held = secret.length === 0 ? "is empty" : `has ${secret.length} characters`;
  throw new Error(
    `The file ${path} ${held}, but a secret needs ${SHORTEST_SECRET} characters or more. ${mend}`,
  );
}

function makeSecret(path: string): string {
  makeEnterable(dirname(path));
  const draft = `${path}.${randomId()}`;
  writeFileSync(draft, `${randomToken()}\n`, { mode: OWNER_ONLY, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
  writeToDisk(dirname(path));
  return readFileSync(path, "utf8").trim();
}

/** Until its folder is on the disk, a power cut may delete a new file, and everything signed with its secret. */
function writeToDisk(folder: string): void {
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** The directory can be passed through but not listed: the embedded database runs as another user when we are root. */
const ENTER_ONLY = 0o711;

/** Creates a directory that others may pass through; an existing one keeps its permissions. */
export function makeEnterable(directory: string): void {
  const made = mkdirSync(directory, { recursive: true });
  if (made) chmodSync(directory, ENTER_ONLY);
}
