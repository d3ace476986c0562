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
import { hasErrorCode } from "./errors.ts";
import { randomId, randomToken } from "./ids.ts";

const OWNER_ONLY = 0o600;

/** A shorter secret could be guessed. Secrets created here have 43 characters. */
export const MIN_SECRET_LENGTH = 32;

/**
 * Reads a secret from its file, or creates the file on first use. Processes that start together get the same secret.
 * @param mend advice on how to restore a lost secret
 * @throws Error with that advice when the file is empty or the secret too short
 */
export function readOrCreateSecret(path: string, mend: string): string {
  const secret = readIfThere(path) ?? makeSecret(path);
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  const held = secret.length === 0 ? "is empty" : `has ${secret.length} characters`;
  throw new Error(
    `The file ${path} ${held}, but a secret needs ${MIN_SECRET_LENGTH} characters or more. ${mend}`,
  );
}

function makeSecret(path: string): string {
  createEnterableDirectory(dirname(path));
  const draft = `${path}.${randomId()}`;
  writeFileSync(draft, `${randomToken()}\n`, { mode: OWNER_ONLY, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
  writeToDisk(dirname(path));
  return readFileSync(path, "utf8").trim();
}

/** Flushes the folder to the disk. Otherwise a power cut may delete the secret, and with it all that depends on it. */
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
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  }
}

/**
 * Other users may enter the directory but not list it. If the program is started as root, the database runs as
 * another user.
 */
const ENTER_ONLY = 0o711;

/** Creates a directory that other users may enter. An existing directory keeps its permissions. */
export function createEnterableDirectory(directory: string): void {
  const made = mkdirSync(directory, { recursive: true });
  if (made) chmodSync(directory, ENTER_ONLY);
}
