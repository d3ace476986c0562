import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { ROOT } from "#tests/support/source.ts";

export type Ran = { seconds: number; peakMb: number };

const LOOK_AGAIN_MS = 20;

/** Runs a backup command as `npm run` does. @throws Error with the command's output when it failed */
export function ran(
  command: "write" | "restore",
  given: readonly string[],
  own: Record<string, string>,
): Promise<Ran> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL, BACKUP_KEY_FILE, ...inherited } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", `app/server/backup/${command}.ts`, ...given], {
    cwd: ROOT,
    env: { ...inherited, NODE_ENV: "production", ...own },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  let peakKb = 0;
  const looking = setInterval(() => (peakKb = Math.max(peakKb, peakOf(child.pid ?? 0))), LOOK_AGAIN_MS);
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => {
      clearInterval(looking);
      const seconds = (performance.now() - began) / 1000;
      if (code === 0) resolve({ seconds, peakMb: peakKb / 1024 });
      else reject(new Error(`${command} failed:\n${said}`));
    });
  });
}

/** Returns the peak memory in kilobytes, or 0 if the process has ended or the system does not report it. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
