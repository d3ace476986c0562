import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hasCode } from "./errors.ts";

/**
 * Names a process by its number and the moment it began: numbers come round again, in a container soon, so a number
 * alone would take another process for the owner of a lock.
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

/** The command line of a running process, empty when it cannot be read. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return columnOf(pid, "args=");
  }
}

/** Empty for a process that has ended and waits for its parent to notice, which in a container may be never. */
function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets and may hold spaces: the state is the third field, the start
    // time the 22nd.
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
