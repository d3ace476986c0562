import { expect, test } from "vitest";
import type { FieldValues } from "#fields/value.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { markSheetSavingRules } from "#features/mark-sheet/row/sheet-values.rules.ts";
import type { MarkRules } from "#fields/mark.ts";
import { findValueChanges, pickFields, type RowResult, type StoredRow } from "#saving/protocol/protocol.ts";
import { mergeUnsentRow } from "#saving/client/restoration.ts";
import {
  withRowResult,
  isReadyToSend,
  toSaveRequest,
  withPendingRequest,
  withFailedRequest,
} from "#saving/client/row-sender.ts";
import {
  withLoadedRow,
  toCleanRowState,
  withCommittedValues,
  toLoadedRowState,
  discardTypedValues,
  optimisticValues,
  displayedValues,
  takeTheirs,
  withTypedValues,
  keepYours,
  type RowState,
} from "#saving/client/row-state.ts";

test("a row is ready to be sent when its field was left with another value", () => {
  const typed = withTypedValues(opened(), { mark: 68 });

  const left = withCommittedValues(typed);

  expect(isReadyToSend(typed)).toBe(false);
  expect(isReadyToSend(left)).toBe(true);
  expect(toSaveRequest("17", left)).toEqual({ row: "17", base: 5, changes: { mark: 68 } });
});

test("typing the stored value again leaves nothing to save", () => {
  const typed = withTypedValues(withTypedValues(opened(), { mark: 6 }), { mark: 64 });

  const left = withCommittedValues(typed);

  expect(isReadyToSend(left)).toBe(false);
});

test("what is typed while a save is under way waits and takes its answer as base", () => {
  const underWay = withCommittedValues(withTypedValues(sent({ mark: 68 }), { mark: 69 }));

  const answered = withRowResult(underWay, saved(6, { mark: 68, attendance: 1 }));

  expect(isReadyToSend(underWay)).toBe(false);
  expect(isReadyToSend(answered)).toBe(true);
  expect(toSaveRequest("17", answered)).toEqual({ row: "17", base: 6, changes: { mark: 69 } });
});

test("typing back to the first value while a save is under way is a change of its own", () => {
  const underWay = withCommittedValues(withTypedValues(sent({ mark: 68 }), { mark: 64 }));

  const answered = withRowResult(underWay, saved(6, { mark: 68, attendance: 1 }));

  expect(toSaveRequest("17", answered).changes).toEqual({ mark: 64 });
});

test("a saved row shows what the server holds, a colleague's other field too", () => {
  const answered = withRowResult(sent({ mark: 68 }), saved(7, { mark: 68, attendance: 1, application: "C" }));

  expect(displayedValues(answered)).toEqual({ mark: 68, attendance: 1, application: "C" });
  expect(answered.base).toBe(7);
});

test("what an answer leaves out stays as it was read", () => {
  const stored = { town: "Arima", email: "a@b.tt" };
  const typed = withCommittedValues(
    withTypedValues(toCleanRowState({ version: 5, values: stored }), { town: " Arouca " }),
  );

  const brief = { version: 6, values: { town: "Arouca" } };
  const saved = withRowResult(withPendingRequest(typed), {
    row: "17",
    outcome: "saved",
    stored: brief,
    brief: true,
  });

  expect(saved).toEqual(toCleanRowState({ version: 6, values: { town: "Arouca", email: "a@b.tt" } }));
});

test("a field that is being typed in stays behind when the others of its row are sent", () => {
  const half = withTypedValues(withCommittedValues(withTypedValues(opened(), { application: "C" })), {
    mark: 7,
  });

  const underWay = withPendingRequest(half);

  expect(toSaveRequest("17", half).changes).toEqual({ application: "C" });
  expect(underWay).toMatchObject({ sent: { application: "C" }, typed: { mark: 7 }, uncommitted: ["mark"] });
});

test("Escape gives up the half of one field, not that of another", () => {
  const restored = withTypedValues(opened(), { mark: 7, application: "C" });

  const back = discardTypedValues(restored, ["mark"]);

  expect(back).toMatchObject({ typed: { application: "C" }, uncommitted: ["application"] });
});

test("a refused row keeps what was typed and is not sent again by itself", () => {
  const answered = withCommittedValues(withRowResult(sent({ mark: 58 }), refused("no longer in this class")));

  expect(displayedValues(answered).mark).toBe(58);
  expect(answered.issue).toMatchObject({
    kind: "refused",
    refusals: [{ reason: "no longer in this class" }],
  });
  expect(isReadyToSend(answered)).toBe(false);
});

