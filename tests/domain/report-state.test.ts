import { expect, test } from "vitest";
import {
  isReportComplete,
  areAllReportsDone,
  isReadyToSign,
  firstMissingField,
  listMissingReportParts,
  countReports,
  getReportState,
  type ReportState,
} from "#domain/report-state.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";

type Written = Record<string, string | number | null>;

const NO_CRITERIA = gradesOf();
const ALL_RATINGS = Object.fromEntries(BEHAVIOUR_FIELDS.map((field) => [field, "C"]));
const MATHEMATICS = { subject: "Mathematics", isEntered: true, criteria: NO_CRITERIA };
const SPANISH = { subject: "Spanish", isEntered: false, criteria: NO_CRITERIA };
const SCIENCE = { subject: "Science", isEntered: false, criteria: NO_CRITERIA };
const READING = { subject: "Reading", isEntered: false, criteria: gradesOf(4, null, null, null) };
const COMPLETE: Written = { ...ALL_RATINGS, teacher_comment: "Works well." };

test.each<[string, Written, (typeof MATHEMATICS)[], string[]]>([
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
  ["some criteria", COMPLETE, [MATHEMATICS, READING], ["1 mark: Reading (missing 3 of 4)"]],
  [
    "all marks, of which some are begun",
    COMPLETE,
    [SPANISH, READING],
    ["2 marks: Spanish, Reading (missing 3 of 4)"],
  ],
  ["some marks", COMPLETE, [MATHEMATICS, SPANISH, SCIENCE], ["2 marks: Spanish, Science"]],
  ["all marks", COMPLETE, [SPANISH, SCIENCE], ["all marks"]],
])("a report misses %s", (_what, values, subjects, expected) => {
  const missing = listMissingReportParts(values, subjects);

  expect(missing.map(({ words }) => words)).toEqual(expected);
});

test("what is missing leads to the first field that is still empty", () => {
  const rated = Object.fromEntries(BEHAVIOUR_FIELDS.slice(0, 3).map((field) => [field, "C"]));

  expect(firstMissingField({ part: "ratings", words: "" }, rated)).toBe("responsibility");
  expect(firstMissingField({ part: "comment", words: "" }, {})).toBe("teacher_comment");
  expect(firstMissingField({ part: "marks", words: "" }, {})).toBeNull();
});

const SIGNED = { changed: false };
const CHANGED = { changed: true };
const RETURNED = { reason: "Look again." };
const RATINGS = [{ part: "ratings", words: "all behaviour ratings" }] as const;

test.each([
  [null, null, RATINGS, "incomplete", { complete: false, toSign: false }],
  [null, null, [], "complete", { complete: true, toSign: true }],
  [null, RETURNED, [], "returned", { complete: false, toSign: false }],
  [null, RETURNED, RATINGS, "returned", { complete: false, toSign: false }],
  [SIGNED, null, [], "signed", { complete: true, toSign: false }],
  [SIGNED, null, RATINGS, "signed", { complete: false, toSign: false }],
  [CHANGED, null, [], "changed", { complete: true, toSign: true }],
  [CHANGED, null, RATINGS, "changed", { complete: false, toSign: false }],
])("signed %o, sent back %o, missing %o: a report is %s", (signature, returned, missing, expected, is) => {
  const state = getReportState({ signature, returned, missing });

  expect(state).toBe(expected);
  expect({
    complete: isReportComplete({ state, missing }),
    toSign: isReadyToSign({ state, missing }),
  }).toEqual(is);
});

test("reports are counted, and what was sent back is not complete", () => {
  const reports: [ReportState, readonly unknown[]][] = [
    ["complete", []],
    ["signed", []],
    ["changed", RATINGS],
    ["returned", []],
    ["incomplete", RATINGS],
  ];

  const counts = countReports(reports.map(([state, missing]) => ({ state, missing })));

  expect(counts).toEqual({ total: 5, complete: 2, signed: 2, changed: 1, returned: 1, toSign: 1 });
});

test.each([
  [{ total: 40, complete: 40, signed: 40, changed: 0 }, true],
  [{ total: 40, complete: 37, signed: 40, changed: 0 }, false],
  [{ total: 40, complete: 40, signed: 40, changed: 1 }, false],
  [{ total: 40, complete: 40, signed: 39, changed: 0 }, false],
  [{ total: 0, complete: 0, signed: 0, changed: 0 }, false],
])("nothing is left to do in a class of %o: %s", (counts, isDone) => {
  expect(areAllReportsDone({ ...counts, returned: 0, toSign: 0 })).toBe(isDone);
});

function gradesOf(...grades: (number | null)[]): { grade: number | null }[] {
  return grades.map((grade) => ({ grade }));
}
