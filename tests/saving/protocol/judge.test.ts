import { expect, test } from "vitest";
import { hasChanges, withGroupedFields } from "#saving/protocol/protocol.ts";
import { decideSave, valuesBeforeEvents, type RowHistoryEvent } from "#saving/protocol/judge.ts";
import type { FieldValues } from "#fields/value.ts";

const blank: FieldValues = { mark: null, attendance: 1, application: null };
const atomicGroups = [["mark", "attendance"]];

test.each<{
  title: string;
  base: number;
  changes: FieldValues;
  stored: FieldValues;
  version: number;
  events: RowHistoryEvent[];
  verdict: string;
}>([
  {
    title: "on the version that is stored it is written",
    base: 5,
    changes: { mark: 72 },
    stored: { mark: 67, attendance: 1 },
    version: 5,
    events: [],
    verdict: "write",
  },
  {
    title: "a repeat of a save that was taken is not written again",
    base: 5,
    changes: { mark: 72 },
    stored: { mark: 80, attendance: 1 },
    version: 7,
    events: [
      event(6, { saveId: "mine", before: { mark: 67 }, after: { mark: 72 } }),
      event(7, { before: { mark: 72 }, after: { mark: 80 } }),
    ],
    verdict: "already-saved",
  },
  {
    title: "a used save id does not answer for another value",
    base: 5,
    changes: { mark: 72 },
    stored: { mark: 61, attendance: 1 },
    version: 6,
    events: [event(6, { saveId: "mine", before: { mark: 67 }, after: { mark: 61 } })],
    verdict: "conflict",
  },
  {
    title: "a mark that a colleague changed is a conflict",
    base: 5,
    changes: { mark: 72 },
    stored: { mark: 76, attendance: 1 },
    version: 6,
    events: [event(6, { before: { mark: 67 }, after: { mark: 76 } })],
    verdict: "conflict",
  },
  {
    title: "the same mark twice is no conflict",
    base: 5,
    changes: { mark: 76 },
    stored: { mark: 76, attendance: 1 },
    version: 6,
    events: [event(6, { before: { mark: 67 }, after: { mark: 76 } })],
    verdict: "write",
  },
  {
    title: "a colleague's other field stands beside it",
    base: 5,
    changes: { mark: 72 },
    stored: { mark: 67, attendance: 1, application: "C" },
    version: 6,
    events: [event(6, { before: { application: null }, after: { application: "C" } })],
    verdict: "write",
  },
  {
    title: "a mark for whom a colleague made absent is a conflict",
    base: 5,
    changes: { mark: 72 },
    stored: { mark: null, attendance: 2 },
    version: 6,
    events: [event(6, { before: { attendance: 1 }, after: { attendance: 2 } })],
    verdict: "conflict",
  },
  {
    title: "the second of two first saves is a conflict",
    base: 0,
    changes: { mark: 72 },
    stored: { mark: 55, attendance: 1 },
    version: 6,
    events: [event(6, { after: { mark: 55, attendance: 1, max_mark: 100 } })],
    verdict: "conflict",
  },
  {
    title: "a first save beside a colleague's first rating stands",
    base: 0,
    changes: { mark: 72 },
    stored: { mark: null, attendance: 1, application: "S" },
    version: 6,
    events: [event(6, { after: { attendance: 1, application: "S" } })],
    verdict: "write",
  },
  {
    title: "a mark that went away and came back to what it was is no conflict",
    base: 5,
    changes: { mark: 72 },
    stored: { mark: 67, attendance: 1 },
    version: 7,
    events: [
      event(6, { before: { mark: 67 }, after: { mark: 76 } }),
      event(7, { before: { mark: 76 }, after: { mark: 67 } }),
    ],
    verdict: "write",
  },
  {
    title: "a mark of a row that was deleted since is a conflict",
    base: 5,
    changes: { mark: 72 },
    stored: {},
    version: 0,
    events: [event(5, { before: { mark: 67, attendance: 1 }, after: {} })],
    verdict: "conflict",
  },
])("$title", ({ base, changes, stored, version, events, verdict }) => {
  const judged = {
    save: { base, changes },
    saveId: "mine",
    stored: { version, values: stored },
    events,
    blank,
    atomicGroups,
  };

  const { conflict, changes: written } = decideSave(judged);

  expect(conflict?.outcome ?? (hasChanges(written) ? "write" : "already-saved")).toBe(verdict);
});

