import { expect, test } from "vitest";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { toMarkSheetColumns } from "#features/mark-sheet/sheet/columns.rules.ts";
import type { MarkRules } from "#fields/mark.ts";
import { formatMarkSheetValues } from "#features/mark-sheet/row/sheet-values.rules.ts";
import { describeChange, listConflicts, formatValuesBefore } from "#saving/screen/conflicts.rules.ts";
import { OWN_CHANGE_AUTHOR, type FieldChangedByColleague } from "#saving/protocol/protocol.ts";
import type { FieldValues } from "#fields/value.ts";
import { withRowResult, withPendingRequest } from "#saving/client/row-sender.ts";
import {
  withCommittedValues,
  toLoadedRowState,
  withTypedValues,
  type RowState,
} from "#saving/client/row-state.ts";

const rules: MarkRules = {
  testId: 1,
  kind: "marks",
  workRatings: true,
  grading: DEFAULT_GRADING,
  criteria: [],
};
const parts = formatMarkSheetValues(toMarkSheetColumns({ rules }));
const clock = { timeZone: "America/Port_of_Spain", now: new Date("2026-06-26T20:00:00Z") };
const loaded: FieldValues = { attendance: 1, mark: 67, application: "C", preparedness: null };

test.each<{ typed: FieldValues; words: string }>([
  { typed: { mark: 72 }, words: "67" },
  { typed: { attendance: 2, mark: null }, words: "67" },
  { typed: { application: "S" }, words: "C" },
  { typed: { preparedness: "S" }, words: "blank" },
])("typing $typed was $words", ({ typed, words }) => {
  const state = withTypedValues(toLoadedRowState({ row: "17", version: 5, values: loaded }), typed);

  const said = formatValuesBefore(state, Object.keys(typed), parts);

  expect(said).toBe(words);
});

test.each<{
  title: string;
  typed: FieldValues;
  theirs: FieldValues;
  fields: FieldChangedByColleague[];
  said: string;
  choice: string[];
}>([
  {
    title: "another mark",
    typed: { mark: 72 },
    theirs: { mark: 76 },
    fields: [{ field: "mark", from: 67, to: 76 }],
    said: "Changed by C. Pierre at 10:41, from 67 to 76",
    choice: ["72", "76"],
  },
  {
    title: "an absence",
    typed: { mark: 72 },
    theirs: { attendance: 2, mark: null },
    fields: [
      { field: "attendance", from: 1, to: 2 },
      { field: "mark", from: 67, to: null },
    ],
    said: "Changed by C. Pierre at 10:41, from 67 to Abs",
    choice: ["72", "Abs"],
  },
  {
    title: "a mark and a rating",
    typed: { mark: 72, application: "S" },
    theirs: { mark: 76, application: "R" },
    fields: [
      { field: "mark", from: 67, to: 76 },
      { field: "application", from: "C", to: "R" },
    ],
    said: "Changed by C. Pierre at 10:41, Earned from 67 to 76, Application from C to R",
    choice: ["72, S", "76, R"],
  },
])("a colleague's $title is told with both values", ({ typed, theirs, fields, said, choice }) => {
  const state = changed({ typed, theirs, fields });
  const { issue } = state;
  if (issue?.kind !== "changed") throw new Error("not changed");

  const conflicts = listConflicts(state, issue, parts);

  expect(describeChange(issue, conflicts, clock)).toBe(said);
  expect([
    conflicts.map(({ yours }) => yours).join(", "),
    conflicts.map((conflict) => conflict.theirs).join(", "),
  ]).toEqual(choice);
});

test("what one changed on another page is told as one's own, with both values", () => {
  const fields = [
    { field: "mark", from: 67, to: 76 },
    { field: "application", from: "C", to: "R" },
  ];
  const state = changed({
    typed: { mark: 72, application: "S" },
    theirs: { mark: 76, application: "R" },
    fields,
  });
  const { issue } = state;
  if (issue?.kind !== "changed") throw new Error("not changed");
  const own = { ...issue, by: OWN_CHANGE_AUTHOR };

  const conflicts = listConflicts(state, own, parts);
  const said = [conflicts, conflicts.slice(0, 1)].map((item) => describeChange(own, item, clock));

  expect(said).toEqual([
    "You changed this on another page at 10:41: Earned 76, Application R. Here: Earned 72, Application S",
    "You changed this on another page at 10:41: 76. Here: 72",
  ]);
});

test("a change of another day names the day", () => {
  const state = changed({
    typed: { mark: 72 },
    theirs: { mark: 76 },
    fields: [{ field: "mark", from: 67, to: 76 }],
  });
  const { issue } = state;
  if (issue?.kind !== "changed") throw new Error("not changed");

  const said = describeChange(issue, listConflicts(state, issue, parts), {
    ...clock,
    now: new Date("2026-06-28T14:00:00Z"),
  });

  expect(said).toBe("Changed by C. Pierre on 26 Jun 2026, 10:41, from 67 to 76");
});

function changed({
  typed,
  theirs,
  fields,
}: {
  typed: FieldValues;
  theirs: FieldValues;
  fields: FieldChangedByColleague[];
}): RowState {
  const sent = withPendingRequest(
    withCommittedValues(withTypedValues(toLoadedRowState({ row: "17", version: 5, values: loaded }), typed)),
  );
  const stored = { version: 6, values: { ...loaded, ...theirs } };
  return withRowResult(sent, {
    row: "17",
    outcome: "conflict",
    stored,
    by: "C. Pierre",
    at: "2026-06-26T14:41:00Z",
    fields,
  });
}