test("a correction of what was refused can be sent", () => {
  const answered = withRowResult(sent({ mark: 58 }), refused("too much"));

  const corrected = withCommittedValues(withTypedValues(answered, { mark: 55 }));

  expect(corrected.issue).toBeNull();
  expect(isReadyToSend(corrected)).toBe(true);
});

test("a refusal of what was corrected meanwhile is passed over", () => {
  const underWay = withTypedValues(sent({ mark: 580 }), { mark: 58 });

  const answered = withRowResult(underWay, refused("the mark must be from 0 to 100"));

  expect(answered.issue).toBeNull();
  expect(displayedValues(answered).mark).toBe(58);
});

test("a refused field keeps what was typed, and the others of its row go on", () => {
  const answered = withRowResult(sent({ mark: 580, application: "S" }), {
    row: "17",
    outcome: "refused",
    refusals: [{ reason: "the mark must be from 0 to 100", field: "mark", fields: ["mark"] }],
    stored: { version: 6, values: { mark: 64, attendance: 1, application: "S" } },
  });

  const typedOn = withCommittedValues(withTypedValues(answered, { preparedness: "C" }));

  expect(typedOn).toMatchObject({ base: 6, typed: { mark: 580, preparedness: "C" } });
  expect(typedOn.issue).toMatchObject({ refusals: [{ field: "mark" }] });
  expect(toSaveRequest("17", typedOn)).toEqual({ row: "17", base: 6, changes: { preparedness: "C" } });
});

test("what goes on beside a refusal is answered without settling it", () => {
  const beside = withPendingRequest(
    withCommittedValues(withTypedValues(refusedMark(), { application: "S" })),
  );

  const answered = withRowResult(beside, saved(7, { mark: 64, attendance: 1, application: "S" }));

  expect(answered.issue).toMatchObject({ refusals: [{ field: "mark" }] });
  expect(answered.typed).toEqual({ mark: 580 });
  expect(isReadyToSend(withCommittedValues(answered))).toBe(false);
});

test("a second refusal of the same row stands beside the first; each is put right alone", () => {
  const beside = withPendingRequest(
    withCommittedValues(withTypedValues(refusedMark(), { application: "X" })),
  );
  const stored = { version: 5, values: { mark: 64, attendance: 1 } };
  const refusals = [{ reason: "enter C, S or R", field: "application", fields: ["application"] }];
  const both = withRowResult(beside, { row: "17", outcome: "refused", refusals, stored });

  const corrected = withCommittedValues(withTypedValues(both, { mark: 58 }));

  expect(both.issue).toMatchObject({ refusals: [{ field: "mark" }, { field: "application" }] });
  expect(corrected.issue).toMatchObject({ refusals: [{ field: "application" }] });
  expect(toSaveRequest("17", corrected).changes).toEqual({ mark: 58 });
  expect(discardTypedValues(both, ["application"]).issue).toMatchObject({ refusals: [{ field: "mark" }] });
});

test("what was saved beside a colleague's change is no conflict, and nothing of it waits", () => {
  const answered = withRowResult(sent({ mark: 72, application: "S" }), {
    ...changedTo(76),
    stored: { version: 6, values: { mark: 76, attendance: 1, application: "S" } },
  });

  expect(answered).toMatchObject({ typed: { mark: 72 }, issue: { fields: [{ field: "mark" }] } });
  expect(displayedValues(answered)).toMatchObject({ mark: 72, application: "S" });
});

test("a request that was turned down as a whole refuses its rows", () => {
  const down = withFailedRequest(sent({ mark: 58 }), "this term is over");

  const refusals = [{ reason: "this term is over", field: null, fields: ["mark"] }];
  expect(down.issue).toEqual({ kind: "refused", refusals });
  expect(displayedValues(down).mark).toBe(58);
});

test("putting back gives up what was typed and not what is under way", () => {
  const underWay = withTypedValues(sent({ mark: 68 }), { mark: 69 });

  const back = discardTypedValues(underWay, null);

  expect(displayedValues(back).mark).toBe(68);
  expect(optimisticValues(back).mark).toBe(68);
});

test("a colleague's change waits for a choice, whatever is typed or put back", () => {
  const changed = withRowResult(sent({ mark: 72 }), changedTo(76));

  const typedOn = withCommittedValues(withTypedValues(discardTypedValues(changed, null), { mark: 73 }));

  expect(typedOn.issue?.kind).toBe("changed");
  expect(isReadyToSend(typedOn)).toBe(false);
});

test("keeping yours is a save on the newer version", () => {
  const changed = withRowResult(sent({ mark: 72 }), changedTo(76));

  const kept = keepYours(changed);

  expect(isReadyToSend(kept)).toBe(true);
  expect(toSaveRequest("17", kept)).toEqual({ row: "17", base: 6, changes: { mark: 72 } });
});

