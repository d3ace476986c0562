import { expect, test } from "vitest";
import type { Report } from "#features/term-reports/report/report.ts";
import { describeReportStatus } from "#features/term-reports/report/bar/save-state.rules.ts";
import { formatReportCounts, describePendingWork } from "#features/term-reports/choose/classes.rules.ts";

const SIGNED = {
  by: "M. Joseph",
  on: "26 Jun 2026",
  pictureUrl: null,
  changed: false,
  graded: false,
} as const;
const RETURNED = { reason: "Say more.", by: "M. Joseph", at: "26 Jun 2026, 10:41" };

test.each<[string, Pick<Report, "signature" | "returned">, number, string | null]>([
  ["complete", { signature: null, returned: null }, 0, "Complete"],
  ["incomplete", { signature: null, returned: null }, 2, null],
  ["sent back, with nothing missing", { signature: null, returned: RETURNED }, 0, "Sent back"],
  ["sent back, with something missing", { signature: null, returned: RETURNED }, 1, "Sent back"],
  ["signed", { signature: SIGNED, returned: null }, 0, "Signed 26 Jun 2026"],
  [
    "changed",
    { signature: { ...SIGNED, changed: true, graded: false }, returned: null },
    0,
    "Changed since signed",
  ],
])("a report that is %s", (_state, report, missing, words) => {
  const parts = Array.from({ length: missing }, () => ({ part: "comment", words: "the comment" }) as const);

  expect(describeReportStatus(report, parts).words).toBe(words);
});

test("a report that changed since it was signed looks as it does in the overview", () => {
  const report = { signature: { ...SIGNED, changed: true, graded: false }, returned: null };

  expect(describeReportStatus(report, [])).toMatchObject({ kind: "changed", short: "Changed" });
});

const COUNTS = { total: 35, complete: 12, signed: 3, changed: 0, returned: 0, toSign: 9 };

test.each([
  ["the principal, with complete reports", { signs: true, writes: false }, COUNTS, "9 to sign"],
  ["the principal, with none", { signs: true, writes: false }, { ...COUNTS, toSign: 0 }, null],
  ["a form teacher", { signs: false, writes: true }, COUNTS, "23 to complete"],
  ["a form teacher who is done", { signs: false, writes: true }, { ...COUNTS, complete: 35 }, null],
  ["a dean", { signs: false, writes: false }, COUNTS, null],
  [
    "an admin who signs too, with nothing to sign",
    { signs: true, writes: true },
    { ...COUNTS, toSign: 0 },
    "23 to complete",
  ],
])("what waits for %s", (_who, person, counts, words) => {
  expect(describePendingWork(person, counts)).toBe(words);
});

test("a class says how far its reports are", () => {
  expect(formatReportCounts(COUNTS)).toBe("35 reports, 12 complete, 3 signed");
  expect(formatReportCounts({ ...COUNTS, total: 1, returned: 1 })).toBe(
    "1 report, 12 complete, 3 signed, 1 sent back",
  );
});
