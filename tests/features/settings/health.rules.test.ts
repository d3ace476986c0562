import { expect, test } from "vitest";
import {
  diskHealthFact,
  JOB_DESCRIPTIONS,
  MIN_FREE_BYTES,
  queueHealthFact,
  formatDiskSize,
  summariseProblems,
  versionHealthFact,
} from "#features/settings/health/health.rules.ts";
import { JOBS } from "#jobs/definitions.ts";

const NOW = new Date("2026-11-23T10:00:00Z");

test.each([
  [0, "0.0 MB"],
  [1_250_000, "1.3 MB"],
  [2_500_000_000, "2.5 GB"],
])("%i bytes are %s", (bytes, words) => {
  expect(formatDiskSize(bytes)).toBe(words);
});

test.each([
  [MIN_FREE_BYTES, "500.0 MB free", false],
  [MIN_FREE_BYTES - 1, "500.0 MB free", true],
  [null, "Unknown", true],
])("a disk with %s bytes free", (bytes, words, isTrouble) => {
  const fact = diskHealthFact(bytes, 40_000_000);

  expect(fact).toMatchObject({ words, isTrouble });
  expect(fact.detail).toContain("The database uses 40.0 MB.");
});

test.each([
  { waiting: 0, active: 0, minutes: null, words: "No jobs are waiting", isTrouble: false },
  { waiting: 1, active: 0, minutes: 1, words: "1 job waiting", isTrouble: false },
  { waiting: 0, active: 2, minutes: null, words: "0 jobs waiting", isTrouble: false },
  { waiting: 3, active: 0, minutes: 11, words: "3 jobs waiting", isTrouble: true },
])("a queue: %j", ({ waiting, active, minutes, words, isTrouble }) => {
  const oldestWaiting = minutes === null ? null : new Date(NOW.getTime() - minutes * 60_000);

  const fact = queueHealthFact({ waiting, active, oldestWaiting, now: NOW });

  expect(fact).toMatchObject({ words, isTrouble });
  if (isTrouble)
    expect(fact.detail).toBe("The oldest job has waited for 11 minutes. Check that the worker is running.");
});

test("the version names the commit where it is known", () => {
  expect(versionHealthFact({ version: "1.2.0", commit: "", tables: "0001-first" }).detail).toBe(
    "Database tables: 0001-first.",
  );
  expect(versionHealthFact({ version: "1.2.0", commit: "abc", tables: "0001-first" }).detail).toBe(
    "Built from abc. Database tables: 0001-first.",
  );
});

test.each([
  [0, 0, "Nothing needs attention"],
  [1, 0, "1 thing needs attention"],
  [1, 2, "3 things need attention"],
])("%i troubles and %i failed jobs", (troubles, failed, words) => {
  expect(summariseProblems({ troubles, failed })).toBe(words);
});

test("every job has words", () => {
  expect(Object.keys(JOB_DESCRIPTIONS).toSorted()).toEqual(JOBS.map(({ name }) => name).toSorted());
});
