import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { isBuilt } from "../../app/server/build-stamp.mjs";
import { prepareCheckout } from "../../app/server/prepare.mjs";

/**
 * Implements `npm test`, even on a fresh clone: installs and builds whatever is missing, then runs all tests or the
 * tests that the arguments select (`npm test -- --project rules`). The last line of output has the runner's own
 * counts.
 */
const ROOT = path.resolve(import.meta.dirname, "../..");
const COUNTS = path.join(ROOT, ".cache/test-counts.json");
const RUNNER = path.join(ROOT, "node_modules/vitest/vitest.mjs");
const REPORTERS = ["--reporter=default", "--reporter=./tests/support/counts-reporter.ts"];

await prepareCheckout({ withBuild: false });
rmSync(COUNTS, { force: true });
const selection = process.argv.slice(2);
const isWhole = !selection.some((option) => option.startsWith("--project"));

// The first tests need no build, and a build leaves a core idle for a third of its time.
const build = isWhole && !isBuilt() ? start(["app/server/build.mjs"], { detached: true }) : null;
const tests = start([RUNNER, "run", ...REPORTERS, ...selection], {
  settings: { WHOLE_RUN: isWhole ? "1" : "0", BUILD_PROCESS: String(build?.child.pid ?? "") },
});
void build?.ended.then((status) => status !== 0 && tests.child.kill());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, stop);

process.exitCode = await tests.ended;
// A build that fails after a few tests have passed is a failure, too.
process.exitCode ||= (await build?.ended) ?? 0;
if (existsSync(COUNTS)) {
  const { passed, failed, skipped, secondTries } = JSON.parse(readFileSync(COUNTS, "utf8"));
  // Vitest itself counts a test that passed on a second attempt as passed, so the exit code is set here.
  if (failed > 0) process.exitCode ||= 1;
  for (const test of secondTries) console.log(test);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
}

/** Ends the tests and the build, with all processes that they started, when somebody ends the run. */
function stop() {
  tests.child.kill();
  const child = build?.child;
  if (child?.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid);
}

/**
 * @param {string[]} program
 * @param {{ settings?: Record<string, string>, detached?: boolean }} options
 */
function start(program, { settings = {}, detached = false }) {
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    detached,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "inherit", "inherit"],
  });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  return { child, ended };
}
