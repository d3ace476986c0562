import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeEnterable } from "./directories.ts";
import { hasCode } from "./errors.ts";
import { randomId, randomToken } from "./ids.ts";

const OWNER_ONLY = 0o600;

/** The secret kept in this file, made on first use: two processes that start at once agree on one. */
export function keptSecret(path: string): string {
  return readIfThere(path) ?? makeSecret(path);
}

function makeSecret(path: string): string {
  makeEnterable(dirname(path));
  const draft = `${path}.${randomId()}`;
  writeFileSync(draft, `${randomToken()}\n`, { mode: OWNER_ONLY });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, "utf8").trim();
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim() || null;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}
