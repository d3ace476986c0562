import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "#tests/support/source.ts";

export type Child = {
  pid: number;
  output: () => string;
  /** Waits until a condition is true. Fails if the program ends before that. */
  until: (isSo: () => boolean | Promise<boolean>) => Promise<void>;
  stop: () => Promise<void>;
};

type Program = {
  command: string;
  args: string[];
  env: Record<string, string>;
  /** True to kill the program's whole process group if the program does not end by itself. */
  group?: boolean;
};

const PATIENCE_MS = 120_000;
const STOP_MS = 20_000;
const LOOK_AGAIN_MS = 10;
/** Environment variables of the caller that would change the behaviour of the measured product. */
const NOT_OURS = [
  "PUBLIC_URL",
  "TRUST_PROXY",
  "DATABASE_URL",
  "DEMO_SCHOOL",
  "NODE_ENV",
  "METRICS_PORT",
  "WEB_CONCURRENCY",
];

export function startChild({ command, args, env, group = false }: Program): Child {
  const inherited = { ...process.env };
  for (const name of NOT_OURS) delete inherited[name];
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...inherited, ...env },
    // By this channel, a program that depends on its parent notices that the parent is gone.
    stdio: group ? ["ignore", "pipe", "pipe"] : ["ignore", "pipe", "pipe", "ipc"],
    detached: group,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const until: Child["until"] = async (isSo) => {
    const limit = Date.now() + PATIENCE_MS;
    while (!(await isSo())) {
      if (hasEnded(child) || Date.now() > limit)
        throw new Error(`${args.join(" ")} did not start:\n${output}`);
      await sleep(LOOK_AGAIN_MS);
    }
  };
  return { pid: child.pid ?? 0, output: () => output, until, stop: () => stop(child, group) };
}

async function stop(child: ChildProcess, group: boolean): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const impatience = setTimeout(() => kill(child, group), STOP_MS);
  await ended;
  clearTimeout(impatience);
}

function kill(child: ChildProcess, group: boolean): void {
  if (group && child.pid) process.kill(-child.pid, "SIGKILL");
  else child.kill("SIGKILL");
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
