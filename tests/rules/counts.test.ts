import { expect, test } from "vitest";
import type { TestCase, TestModule } from "vitest/node";
import { countTests } from "#tests/support/counts-reporter.ts";

type Told = { name: string; state: "passed" | "failed" | "skipped" | "pending"; first?: string };

const SECOND_TRY: Told = { name: "a draft is there", state: "passed", first: "Timeout\nof 30 s" };

test.each([
  ["counts as failed", false, { passed: 1, failed: 2 }],
  ["does not stop CI", true, { passed: 2, failed: 1 }],
])(
  "a test that passes only on its second try is named with its first reason, and %s",
  (_, isCi, expected) => {
    const file = testFile("failed", [
      { name: "a mark is saved", state: "passed" },
      SECOND_TRY,
      { name: "a mark is lost", state: "failed" },
      { name: "later", state: "pending" },
    ]);

    const counts = countTests([file], { isCi });

    expect(counts).toEqual({
      ...expected,
      skipped: 1,
      secondTries: [
        "Passed only on its second try: tests/e2e/a.test.ts > a draft is there\n    Timeout\n    of 30 s",
      ],
    });
  },
);

test("a file that could not be loaded counts as one failure", () => {
  const counts = countTests([testFile("failed", []), testFile("passed", [])], { isCi: false });

  expect(counts).toMatchObject({ passed: 0, failed: 1 });
});

/** The part of a test file that the runner reports. */
function testFile(state: "passed" | "failed", tests: readonly Told[]): TestModule {
  const cases = tests.map(({ name, state: result, first }) => ({
    fullName: name,
    result: () => ({ state: result, errors: first === undefined ? [] : [{ message: first }] }),
    diagnostic: () => ({ flaky: first !== undefined }),
  }));
  return {
    relativeModuleId: "tests/e2e/a.test.ts",
    state: () => state,
    children: { allTests: () => cases as unknown as TestCase[] },
  } as unknown as TestModule;
}
