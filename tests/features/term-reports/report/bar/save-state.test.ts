import { expect, test } from "vitest";
import {
  hasSaveArrived,
  describeUnsaved,
  describeSaveState,
} from "#features/term-reports/report/bar/save-state.rules.ts";
import type { ConnectionState, RowPhase } from "#saving/client/row-phase.ts";
import type { RowIssue } from "#saving/client/row-state.ts";

const REFUSED: RowIssue = {
  kind: "refused",
  refusals: [{ reason: "the term has 122 sessions", field: "sessions_absent", fields: ["sessions_absent"] }],
};
const CHANGED: RowIssue = {
  kind: "changed",
  by: "C. Pierre",
  at: "2026-06-26T14:41:00Z",
  fields: [],
  theirs: { version: 9, values: {} },
};

type Case = {
  phase: RowPhase;
  issue?: RowIssue;
  justSaved?: boolean;
  connection?: ConnectionState;
  words: string | null;
};

const KEPT = "Error Occured: kept on this device, and Termbook will try again";

test.each<Case>([
  { phase: "blank", words: null },
  { phase: "saved", words: null },
  { phase: "saved", justSaved: true, words: "Record Saved" },
  { phase: "typing", words: "Not saved yet" },
  { phase: "saving", words: "Saving..." },
  { phase: "waiting", connection: "broken", words: "Waiting on this device" },
  { phase: "waiting", connection: "signed-out", words: "Waiting on this device" },
  { phase: "waiting", connection: "failing", words: KEPT },
  { phase: "waiting", connection: "unread", words: KEPT },
  { phase: "refused", issue: REFUSED, words: "Error Occured: the term has 122 sessions" },
  { phase: "changed", issue: CHANGED, words: "Changed by C. Pierre" },
])(
  "a record that is $phase says '$words'",
  ({ phase, issue = null, justSaved = false, connection = "open", words }) => {
    const state = describeSaveState({ phase, issue, justSaved, connection });

    expect(state?.words ?? null).toBe(words);
  },
);

test.each<{ before: RowPhase; now: RowPhase; arrived: boolean }>([
  { before: "saving", now: "saved", arrived: true },
  { before: "waiting", now: "saved", arrived: true },
  { before: "saving", now: "blank", arrived: true },
  { before: "saving", now: "refused", arrived: false },
  { before: "typing", now: "saved", arrived: false },
  { before: "saved", now: "saved", arrived: false },
])("from $before to $now is told as saved: $arrived", ({ before, now, arrived }) => {
  expect(hasSaveArrived(before, now)).toBe(arrived);
});

test.each([
  [
    "Total Sessions",
    "Not saved: Total Sessions. What you typed is kept on this device. Press the button again to go on without saving.",
  ],
  [
    "Total Sessions, Sessions Absent",
    "Not saved: Total Sessions, Sessions Absent. What you typed is kept on this device. Press the button again to go on without saving.",
  ],
])("who goes on past %s is told", (titles, words) => {
  expect(describeUnsaved(titles)).toBe(words);
});
