import { expect, test } from "vitest";
import {
  countOrphanedMarks,
  type AssessmentKind,
  planCriteria,
} from "#features/settings/assessments/assessments.rules.ts";

const HELD = { exam: 1, replaced: 2, other: 4, course: 8, fortnightly: 16, criteria: 32 };

test.each<[AssessmentKind, AssessmentKind, number]>([
  ["tests", "course-work", 1 + 16],
  ["tests", "criteria", 2 + 4 + 16],
  ["course-work", "tests", 8],
  ["course-work", "criteria", 2 + 4 + 16],
  ["criteria", "tests", 32],
  ["criteria", "course-work", 32 + 1 + 16],
])("from %s to %s what was entered otherwise is counted", (from, to, count) => {
  expect(countOrphanedMarks({ from, to }, HELD)).toBe(count);
});

const HOLDS = [
  { criterion_id: 4, detail: "Listens", version: 11, grades: 0 },
  { criterion_id: 5, detail: "Speaks", version: 12, grades: 3 },
];
const SAME = { "criterion-4": "Listens", "criterion-5": "Speaks" };

test.each([
  [SAME, { changed: [], removed: [], added: [], errors: {} }],
  [
    { ...SAME, "criterion-5": "Speaks clearly", "new-2": "Reads" },
    { changed: [{ criterionId: 5, detail: "Speaks clearly" }], added: ["Reads"] },
  ],
  [{ "criterion-5": "Speaks" }, { removed: [4], errors: {} }],
  [
    { "criterion-4": "Listens" },
    {
      removed: [],
      errors: { "criterion-5": "You cannot remove this criterion because 3 grades were given for it." },
    },
  ],
  [
    { ...SAME, "new-1": "Listens" },
    { errors: { "new-1": "This criterion is already in the list. Enter another criterion." } },
  ],
])("criteria that were sent as %j mean %j", (typed, plan) => {
  expect(planCriteria(HOLDS, typed)).toMatchObject(plan);
});
