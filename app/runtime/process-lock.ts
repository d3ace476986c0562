import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "./errors.ts";
import { randomId } from "./ids.ts";

const LOOK_AGAIN_MS = 50;
const PATIENCE_MS = 120_000;

/**
 * Runs `work` while no other process that uses the same path runs its own. The lock is a file that names its owner; a
 * killed process leaves it behind, and the next process takes it over.
 */
export async function withProcessLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
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

/** A link appears completely or not at all: nobody ever reads a lock that does not name its owner yet. */
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
  // Another process may have replaced the dead one's lock since it was read: then the lock taken away is put back.
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

/**
 * Identifies a process by its number and start time: numbers are reused, in a container soon, so a number alone could
 * take another process for the owner of a lock.
 */
export function nameOfProcess(pid = process.pid): string {
  return `${pid} ${beginningOf(pid)}`;
}

export function isAlive(name: string): boolean {
  const pid = Number(name.split(" ")[0]);
  return Number.isInteger(pid) && exists(pid) && nameOfProcess(pid) === name;
}

export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

export function processCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return columnOf(pid, "args=");
  }
}

/** Empty for a process that has ended and waits for its parent to notice, which in a container may never happen. */
function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets and may contain spaces; the state is the third field, the
    // start time the 22nd.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "" : (fields[19] ?? "");
  } catch {
    return columnOf(pid, "lstart=");
  }
}

function columnOf(pid: number, column: string): string {
  try {
    return execFileSync("ps", ["-p", String(pid), "-o", column], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "";
  }
}
