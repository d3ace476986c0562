import { expect, test } from "vitest";
import {
  groupPostingLines,
  summarisePostings,
  formatPostingSelection,
  describePosting,
  type PostingLine,
} from "#features/settings/post-reports/post-reports.rules.ts";

const changed = { name: "Ragbir, Maya", url: null, what: "" };

function line(given: Partial<PostingLine>): PostingLine {
  const whole = { reports: 30, complete: 30, signed: 30, changed: [], postedOn: null };
  return { classId: 1, label: "Std 1", teachers: "", ...whole, ...given };
}

test.each<[string, Partial<PostingLine>[], ReturnType<typeof formatPostingSelection>]>([
  ["nothing", [], { classes: "0 classes", reports: "0 reports", notInOrder: null }],
  ["what is whole", [{}], { classes: "1 class", reports: "30 reports", notInOrder: null }],
  [
    "what is not, summed",
    [{ complete: 26, signed: 24 }, { complete: 29 }, {}],
    { classes: "3 classes", reports: "90 reports", notInOrder: "5 not complete, 6 not signed" },
  ],
  [
    "one report that is not signed",
    [{ reports: 1, complete: 1, signed: 0 }],
    { classes: "1 class", reports: "1 report", notInOrder: "1 not signed" },
  ],
])("the foot counts %s", (_what, lines, words) => {
  expect(formatPostingSelection(lines.map(line))).toEqual(words);
});

test("what is held back comes first, and an empty group is not shown", () => {
  const [posted, held] = [line({ postedOn: "2026-07-01" }), line({ classId: 2 })];

  expect(groupPostingLines([posted, held]).map(({ title, lines }) => [title, lines])).toEqual([
    ["Not posted", [held]],
    ["Posted", [posted]],
  ]);
  expect(groupPostingLines([posted]).map(({ title }) => title)).toEqual(["Posted"]);
});

test.each([
  ["all of its classes", [{ postedOn: "2026-07-02" }, { postedOn: "2026-07-01" }], "Yes, since 1 Jul 2026"],
  ["one of three", [{ postedOn: "2026-07-01" }, {}, {}], "Partly: 1 of 3 classes, the first on 1 Jul 2026"],
  ["none", [{}], "No"],
  ["no class", [], "No"],
])("the term is posted with %s", (_what, lines, words) => {
  expect(describePosting(lines.map(line)).words).toBe(words);
});

test("a term is posted since its first class was", () => {
  const lines = [
    line({ postedOn: "2026-07-02", changed: [changed, changed] }),
    line({ postedOn: "2026-07-01", changed: [changed] }),
    line({}),
  ];

  expect(summarisePostings(lines)).toEqual({
    since: "2026-07-01",
    posted: 2,
    changedClasses: 2,
    changedReports: 3,
  });
  expect(summarisePostings([line({})])).toMatchObject({ since: null, posted: 0 });
});
