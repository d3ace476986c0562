import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { hasErrorCode } from "./errors.ts";
import { randomId } from "./ids.ts";

const LOOK_AGAIN_MS = 50;
const PATIENCE_MS = 120_000;

/**
 * Runs `work` while no other process holds the lock at this path. The lock is a file that names its owner. If a process
 * was killed, its lock file remains, and the next process takes over the lock.
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
    writeFileSync(claim, processIdentity());
    while (!linked(claim, path)) {
      if (Date.now() > until) throw new Error(`${path} is still used by process ${holderOf(path)}`);
      removeStale(path);
      await sleep(LOOK_AGAIN_MS);
    }
  } finally {
    rmSync(claim, { force: true });
  }
}

/**
 * Creates the lock as a link to a complete file, so that nobody reads a lock without an owner. Returns false if a
 * lock exists.
 */
function linked(claim: string, path: string): boolean {
  try {
    linkSync(claim, path);
    return true;
  } catch (error) {
    if (hasErrorCode(error, "EEXIST")) return false;
    throw error;
  }
}

function removeStale(path: string): void {
  const holder = holderOf(path);
  if (holder === null || isNamedProcessAlive(holder)) return;
  const aside = `${path}.${randomId()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return;
    throw error;
  }
  // If another process has replaced the lock since it was read, that process gets its lock back.
  if (holderOf(aside) !== holder) linked(aside, path);
  rmSync(aside, { force: true });
}

function holderOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  }
}

/**
 * Identifies a process by its number and start time. The number is not enough, because it is reused after the process
 * has ended, very soon in a container.
 */
export function processIdentity(pid = process.pid): string {
  return `${pid} ${beginningOf(pid)}`;
}

export function isNamedProcessAlive(name: string): boolean {
  const pid = Number(name.split(" ")[0]);
  return Number.isInteger(pid) && isProcessRunning(pid) && processIdentity(pid) === name;
}

export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, "EPERM");
  }
}

export function processCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return columnOf(pid, "args=");
  }
}

/**
 * Returns a process's start time. The result is empty for an ended process, even if its parent has not yet collected
 * its status.
 */
function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets, which may contain spaces. The third field is the state, the
    // 22nd the start time.
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
