import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/** Returns the processor time of these processes in milliseconds; NaN when the system does not tell. */
export function processorTimeOf(pids: readonly number[]): number {
  if (process.platform !== "linux") return Number.NaN;
  // Numbers 14 and 15 of proc(5), user and system time.
  const ticks = pids.map((pid) => Number(statOf(pid)[11]) + Number(statOf(pid)[12]));
  return (ticks.reduce((total, tick) => total + tick, 0) / TICKS_A_SECOND) * 1000;
}

/** Finds the server with this directory on its command line, and all of its children. */
export function databaseProcesses(dataDir: string): number[] {
  if (process.platform !== "linux") return [];
  const servers = new Set(running().filter((pid) => commandOf(pid).includes(`-D\0${dataDir}`)));
  return running().filter((pid) => servers.has(pid) || servers.has(Number(statOf(pid)[1])));
}

function running(): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0);
}

function commandOf(pid: number): string {
  return fileOf(pid, "cmdline");
}

/** Returns the fields of proc(5) from number 3 on: those before are the process's number and name. */
function statOf(pid: number): string[] {
  const [, afterName = ""] = fileOf(pid, "stat").split(") ");
  return afterName.split(" ");
}

/** Empty when the process has just ended. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
