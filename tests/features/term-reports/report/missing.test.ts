import { expect, test } from "vitest";
import { missingParts } from "#features/term-reports/report/missing.rules.ts";
import type { Values } from "#fields/value.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";

const ALL_RATINGS = Object.fromEntries(BEHAVIOUR_FIELDS.map((field) => [field, "C"]));
const MATHEMATICS = { subject: "Mathematics", isEntered: true };
const SPANISH = { subject: "Spanish", isEntered: false };
const SCIENCE = { subject: "Science", isEntered: false };
const COMPLETE: Values = { ...ALL_RATINGS, teacher_comment: "Works well." };

test.each<[string, Values, (typeof MATHEMATICS)[], string[]]>([
  ["nothing", COMPLETE, [MATHEMATICS], []],
  [
    "nothing: participation and project never count",
    { ...COMPLETE, participation: null, project: null },
    [],
    [],
  ],
  ["nothing: attendance and promotion are not asked for", { ...COMPLETE, sessions_absent: null }, [], []],
  [
    "nothing: the principal's own comment is the principal's",
    { ...COMPLETE, principal_comment: null },
    [],
    [],
  ],
  ["a rating", { ...COMPLETE, respect: null }, [], ["1 rating: Respect"]],
  ["ratings", { ...COMPLETE, respect: null, punctual: null }, [], ["2 ratings: Respect, Punctual"]],
  ["all ratings", { teacher_comment: "Well." }, [], ["all behaviour ratings"]],
  ["the comment", { ...COMPLETE, teacher_comment: null }, [], ["the teacher’s comment"]],
  ["a mark", COMPLETE, [MATHEMATICS, SPANISH], ["1 mark: Spanish"]],
  ["some marks", COMPLETE, [MATHEMATICS, SPANISH, SCIENCE], ["2 marks: Spanish, Science"]],
  ["all marks", COMPLETE, [SPANISH, SCIENCE], ["all marks"]],
])("a report misses %s", (_what, values, subjects, expected) => {
  const missing = missingParts(values, subjects);

  expect(missing.map(({ words }) => words)).toEqual(expected);
});
