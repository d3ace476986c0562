import { expect, test } from "vitest";
import type { FieldValues } from "#fields/value.ts";
import {
  getFieldPhase,
  subtractUnsavedRows,
  toRowSnapshot,
  summariseRows,
  type ConnectionState,
  type RowPhase,
} from "#saving/client/row-phase.ts";
import { withRowResult, withPendingRequest, withFailedRequest } from "#saving/client/row-sender.ts";
import {
  withCommittedValues,
  toLoadedRowState,
  withTypedValues,
  type RowState,
} from "#saving/client/row-state.ts";

const stored = toLoadedRowState({ row: "17", version: 5, values: { mark: 64 } });
const blank = toLoadedRowState({ row: "17", version: 0, values: { mark: null } });
const typed = withTypedValues(stored, { mark: 68 });
const left = withCommittedValues(typed);
const sent = withPendingRequest(left);

test.each<{ title: string; state: RowState; connection?: ConnectionState; phase: RowPhase }>([
  { title: "a stored mark", state: stored, phase: "saved" },
  { title: "no mark", state: blank, phase: "blank" },
  { title: "a mark being typed", state: typed, phase: "typing" },
  { title: "a mark that was left", state: left, phase: "saving" },
  { title: "a mark that was sent", state: sent, phase: "saving" },
  { title: "a mark that was sent into nowhere", state: sent, connection: "broken", phase: "waiting" },
  {
    title: "a mark that was sent after the session ended",
    state: sent,
    connection: "signed-out",
    phase: "waiting",
  },
  {
    title: "a mark that is typed on while it is sent",
    state: withTypedValues(sent, { mark: 69 }),
    phase: "typing",
  },
  { title: "a stored mark without a connection", state: stored, connection: "broken", phase: "saved" },
  { title: "a mark that was refused", state: withFailedRequest(sent, "no"), phase: "refused" },
])("$title is $phase", ({ state, connection = "open", phase }) => {
  const shown = toRowSnapshot(state, { connection, countedAs });

  expect(shown.phase).toBe(phase);
});

test("only the field that is under way is drawn so", () => {
  const snapshot = toRowSnapshot(sent, { connection: "open", countedAs });

  const phases = ["mark", "application"].map((field) => getFieldPhase(snapshot, field));

  expect(phases).toEqual(["saving", undefined]);
});

test("beside a refused field the others show how they stand themselves", () => {
  const refusals = [{ reason: "no", field: "mark", fields: ["mark", "grade"] }];
  const refused = withRowResult(sent, {
    row: "17",
    outcome: "refused",
    refusals,
    stored: { version: 5, values: {} },
  });
  const snapshot = toRowSnapshot(withCommittedValues(withTypedValues(refused, { application: "S" })), {
    connection: "open",
    countedAs,
  });

  const phases = ["mark", "grade", "application", "preparedness"].map((field) =>
    getFieldPhase(snapshot, field),
  );

  expect(snapshot.phase).toBe("refused");
  expect(phases).toEqual(["refused", "refused", "saving", undefined]);
});

test("the counts of the foot add up to the class", () => {
  const phases: RowPhase[] = [
    "saved",
    "saved",
    "blank",
    "typing",
    "saving",
    "waiting",
    "waiting",
    "refused",
    "changed",
  ];
  const receipt = subtractUnsavedRows({ total: 9, saved: 7, absent: 1, blank: 1 }, [
    "saved",
    "saved",
    "saved",
    "saved",
    "saved",
    "absent",
  ]);

  const summary = summariseRows({
    phases,
    offSheetRows: 0,
    receipt,
  });

  expect(summary).toMatchObject({ typing: 1, saving: 1, waiting: 2, needYou: 2, unsaved: 6 });
  expect(receipt).toEqual({ total: 9, saved: 2, absent: 0, blank: 1 });
});

function countedAs(values: FieldValues) {
  return values.mark === null ? "blank" : "saved";
}
