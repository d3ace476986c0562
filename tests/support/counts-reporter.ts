import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";

export const COUNTS_FILE = path.resolve(import.meta.dirname, "../../.cache/test-counts.json");

/** `secondTries` lists tests that passed only on a second attempt, each with its first failure. */
export type Counts = { passed: number; failed: number; skipped: number; secondTries: string[] };

/** Writes the runner's counts to a file. `npm test` and `.ci/run` print them in their last line. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const counts = countTests(modules, { isCi: Boolean(process.env.CI) });
    counts.failed += unhandled.length;
    mkdirSync(path.dirname(COUNTS_FILE), { recursive: true });
    writeFileSync(COUNTS_FILE, JSON.stringify(counts));
  }
}

/** A test that passes only on a second attempt counts as failed, except on a CI machine. */
export function countTests(modules: readonly TestModule[], { isCi }: { isCi: boolean }): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, secondTries: [] };
  for (const module of modules) {
    const tests = [...module.children.allTests()];
    // A file that could not be loaded counts as one failure, because it has no tests.
    if (module.state() === "failed" && tests.every((test) => test.result().state !== "failed"))
      counts.failed += 1;
    for (const test of tests) {
      const { state } = test.result();
      const isSecondTry = test.diagnostic()?.flaky ?? false;
      if (isSecondTry) counts.secondTries.push(firstFailure(module, test));
      counts[isSecondTry && !isCi ? "failed" : state === "pending" ? "skipped" : state] += 1;
    }
  }
  return counts;
}

function firstFailure({ relativeModuleId }: TestModule, test: TestCase): string {
  const [error] = test.result().errors ?? [];
  const reason = error?.message.replaceAll("\n", "\n    ") ?? "no reason was given";
  return `Passed only on its second try: ${relativeModuleId} > ${test.fullName}\n    ${reason}`;
}