test("taking theirs shows their values, and asks whether they are stored still", () => {
  const changed = withRowResult(sent({ mark: 72 }), changedTo(76));

  const taken = takeTheirs(changed, { normalise: (values) => values });

  expect(displayedValues(taken).mark).toBe(76);
  expect(isReadyToSend(taken)).toBe(true);
  expect(toSaveRequest("17", taken)).toEqual({ row: "17", base: 6, changes: { mark: 76 } });
});

test("taking a colleague's absence gives up the mark that was typed for who is absent", () => {
  const blank = toLoadedRowState({ row: "17", version: 5, values: { mark: null, attendance: 1 } });
  const underWay = withPendingRequest(withCommittedValues(withTypedValues(blank, { mark: 72 })));
  const stored = { version: 6, values: { mark: null, attendance: 2 } };
  const fields = [{ field: "attendance", from: 1, to: 2 }];
  const changed = withRowResult(underWay, {
    row: "17",
    outcome: "conflict",
    stored,
    by: "C. Pierre",
    at: "",
    fields,
  });

  const taken = takeTheirs(changed, {
    normalise: (values) => (values.attendance === 1 ? values : { ...values, mark: null }),
  });

  expect(displayedValues(taken)).toEqual({ mark: null, attendance: 2 });
  expect(toSaveRequest("17", taken).changes).toEqual({ attendance: 2 });
});

test.each<{ what: string; typed: FieldValues; theirs: FieldValues; fields: string[]; taken: FieldValues }>([
  {
    what: "an absence over a criterion that a colleague graded: the other criteria come back too",
    typed: { attendance: 2, criterion_1: null, criterion_2: null },
    theirs: { criterion_1: 4 },
    fields: ["attendance", "criterion_1"],
    taken: { attendance: 1, criterion_1: 4, criterion_2: 2 },
  },
  {
    what: "a criterion beside another that a colleague graded: it is still saved",
    typed: { criterion_1: 5, criterion_2: 3 },
    theirs: { criterion_1: 4 },
    fields: ["criterion_1"],
    taken: { attendance: 1, criterion_1: 4, criterion_2: 3 },
  },
  {
    what: "criteria of a student whom a colleague marked absent, with a rating: only the rating is still saved",
    typed: { criterion_1: 5, criterion_2: 3, application: "S" },
    theirs: { attendance: 2, criterion_1: null, criterion_2: null },
    fields: ["attendance", "criterion_1", "criterion_2"],
    taken: { attendance: 2, criterion_1: null, criterion_2: null, application: "S" },
  },
])("taking theirs takes all of it, and loses nothing else: $what", ({ typed, theirs, fields, taken }) => {
  const values: FieldValues = { attendance: 1, criterion_1: 3, criterion_2: 2, application: null };
  const stored: StoredRow = { version: 6, values: { ...values, ...theirs } };
  const changed = withRowResult(
    withPendingRequest(withCommittedValues(withTypedValues(criteriaRow(values), typed))),
    {
      row: "17",
      outcome: "conflict",
      stored,
      by: "C. Pierre",
      at: "",
      fields: fields.map((field) => ({
        field,
        from: values[field] ?? null,
        to: stored.values[field] ?? null,
      })),
    },
  );

  const row = takeTheirs(changed, markSheetSavingRules(CRITERIA));

  expect(displayedValues(row)).toEqual({ ...values, ...taken });
  const names = Object.keys(typed).filter((field) => !fields.includes(field));
  const others = findValueChanges(stored.values, pickFields(displayedValues(row), names));
  expect(findValueChanges(stored.values, toSaveRequest("17", row).changes)).toEqual(others);
});

const CRITERIA: MarkRules = {
  testId: 1,
  kind: "criteria",
  workRatings: true,
  criteria: [
    { id: 1, detail: "Counts to 20" },
    { id: 2, detail: "Sings" },
  ],
  grading: DEFAULT_GRADING,
};

function criteriaRow(values: FieldValues): RowState {
  return toLoadedRowState({ row: "17", version: 5, values });
}

test.each<{ title: string; state: RowState; version: number; mark: number }>([
  { title: "replace those of a row with nothing unsent", state: opened(), version: 6, mark: 80 },
  { title: "that are older do not", state: opened(), version: 4, mark: 64 },
  {
    title: "never replace what is typed",
    state: withTypedValues(opened(), { mark: 68 }),
    version: 6,
    mark: 68,
  },
  { title: "never replace what is under way", state: sent({ mark: 68 }), version: 6, mark: 68 },
])("values that come with the page's data and $title", ({ state, version, mark }) => {
  const absorbed = withLoadedRow(state, { version, values: { mark: 80, attendance: 1 } });

  expect(displayedValues(absorbed).mark).toBe(mark);
});

