import { expect, test } from "vitest";
import {
  lateBoardViewUrl,
  withLateBoardView,
  withMissingWork,
  parseLateBoardParams,
} from "#features/late-board/board-address.rules.ts";
import { filterLateBoard } from "#features/late-board/board.rules.ts";
import type { LateMarkSheet } from "#domain/late/sheets.ts";
import type { LateClassWithTeachers } from "#features/late-board/sheet-lines.rules.ts";
import type { MissingWorkKind } from "#features/late-board/board.ts";
import {
  countDueMarks,
  groupMarkSheetsByLesson,
  groupMarkSheetsBySubject,
} from "#domain/late/sheet-lines.ts";

const DEVIKA = { id: 100, name: "D. Ramkissoon", registerName: "Ramkissoon, Devika" };
const EMMA = { id: 101, name: "E. Alleyne", registerName: "Alleyne, Emma" };
const CLIVE = { id: 102, name: "C. Pierre", registerName: "Pierre, Clive" };

const SHEET: LateMarkSheet = {
  lessonId: 1,
  classId: 10,
  classLabel: "Std 4 R",
  subject: "Mathematics",
  teacher: DEVIKA,
  substituteFor: null,
  byChoice: false,
  test: "1",
  title: "End of Term",
  url: "/app/mark-sheet/1/202520263/1",
  dueOn: "19 Jun 2026",
  isDue: true,
  entered: 20,
  expected: 35,
};

const CLASS = {
  classId: 10,
  label: "Std 4 R",
  teachers: "D. Ramkissoon",
  formTeachers: [DEVIKA],
  marks: { done: 55, total: 70 },
  complete: { done: 12, total: 35 },
  signed: { done: 35, total: 35 },
  postedOn: null,
  reportsUrl: "/app/term-reports/10/202520263",
  signUrl: null,
};
const POSTED = {
  ...CLASS,
  classId: 11,
  label: "Std 5 A",
  teachers: "E. Alleyne",
  formTeachers: [EMMA],
  marks: { done: 35, total: 35 },
  complete: { done: 28, total: 28 },
  signed: { done: 27, total: 28 },
  postedOn: "26 Jun 2026",
};

const SHEETS: readonly LateMarkSheet[] = [
  { ...SHEET, test: "2", title: "Interim Test", entered: 35 },
  SHEET,
  {
    ...SHEET,
    lessonId: 2,
    classId: 11,
    classLabel: "Std 5 A",
    teacher: EMMA,
    entered: 35,
  },
];

const TERM = { id: 202520263, label: "2025-2026, Term 3" };

test("a sheet that is still to come is neither entered nor missing", () => {
  const marks = countDueMarks([SHEET, { isDue: false, entered: 5, expected: 35 }]);

  expect(marks).toEqual({ done: 20, total: 35 });
});

test("teachers who share a class in a subject are one line, counted once", () => {
  const shared = [SHEET, { ...SHEET, lessonId: 2, teacher: CLIVE }];

  const lines = groupMarkSheetsBySubject(shared);

  expect(lines).toMatchObject([{ teachers: "D. Ramkissoon / C. Pierre", marks: { done: 20, total: 35 } }]);
  expect(lines[0]?.sheets).toHaveLength(1);
  expect(groupMarkSheetsByLesson(shared)).toHaveLength(2);
});

test("teachers of a subject by choice have students of their own, and a line each", () => {
  const chosen = { ...SHEET, byChoice: true, entered: 5, expected: 12 };

  const lines = groupMarkSheetsBySubject([chosen, { ...chosen, lessonId: 2, teacher: CLIVE, expected: 9 }]);

  expect(lines.map(({ teachers, marks }) => [teachers, marks.total])).toEqual([
    ["D. Ramkissoon", 12],
    ["C. Pierre", 9],
  ]);
});

test.each<[MissingWorkKind, string[]]>([
  ["all", ["Std 4 R", "Std 5 A"]],
  ["marks", ["Std 4 R"]],
  ["reports", ["Std 4 R"]],
  ["signatures", ["Std 5 A"]],
  ["posting", ["Std 4 R"]],
])("classes with %s missing", (missing, expected) => {
  const { classes, total } = board(`missing=${missing}`);

  expect(classes.map(({ label }) => label)).toEqual(expected);
  expect(total).toBe(2);
});

test("the figures are of the whole school, whatever is looked for", () => {
  const figures = { marks: { done: 90, total: 105 }, complete: { done: 40, total: 63 } };

  const boards = ["", "missing=posting", "by=teachers&missing=marks", "by=subjects&class=11"].map((query) =>
    board(query),
  );

  for (const { school } of boards) {
    expect(school).toMatchObject({
      ...figures,
      signed: { done: 62, total: 63 },
      posted: { done: 1, total: 2 },
    });
  }
});

