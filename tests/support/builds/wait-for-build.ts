import { setTimeout as sleep } from "node:timers/promises";
import { isBuilt } from "../../../app/server/build-stamp.mjs";

/**
 * Waits for the build that `npm test` has begun beside tests that need none, and that ends the run if it fails. The
 * number of an ended process may soon be that of another, so the build is looked at, too.
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
