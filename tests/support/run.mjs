import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { prepareCheckout } from "../../app/server/prepare.mjs";

/**
 * Implements `npm test`, even on a fresh clone: installs and builds whatever is missing, then runs all tests or those
 * that the arguments select (`npm test -- --project rules`). The last line of output has the runner's own counts.
 */
const ROOT = path.resolve(import.meta.dirname, "../..");
const COUNTS = path.join(ROOT, ".cache/test-counts.json");
const RUNNER = path.join(ROOT, "node_modules/vitest/vitest.mjs");
const REPORTERS = ["--reporter=default", "--reporter=./tests/support/counts-reporter.ts"];

await prepareCheckout();
rmSync(COUNTS, { force: true });
const selection = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [RUNNER, "run", ...REPORTERS, ...selection], {
  cwd: ROOT,
  env: { ...process.env, WHOLE_RUN: selection.some((option) => option.startsWith("--project")) ? "0" : "1" },
  stdio: ["ignore", "inherit", "inherit"],
});
process.exitCode = status ?? 1;
if (existsSync(COUNTS)) {
  const { passed, failed, skipped, secondTries } = JSON.parse(readFileSync(COUNTS, "utf8"));
  // Vitest itself counts a test that passed on a second attempt as passed, so the exit code is set here.
  if (failed > 0) process.exitCode ||= 1;
  for (const test of secondTries) console.log(test);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
}
