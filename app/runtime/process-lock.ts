import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "./errors.ts";
import { randomId } from "./ids.ts";
import { isAlive, nameOfProcess } from "./running-process.ts";

const LOOK_AGAIN_MS = 50;
const PATIENCE_MS = 120_000;

/**
 * Runs `work` while this process, of all that use the same path, is the only one to. The lock is a file that names its
 * holder; one that was killed leaves it behind, and the next takes it over.
 */
export async function underProcessLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  await take(path);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

async function take(path: string): Promise<void> {
  const claim = `${path}.${randomId()}`;
  const until = Date.now() + PATIENCE_MS;
  try {
    writeFileSync(claim, nameOfProcess());
    while (!linked(claim, path)) {
      if (Date.now() > until) throw new Error(`${path} is still held by process ${holderOf(path)}`);
      removeStale(path);
      await sleep(LOOK_AGAIN_MS);
    }
  } finally {
    rmSync(claim, { force: true });
  }
}

/** A link appears whole or not at all: nobody ever reads a lock that does not yet name its holder. */
function linked(claim: string, path: string): boolean {
  try {
    linkSync(claim, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

function removeStale(path: string): void {
  const holder = holderOf(path);
  if (holder === null || isAlive(holder)) return;
  const aside = `${path}.${randomId()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  // Another may have replaced the dead one's lock since we read it: then what we took away is put back.
  if (holderOf(aside) !== holder) linked(aside, path);
  rmSync(aside, { force: true });
}

function holderOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}
