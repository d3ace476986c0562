import { expect, test } from "vitest";
import { groupByDecision, parsePastedOutcomes } from "#features/rollover/outcomes/outcome-list.rules.ts";

const KNOWN = [
  { student_key: 1, student_id: "IG-1" },
  { student_key: 2, student_id: "IG-2" },
];
const CLASSES = [
  { class_id: 41, label: "4A", subject_group: "Science" },
  { class_id: 42, label: "4B", subject_group: "Business" },
  { class_id: 43, label: "4C", subject_group: "Business" },
];
const LEAVE = { kind: "leave", classId: null, formClassId: null } as const;
const into = (classId: number) => ({ kind: "class", classId, formClassId: null }) as const;

test.each([
  ["an ID alone, with an outcome for the list", "ig-1", LEAVE, [{ studentKey: 1, decision: LEAVE }]],
  ["a class after a name", "IG-1\tAli, Ann\t4B", null, [{ studentKey: 1, decision: into(42) }]],
  ["a subject group", "IG-2; science", null, [{ studentKey: 2, decision: into(41) }]],
  ["a class after one space", "IG-2 4a", null, [{ studentKey: 2, decision: into(41) }]],
  ["a name and an empty cell", "IG-2, Ann Ali,", LEAVE, [{ studentKey: 2, decision: LEAVE }]],
  ["a word, stronger than the list's", "IG-1, leaving", into(41), [{ studentKey: 1, decision: LEAVE }]],
  [
    "a heading and blank lines",
    "Student ID\tGroup\n\nIG-1\t4A\n",
    null,
    [{ studentKey: 1, decision: into(41) }],
  ],
] as const)("%s", (_, text, otherwise, outcomes) => {
  expect(parsePastedOutcomes(text, { known: KNOWN, classes: CLASSES, otherwise })).toEqual({
    outcomes,
    errors: [],
  });
});

test.each([
  ["somebody else", "IG-9 4A", "Line 1: no student here has the ID IG-9 4A."],
  ["one who is named twice", "IG-1,4A\nIG-1,4B", "Line 2: IG-1 is on the list twice."],
  ["a first line with a wrong ID", "ID-77", "Line 1: no student here has the ID ID-77."],
  [
    "a group of several classes",
    "IG-1,Business",
    "Line 1: several classes are in the group Business. Enter one of the classes.",
  ],
  ["a class that does not exist", "IG-1,4Z", "Line 1: there is no class 4Z next year."],
])("%s is refused with the line, also with an outcome for the list", (_, text, error) => {
  for (const otherwise of [null, LEAVE])
    expect(parsePastedOutcomes(text, { known: KNOWN, classes: CLASSES, otherwise }).errors).toEqual([error]);
});

test("a line that names nothing needs an outcome for the list", () => {
  expect(parsePastedOutcomes("IG-1", { known: KNOWN, classes: CLASSES, otherwise: null }).errors).toEqual([
    "Line 1: choose a class or an outcome for IG-1.",
  ]);
});

test("of many bad lines the first five are named", () => {
  const text = Array.from({ length: 8 }, (_, index) => `XX-${index}`).join("\n");

  const { errors } = parsePastedOutcomes(text, { known: KNOWN, classes: CLASSES, otherwise: LEAVE });

  expect([errors.length, errors.at(-1)]).toEqual([6, "3 more lines cannot be read."]);
});

test("students of one outcome are stored together", () => {
  const { outcomes } = parsePastedOutcomes("IG-1,4A\nIG-2,Science", {
    known: KNOWN,
    classes: CLASSES,
    otherwise: null,
  });

  expect(groupByDecision(outcomes)).toEqual([{ decision: into(41), studentKeys: [1, 2] }]);
});
