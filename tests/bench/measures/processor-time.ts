import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/**
 * Starts to measure processor time, which other programs do not affect. The returned function reads it in milliseconds,
 * or NaN if the system does not report it. A process that has ended meanwhile is left out.
 */
export function usedFrom(pids: readonly number[]): () => number {
  if (process.platform !== "linux") return () => Number.NaN;
  const before = new Map(pids.map((pid) => [pid, ticksOf(pid)]));
  return () => {
    const used = [...before].map(([pid, ticks]) => ticksOf(pid) - ticks).filter((ticks) => ticks > 0);
    return (used.reduce((total, ticks) => total + ticks, 0) / TICKS_A_SECOND) * 1000;
  };
}

/** Fields 14 and 15 of proc(5) are user and system time. */
function ticksOf(pid: number): number {
  return Number(statOf(pid)[11]) + Number(statOf(pid)[12]);
}

/** Finds the database server with this directory in its command line, and all child processes. */
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

/** Returns the fields of proc(5) from field 3 on. The first two are the process's id and name. */
function statOf(pid: number): string[] {
  const [, afterName = ""] = fileOf(pid, "stat").split(") ");
  return afterName.split(" ");
}

/** Returns the file's text, or an empty text if the process has just ended. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
