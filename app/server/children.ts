import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type SupervisedProgram = {
  /** Ends the program without restarting it. */
  stop: (signal: "SIGTERM" | "SIGKILL") => void;
  ended: Promise<void>;
};

type Options = { name: string; launch: () => ChildProcess; mayRestart: () => boolean };

const ROOT = resolve(import.meta.dirname, "../..");
const FOLLOW_PARENT = ["--import", "./app/server/follow-parent.mjs"];
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A program that ran for this long had started well, so the next pause is the shortest one again. */
const STEADY_MS = 60_000;

/** Keeps a program running. If it ends unexpectedly, it is restarted after a pause, which doubles each time. */
export function superviseProgram({ name, launch, mayRestart }: Options): SupervisedProgram {
  const stopping = new AbortController();
  let current: ChildProcess | null = null;

  async function run(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const start = Date.now();
      current = launch();
      await once(current, "exit");
      if (stopping.signal.aborted || !mayRestart()) return;
      if (Date.now() - start > STEADY_MS) pause = FIRST_PAUSE_MS;
      console.error(`The ${name} stopped unexpectedly. Termbook starts it again in ${pause / 1000} s.`);
      await sleep(pause, null, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
    }
  }

  return {
    ended: run(),
    stop: (signal) => {
      stopping.abort();
      current?.kill(signal);
    },
  };
}

/** Starts a program of this repository, which ends when this process ends. */
export function launchProgram(program: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [...FOLLOW_PARENT, ...program], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}
