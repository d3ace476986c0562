import { expect, test } from "vitest";
import { markSignatureChanged, hasRecordChanged } from "#features/term-reports/report/report-form.tsx";
import { buildReport } from "../../../support/builders/report-fixtures.ts";

const LOADED = { row: "17", version: 5, values: { sessions_late: 0, project: null } };

test.each([
  ["nothing was saved since", 5, { sessions_late: 0, project: null }, false],
  ["a field was saved", 6, { sessions_late: 1, project: null }, true],
  ["it was written back", 7, { sessions_late: 0, project: null }, false],
  ["the page was read anew, and its rows are not yet", 4, { sessions_late: 3, project: null }, false],
])("a report is rewritten since it was read: %s", (_what, version, values, expected) => {
  expect(hasRecordChanged(LOADED, { version, values })).toBe(expected);
});

test("what was rewritten is changed since it was signed and posted; unsigned stays unsigned", () => {
  const signature = { by: "M. Joseph", on: "26 Jun 2026", pictureUrl: null } as const;
  const report = buildReport({
    signature: { ...signature, changed: false, graded: false },
    posted: { on: "30 Jun 2026", changedSince: false },
  });

  const changed = markSignatureChanged(report);

  expect(changed.signature).toEqual({ ...signature, changed: true, graded: false });
  expect(changed.posted).toEqual({ on: "30 Jun 2026", changedSince: true });
  expect(markSignatureChanged(buildReport())).toMatchObject({ signature: null, posted: null });
});