test("subjects come under their classes, or under the one that was asked for", () => {
  const all = board("by=subjects");
  const one = board("by=subjects&class=11");
  const missing = board("by=subjects&missing=marks");

  expect(all.groups.map(({ title, about, lines }) => [title, about, lines.length])).toEqual([
    ["Std 4 R", "D. Ramkissoon", 1],
    ["Std 5 A", "E. Alleyne", 1],
  ]);
  expect([one.onlyClass, one.groups.map(({ title }) => title)]).toEqual(["Std 5 A", ["Std 5 A"]]);
  expect(missing.groups.map(({ title }) => title)).toEqual(["Std 4 R"]);
});

test("what a substitute is to enter is theirs, and says whose lesson it is", () => {
  const given = SHEETS.map((sheet) =>
    sheet.lessonId === 1 ? { ...sheet, teacher: CLIVE, substituteFor: "D. Ramkissoon" } : sheet,
  );

  const lines = groupMarkSheetsBySubject(given);
  const { groups } = board("by=teachers", given);

  expect(lines.map(({ teachers }) => teachers)).toEqual(["C. Pierre, for D. Ramkissoon", "E. Alleyne"]);
  expect(groups.map(({ title, lines: own }) => [title, own.map((line) => line.substituteFor)])).toEqual([
    ["D. Ramkissoon", []],
    ["C. Pierre", ["D. Ramkissoon"]],
    ["E. Alleyne", [null]],
  ]);
});

test("whoever misses most comes first, with the reports of the own class", () => {
  const { groups } = board("by=teachers");
  const late = board("by=teachers&missing=reports").groups;

  expect(groups.map(({ title }) => title)).toEqual(["D. Ramkissoon", "E. Alleyne"]);
  expect(groups[0]?.reports).toEqual([
    { classLabel: "Std 4 R", complete: { done: 12, total: 35 }, url: CLASS.reportsUrl },
  ]);
  expect(late.map(({ title, lines }) => [title, lines.length])).toEqual([["D. Ramkissoon", 0]]);
});

test.each([
  ["", { view: "classes", missing: "all", classId: null, termId: null }],
  ["by=teachers&missing=reports&term=202520262", { view: "teachers", missing: "reports", termId: 202520262 }],
  ["by=subjects&class=12", { view: "subjects", classId: 12 }],
  ["by=subjects&missing=signatures", { view: "subjects", missing: "all" }],
  [
    "by=nobody&missing=nothing&class=x&term=-1",
    { view: "classes", missing: "all", classId: null, termId: null },
  ],
  ["class=12", { view: "classes", classId: null }],
])("the address ‘%s’ is understood", (query, expected) => {
  const params = parseLateBoardParams(new URLSearchParams(query));

  expect(params).toMatchObject(expected);
});

test("an address leads back to where it was made", () => {
  const place = { view: "subjects", missing: "marks", classId: 12, termId: 202520262, page: 3 } as const;

  const url = lateBoardViewUrl(place);

  expect(url).toBe("/app/late-board?by=subjects&missing=marks&class=12&term=202520262&page=3");
  expect(parseLateBoardParams(new URL(url, "http://x").searchParams)).toEqual(place);
  expect(lateBoardViewUrl(parseLateBoardParams(new URLSearchParams()))).toBe("/app/late-board");
});

test("what cannot be asked in a view is looked for by class", () => {
  const params = parseLateBoardParams(new URLSearchParams("by=teachers&missing=reports&page=2"));

  const [signatures, marks, subjects] = [
    withMissingWork(params, "signatures"),
    withMissingWork(params, "marks"),
    withLateBoardView(params, "subjects"),
  ];

  expect(signatures).toMatchObject({ view: "classes", missing: "signatures", page: 1 });
  expect(marks).toMatchObject({ view: "teachers", missing: "marks" });
  expect(subjects).toMatchObject({ view: "subjects", missing: "all", page: 1 });
});

test.each([
  ["", 0, 100, 201],
  ["page=3", 200, 1, 201],
  ["page=9", 200, 1, 201],
  ["page=2&missing=posting", 100, 51, 151],
])("a board of 201 classes has them by the hundred: ‘%s’", (query, first, count, listed) => {
  const classes = Array.from({ length: 201 }, (_, index) => ({
    ...(index < 151 ? CLASS : POSTED),
    classId: index,
  }));

  const shown = board(query, SHEETS, classes);

  expect(shown.classes.map(({ classId }) => classId)).toEqual(
    Array.from({ length: count }, (_, index) => first + index),
  );
  expect([shown.listed, shown.total, shown.school.posted]).toEqual([listed, 201, { done: 50, total: 201 }]);
});

function board(query: string, sheets = SHEETS, classes: readonly LateClassWithTeachers[] = [CLASS, POSTED]) {
  const params = parseLateBoardParams(new URLSearchParams(query));
  return filterLateBoard({
    params,
    entry: "",
    term: TERM,
    terms: [TERM],
    sheets,
    classes,
  });
}
