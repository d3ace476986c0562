import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hasCode } from "./errors.ts";

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
