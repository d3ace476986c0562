import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomId } from "#runtime/ids.ts";
import { isAlive, nameOfProcess } from "#runtime/process-lock.ts";

/** Records that this process uses the server, and returns a function that removes the record. */
export function registerProcess(home: string): () => void {
  const directory = join(home, "supervisors");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const entry = join(directory, randomId());
  writeFileSync(entry, nameOfProcess());
  return () => rmSync(entry, { force: true });
}

/** Tells whether a living process uses the server. Records of dead processes are removed. */
export function isInUse(home: string): boolean {
  const directory = join(home, "supervisors");
  const entries = readdirSync(directory).map((name) => join(directory, name));
  const living = entries.filter((entry) => isAlive(readFileSync(entry, "utf8")));
  for (const entry of entries) if (!living.includes(entry)) rmSync(entry, { force: true });
  return living.length > 0;
}
