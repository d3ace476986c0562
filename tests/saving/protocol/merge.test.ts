import { expect, test } from "vitest";
import {
  findValueChanges,
  mergeOwnOverTheirs,
  type FieldChangedByColleague,
} from "#saving/protocol/protocol.ts";
import type { FieldValues } from "#fields/value.ts";

test.each<{ title: string; stored: FieldValues; wanted: FieldValues; changes: FieldValues }>([
  { title: "a new value", stored: { mark: 64 }, wanted: { mark: 68 }, changes: { mark: 68 } },
  { title: "the same value", stored: { mark: 64 }, wanted: { mark: 64 }, changes: {} },
  { title: "nothing, where nothing was stored", stored: {}, wanted: { mark: null }, changes: {} },
  {
    title: "nothing, where there was a mark",
    stored: { mark: 64 },
    wanted: { mark: null },
    changes: { mark: null },
  },
  { title: "a nought where nothing was", stored: { mark: null }, wanted: { mark: 0 }, changes: { mark: 0 } },
])("what is to be saved of $title", ({ stored, wanted, changes }) => {
  const given = findValueChanges(stored, wanted);

  expect(given).toEqual(changes);
});

const wroteAbsent: FieldChangedByColleague[] = [
  { field: "attendance", from: 1, to: 2 },
  { field: "mark", from: 67, to: null },
];

test("keeping a mark over a colleague's absence keeps the presence that it was given with", () => {
  const theirs = { attendance: 2, mark: null, application: "C" };

  const kept = mergeOwnOverTheirs(theirs, { mark: 72 }, wroteAbsent);

  expect(kept).toEqual({ attendance: 1, mark: 72 });
});

test("keeping yours saves nothing that the colleague wrote alike", () => {
  const theirs = { mark: 76, application: "S" };

  const kept = mergeOwnOverTheirs(theirs, { mark: 72, application: "S" }, [
    { field: "mark", from: 67, to: 76 },
  ]);

  expect(kept).toEqual({ mark: 72 });
});
