import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";

export const COUNTS_FILE = path.resolve(import.meta.dirname, "../../.cache/test-counts.json");

type Counts = { passed: number; failed: number; skipped: number };

/** Leaves the runner's own counts for who prints the last line: `npm test` and `.ci/run`. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) count(module, counts);
    mkdirSync(path.dirname(COUNTS_FILE), { recursive: true });
    writeFileSync(COUNTS_FILE, JSON.stringify(counts));
  }
}

/** A file that could not be loaded has no tests to count, and must not look like one that has none. */
function count(module: TestModule, counts: Counts): void {
  const tests = [...module.children.allTests()];
  if (module.state() === "failed" && tests.every((test) => test.result().state !== "failed"))
    counts.failed += 1;
  for (const test of tests) {
    const { state } = test.result();
    counts[state === "pending" ? "skipped" : state] += 1;
  }
}
