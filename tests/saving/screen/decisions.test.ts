import { expect, test } from "vitest";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import { createBlankValues } from "#fields/record.ts";
import { groupFieldsForHistory, RECORD_VALUE_RULES } from "#features/term-reports/save/record.rules.ts";
import type { FieldValues } from "#fields/value.ts";
import type { FieldChangedByColleague, SaveRequest } from "#saving/protocol/protocol.ts";
import type { RowState, ChangedByColleagueIssue } from "#saving/client/row-state.ts";
import { SavingStore } from "#saving/client/saving-store.ts";
import { createMemoryUnsentStore } from "#saving/outbox/unsent.ts";
import { formatChangedBy, listConflicts } from "#saving/screen/conflicts.rules.ts";
import { conflictKey, saveDecisions, type ConflictSide } from "#saving/screen/choice-button.tsx";

const parts = groupFieldsForHistory(TERM_RECORD_FIELDS);

test("a field is told in both versions, with what it was", () => {
  const { state, issue } = changed({
    stored: { participation: "Fair" },
    typed: { participation: "Lively" },
    fields: [{ field: "participation", from: "Fair", to: "Good" }],
  });

  const [conflict] = listConflicts(state, issue, parts);

  expect(conflict).toMatchObject({ title: "Participation", from: "Fair", theirs: "Good", yours: "Lively" });
  expect(conflict?.isLong).toBe(false);
});

test("promoted to and repeating are one thing to decide", () => {
  const { state, issue } = changed({
    stored: {},
    typed: { promoted_to: "Std 5" },
    fields: [{ field: "repeating", from: null, to: "Std 4" }],
  });

  const conflicts = listConflicts(state, issue, parts);

  expect(conflicts).toHaveLength(1);
  expect(conflicts[0]).toMatchObject({
    fields: ["promoted_to", "repeating"],
    from: "blank",
    theirs: "Repeating Std 4",
    yours: "Promoted To Std 5",
  });
});

test.each<{ choices: ConflictSide[]; sent: FieldValues }>([
  { choices: ["yours", "yours"], sent: { participation: "Lively", teacher_comment: "Mine." } },
  { choices: ["yours", "theirs"], sent: { participation: "Lively" } },
  { choices: ["theirs", "yours"], sent: { teacher_comment: "Mine." } },
  { choices: ["theirs", "theirs"], sent: { participation: "Good", teacher_comment: "Theirs." } },
])("deciding $choices sends $sent", async ({ choices, sent }) => {
  const { store, requests } = await storeWithConflict({
    typed: { participation: "Lively", teacher_comment: "Mine." },
    theirs: { participation: "Good", teacher_comment: "Theirs." },
  });
  const { state, issue } = conflictIn(store);

  const conflicts = listConflicts(state, issue, parts);
  const decided = new Map(
    conflicts.map((conflict, index) => [conflictKey(conflict), choices[index] ?? "yours"]),
  );
  saveDecisions(store, "17", { conflicts, decided });
  await settled();

  expect(requests.slice(1).map(({ rows }) => rows[0]?.changes)).toEqual([sent]);
});

test("taking theirs of a statement gives up both of its halves", async () => {
  const { store, requests } = await storeWithConflict({
    typed: { promoted_to: "Std 5" },
    theirs: { repeating: "Std 4" },
  });
  const { state, issue } = conflictIn(store);

  const conflicts = listConflicts(state, issue, parts);
  const decided = new Map(conflicts.map((conflict) => [conflictKey(conflict), "theirs" as const]));
  saveDecisions(store, "17", { conflicts, decided });
  await settled();

  expect(requests.at(-1)?.rows[0]?.changes).toEqual({ repeating: "Std 4" });
  expect(store.rows.row("17")?.state.typed).toEqual({});
});

test("a change of today is told by the hour, an older one with its day", () => {
  const clock = { timeZone: "America/Port_of_Spain", now: new Date("2026-06-26T15:00:00Z") };

  const words = ["2026-06-26T14:41:00Z", "2026-06-24T14:41:00Z"].map((at) =>
    formatChangedBy({ by: "C. Pierre", at }, clock),
  );

  expect(words).toEqual(["Changed by C. Pierre at 10:41", "Changed by C. Pierre on 24 Jun 2026, 10:41"]);
});

type Given = { stored: FieldValues; typed: FieldValues; fields: FieldChangedByColleague[] };

function changed({ stored, typed, fields }: Given): { state: RowState; issue: ChangedByColleagueIssue } {
  const before = { ...createBlankValues(TERM_RECORD_FIELDS), ...stored };
  const theirs = Object.fromEntries(fields.map(({ field, to }) => [field, to]));
  const issue: ChangedByColleagueIssue = {
    kind: "changed",
    by: "C. Pierre",
    at: "2026-06-26T14:41:00Z",
    fields,
    theirs: { version: 9, values: { ...before, ...theirs } },
  };
  return {
    state: { base: 5, version: 5, stored: before, sent: null, typed, uncommitted: [], issue },
    issue,
  };
}

/** Creates a store whose first save conflicts with a colleague's; every later one is accepted. */
async function storeWithConflict({ typed, theirs }: { typed: FieldValues; theirs: FieldValues }) {
  const requests: SaveRequest[] = [];
  const stored = { version: 9, values: { ...createBlankValues(TERM_RECORD_FIELDS), ...theirs } };
  const fields = Object.entries(theirs).map(([field, to]) => ({ field, from: null, to }));
  const conflict = { row: "17", outcome: "conflict" as const, by: "C. Pierre", at: "2026-06-26T14:41:00Z" };
  const receipt = { total: 1, saved: 1, absent: 0, noWork: 0, blank: 0 };
  const store = new SavingStore(
    {
      saveUrl: "/save",
      account: 1,
      rows: [{ row: "17", version: 5, values: createBlankValues(TERM_RECORD_FIELDS) }],
      receipt,
      rules: RECORD_VALUE_RULES,
    },
    {
      unsentStore: createMemoryUnsentStore(),
      newSaveId: () => `save-${requests.length}`,
      send(_to, request) {
        requests.push(request);
        const values = { ...stored.values, ...request.rows[0]?.changes };
        const result =
          requests.length === 1
            ? { ...conflict, stored, fields }
            : { row: "17", outcome: "saved" as const, stored: { version: 10, values } };
        return Promise.resolve({ kind: "answered", reply: { results: [result], receipt } });
      },
    },
  );
  store.type("17", typed);
  store.commit("17");
  await settled();
  return { store, requests };
}

function conflictIn(store: SavingStore): { state: RowState; issue: ChangedByColleagueIssue } {
  const state = store.rows.row("17")?.state;
  if (state?.issue?.kind !== "changed") throw new Error("nothing is conflicting");
  return { state, issue: state.issue };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
