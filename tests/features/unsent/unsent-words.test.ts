import { expect, test } from "vitest";
import {
  groupUnsentRows,
  describeUnsentState,
  mergeUnsentValues,
  formatTypedValues,
} from "#features/unsent/unsent.rules.ts";
import type { StoredUnsentRow } from "#saving/outbox/outbox-database.ts";
import type { FieldValues } from "#fields/value.ts";

const TARGET = "/app/mark-sheet/1/202620271/1/save";

test.each<[FieldValues, string]>([
  [{ mark: 72 }, "Mark 72"],
  [{ attendance: 1, mark: 72 }, "Mark 72"],
  [{ mark: null }, "Mark cleared"],
  [{ attendance: 2, mark: null }, "Absent"],
  [{ attendance: 3 }, "No work"],
  [{ attendance: 1 }, "Present"],
  [{ grade: "A", application: "C" }, "Grade A, Application C"],
  [{ criterion_4: 3, criterion_5: 2 }, "Reads aloud 3, Criterion 2"],
  [
    { state: "A", reason: "court", note: "Until noon" },
    "Attendance Absent, Reason Court case, Note Until noon",
  ],
  [{ state: "E", reason: "sick" }, "Attendance Left early, Reason Sick"],
  [{ punctual: "S", teacher_comment: "Works well." }, "Punctual S, Teacher's Comments Works well."],
])("%j is told as %s", (values, words) => {
  const fields = { criterion_4: "Reads aloud" };
  expect(formatTypedValues(values, { fields, values: { reason: { court: "Court case" } } })).toBe(words);
});

test.each<[Partial<StoredUnsentRow>, "open" | "broken", string]>([
  [
    {
      issue: { kind: "refused", refusals: [{ reason: "this term is over", field: null, fields: ["mark"] }] },
    },
    "open",
    "refused",
  ],
  [{ issue: { kind: "changed" } }, "open", "changed"],
  [{ uncommitted: ["mark"] }, "open", "typing"],
  [{ typed: { mark: 7, application: "C" }, uncommitted: ["mark"] }, "open", "saving"],
  [{ uncommitted: [] }, "open", "saving"],
  [{ uncommitted: [] }, "broken", "waiting"],
  [{ uncommitted: ["mark"], sent: { saveId: "a", changes: { mark: 1 } } }, "broken", "waiting"],
])("where a row stands: %j", (row, link, kind) => {
  expect(describeUnsentState(unsent(row), link).kind).toBe(kind);
});

test("a refusal is told with its reason", () => {
  const refusal = { reason: "no longer in this class", field: null, fields: ["mark"] };
  const row = unsent({ issue: { kind: "refused", refusals: [refusal] } });

  expect(describeUnsentState(row, "open").words).toBe("Not saved: no longer in this class");
});

test("what is on its way and what was typed since are one", () => {
  const row = unsent({ sent: { saveId: "a", changes: { mark: 1, attendance: 1 } }, typed: { mark: 2 } });

  expect(mergeUnsentValues(row)).toEqual({ mark: 2, attendance: 1 });
});

test("rows stand target by target as they were typed; what two pages left of a row is one", () => {
  const other = "/app/mark-sheet/2/202620271/1/save";

  const groups = groupUnsentRows([
    unsent({ row: "2", at: 4 }),
    unsent({ target: other, row: "9", at: 2 }),
    unsent({ row: "1", at: 1, page: "old", typed: { mark: 50, application: "C" } }),
    unsent({ row: "1", at: 3, page: "new", typed: { mark: 51 } }),
  ]);

  expect(groups.map(({ target, rows }) => [target, rows.map(({ row, typed }) => [row, typed])])).toEqual([
    [
      TARGET,
      [
        ["1", { mark: 51, application: "C" }],
        ["2", { mark: 72 }],
      ],
    ],
    [other, [["9", { mark: 72 }]]],
  ]);
});

function unsent(row: Partial<StoredUnsentRow>): StoredUnsentRow {
  return {
    account: 7,
    target: TARGET,
    row: "1",
    base: 0,
    sent: null,
    typed: { mark: 72 },
    uncommitted: [],
    issue: null,
    page: "page",
    at: 1,
    ...row,
  };
}