test("a row whose form was refused opens with what was typed", () => {
  const outcome = {
    state: "refused",
    refusals: [{ reason: "enter the mark as a number", field: "mark", fields: ["mark"] }],
    typed: { mark: "5x" },
  } as const;

  const state = toLoadedRowState({ row: "17", version: 5, values: { mark: 64 }, outcome });

  expect(displayedValues(state).mark).toBe("5x");
  expect(state.issue).toMatchObject({ kind: "refused", refusals: [{ field: "mark" }] });
});

test("a row whose form a colleague was before opens with the choice", () => {
  const fields = [{ field: "mark", from: 67, to: 76 }];
  const outcome = {
    state: "changed",
    by: "C. Pierre",
    at: "",
    fields,
    typed: { mark: 72 },
    base: 5,
  } as const;

  const state = toLoadedRowState({
    row: "17",
    version: 6,
    values: { mark: 76 },
    outcome: { ...outcome, fields },
  });

  expect(toSaveRequest("17", keepYours(state))).toEqual({ row: "17", base: 6, changes: { mark: 72 } });
});

test("a row of an earlier page that is put back is typed over what is stored now", () => {
  const reopened = toLoadedRowState({ row: "17", version: 9, values: { mark: 76, attendance: 1 } });
  const restored = mergeUnsentRow(reopened, {
    account: 7,
    target: "/sheet/save",
    row: "17",
    base: 5,
    sent: null,
    typed: { mark: 68 },
    uncommitted: [],
    issue: null,
  });

  const putBack = discardTypedValues(restored, null);

  expect(toSaveRequest("17", restored).base).toBe(5);
  expect(toSaveRequest("17", withCommittedValues(withTypedValues(putBack, { mark: 70 })))).toEqual({
    row: "17",
    base: 9,
    changes: { mark: 70 },
  });
});

test("what came with the answer under a field that was left as it is counts as seen", () => {
  const underWay = withTypedValues(sent({ mark: 68 }), { mark: 69 });
  const answered = withRowResult(underWay, saved(8, { mark: 68, attendance: 1, application: "C" }));

  const left = withCommittedValues(withTypedValues(answered, { mark: 68 }));

  expect(toSaveRequest("17", answered).base).toBe(5);
  expect(toSaveRequest("17", withTypedValues(left, { mark: 70 })).base).toBe(8);
});

function opened(): RowState {
  return toLoadedRowState({ row: "17", version: 5, values: { mark: 64, attendance: 1 } });
}

function sent(changes: FieldValues): RowState {
  return withPendingRequest(withCommittedValues(withTypedValues(opened(), changes)));
}

function saved(version: number, values: FieldValues): RowResult {
  return { row: "17", outcome: "saved", stored: { version, values } };
}

function refusedMark(): RowState {
  const refusals = [{ reason: "the mark must be from 0 to 100", field: "mark", fields: ["mark"] }];
  const stored = { version: 5, values: { mark: 64, attendance: 1 } };
  return withRowResult(sent({ mark: 580 }), { row: "17", outcome: "refused", refusals, stored });
}

function refused(reason: string): RowResult {
  const stored = { version: 5, values: { mark: 64, attendance: 1 } };
  return { row: "17", outcome: "refused", refusals: [{ reason, field: null, fields: ["mark"] }], stored };
}

function changedTo(mark: number): RowResult {
  const stored = { version: 6, values: { mark, attendance: 1 } };
  const fields = [{ field: "mark", from: 64, to: mark }];
  return { row: "17", outcome: "conflict", stored, by: "C. Pierre", at: "2026-06-26T14:41:00Z", fields };
}

test("a field typed while a row waits for a decision is told too, where the colleague changed it", () => {
  const opened = toLoadedRowState({ row: "1", version: 5, values: { mark: 67, application: "C" } });
  const sent = withPendingRequest(withCommittedValues(withTypedValues(opened, { mark: 72 })));
  const conflicting = withRowResult(sent, {
    row: "1",
    outcome: "conflict",
    stored: { version: 7, values: { mark: 76, application: "R" } },
    by: "C. Pierre",
    at: "2026-06-26T14:41:00.000Z",
    fields: [{ field: "mark", from: 67, to: 76 }],
  });

  const typedOn = withTypedValues(conflicting, { application: "S" });

  expect(typedOn.issue).toMatchObject({
    kind: "changed",
    fields: [
      { field: "mark", from: 67, to: 76 },
      { field: "application", from: "C", to: "R" },
    ],
  });
});
