import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomId } from "#runtime/ids.ts";
import { isNamedProcessAlive, processIdentity } from "#runtime/process-lock.ts";

/** Records that this process uses the server. Returns a function that removes the record. */
export function registerServerUser(home: string): () => void {
  const directory = join(home, "supervisors");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const entry = join(directory, randomId());
  writeFileSync(entry, processIdentity());
  return () => rmSync(entry, { force: true });
}

/** Tells whether any running process uses the server. Records of processes that have ended are deleted. */
export function isServerInUse(home: string): boolean {
  const directory = join(home, "supervisors");
  const entries = readdirSync(directory).map((name) => join(directory, name));
  const living = entries.filter((entry) => isNamedProcessAlive(readFileSync(entry, "utf8")));
  for (const entry of entries) if (!living.includes(entry)) rmSync(entry, { force: true });
  return living.length > 0;
}
