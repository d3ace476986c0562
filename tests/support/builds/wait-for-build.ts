import { setTimeout as sleep } from "node:timers/promises";

/** Waits for the build that `npm test` has begun beside tests that need none. It ends the run if the build fails. */
const build = process.env["BUILD_PROCESS"];
while (build && isRunning(Number(build))) await sleep(100);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
