import { setTimeout as sleep } from "node:timers/promises";
import { isBuilt } from "../../../app/server/build-stamp.mjs";

/**
 * Waits for the build that `npm test` started beside tests that need no build. A failed build ends the run. The
 * process number alone is not enough, because another process may soon have the same number, so the build itself is
 * checked too.
 */
const build = process.env["BUILD_PROCESS"];
while (build && isRunning(Number(build)) && !isBuilt()) await sleep(1000);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