test("a conflict names who changed the field last and when, what it was and what it is", () => {
  const events = [
    event(6, { by: "C. Pierre", at: "2026-06-26T14:41:00.000Z", before: { mark: 67 }, after: { mark: 70 } }),
    event(7, { by: "D. Ali", at: "2026-06-26T14:50:00.000Z", before: { mark: 70 }, after: { mark: 76 } }),
    event(8, { by: "M. Noel", before: { application: null }, after: { application: "C" } }),
  ];
  const stored = { version: 8, values: { mark: 76, attendance: 1, application: "C" } };

  const ruling = decideSave({
    save: { base: 5, changes: { mark: 72 } },
    saveId: "mine",
    stored,
    events,
    blank,
    atomicGroups,
  });

  expect(ruling.conflict).toEqual({
    outcome: "conflict",
    by: "D. Ali",
    at: "2026-06-26T14:50:00.000Z",
    fields: [{ field: "mark", from: 67, to: 76 }],
  });
});

test("who wrote absent over a newer mark is asked about both: taking the mark takes the child as present", () => {
  const events = [event(6, { before: { mark: 67 }, after: { mark: 70 } })];

  const ruling = decideSave({
    save: { base: 5, changes: { mark: null, attendance: 2, application: "S" } },
    saveId: "mine",
    stored: { version: 6, values: { mark: 70, attendance: 1, application: null } },
    events,
    blank,
    atomicGroups,
  });

  expect(ruling.conflict?.fields).toEqual([
    { field: "mark", from: 67, to: 70 },
    { field: "attendance", from: 1, to: 1 },
  ]);
  expect(ruling.changes).toEqual({ application: "S" });
});

test("a save without a base is taken over whatever is stored", () => {
  const stored = { version: 8, values: { mark: 76, attendance: 1 } };

  const ruling = decideSave({
    save: { base: null, changes: { mark: 72 } },
    saveId: "mine",
    stored,
    events: [],
    blank,
    atomicGroups,
  });

  expect(ruling).toEqual({ conflict: null, changes: { mark: 72 } });
});

test("what nobody changed is written beside a conflict, what is said together with it is not", () => {
  const events = [event(6, { by: "C. Pierre", before: { mark: 67 }, after: { mark: 70 } })];

  const ruling = decideSave({
    save: { base: 5, changes: { mark: 72, attendance: 1, application: "S" } },
    saveId: "mine",
    stored: { version: 6, values: { mark: 70, attendance: 1, application: null } },
    events,
    blank,
    atomicGroups,
  });

  expect(ruling.conflict).toMatchObject({ by: "C. Pierre" });
  expect(ruling.changes).toEqual({ application: "S" });
});

test("a repeat finds stored what its first try could store, and is judged by the rest alone", () => {
  const events = [event(6, { saveId: "mine", before: { application: null }, after: { application: "S" } })];

  const ruling = decideSave({
    save: { base: 5, changes: { mark: 999, application: "S" } },
    saveId: "mine",
    stored: { version: 6, values: { mark: 67, attendance: 1, application: "S" } },
    events,
    blank,
    atomicGroups,
  });

  expect(ruling).toEqual({ conflict: null, changes: { mark: 999 } });
});

test.each<{ changes: FieldValues; fields: string[] }>([
  { changes: { mark: 999, application: "S" }, fields: ["mark"] },
  { changes: { mark: 999, attendance: 1, application: "S" }, fields: ["mark", "attendance"] },
])("of $changes the fields $fields stand or fall with the mark", ({ changes, fields }) => {
  expect(withGroupedFields(["mark"], changes, atomicGroups)).toEqual(fields);
});

test("two criteria stand or fall alone, unless the attendance is said with them", () => {
  const groups = [
    ["attendance", "criterion_1"],
    ["attendance", "criterion_2"],
  ];
  const grades = { criterion_1: 9, criterion_2: 4 };

  const alone = withGroupedFields(["criterion_1"], grades, groups);
  const together = withGroupedFields(["criterion_1"], { ...grades, attendance: 1 }, groups);

  expect(alone).toEqual(["criterion_1"]);
  expect(together).toEqual(["criterion_1", "attendance", "criterion_2"]);
});

test("taking events back gives what the row held before them", () => {
  const events = [
    event(6, { before: { mark: 67 }, after: { mark: 70 } }),
    event(7, { before: { mark: 70, attendance: 1 }, after: { mark: null, attendance: 2 } }),
    event(8, { before: { application: null }, after: { application: "C" } }),
  ];

  const held = valuesBeforeEvents({ mark: null, attendance: 2, application: "C" }, events, blank);

  expect(held).toEqual({ mark: 67, attendance: 1, application: null });
});

function event(version: number, given: Partial<RowHistoryEvent>): RowHistoryEvent {
  return {
    version,
    saveId: null,
    by: "C. Pierre",
    at: "2026-06-26T14:00:00.000Z",
    before: {},
    after: {},
    ...given,
  };
}
