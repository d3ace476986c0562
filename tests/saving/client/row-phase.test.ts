import { expect, test } from "vitest";
import type { Values } from "#fields/value.ts";
import { fieldPhase, phaseOf, receiptWithout, receiptWords, summaryOf } from "#saving/client/row-phase.ts";
import type { ConnectionState, Phase } from "#saving/client/row-phase.ts";
import { committedRow, openedRow, sentRow, turnedDownRow, typedRow } from "#saving/client/row-state.ts";
import type { RowState } from "#saving/client/row-state.ts";

const stored = openedRow({ row: "17", version: 5, values: { mark: 64 } });
const blank = openedRow({ row: "17", version: 0, values: { mark: null } });
const typed = typedRow(stored, { mark: 68 });
const left = committedRow(typed);
const sent = sentRow(left);

test.each<{ title: string; state: RowState; link?: ConnectionState; phase: Phase }>([
  { title: "a stored mark", state: stored, phase: "saved" },
  { title: "no mark", state: blank, phase: "blank" },
  { title: "a mark being typed", state: typed, phase: "typing" },
  { title: "a mark that was left", state: left, phase: "saving" },
  { title: "a mark that was sent", state: sent, phase: "saving" },
  { title: "a mark that was sent into nowhere", state: sent, link: "broken", phase: "waiting" },
  {
    title: "a mark that was sent after the session ended",
    state: sent,
    link: "signed-out",
    phase: "waiting",
  },
  { title: "a mark that is typed on while it is sent", state: typedRow(sent, { mark: 69 }), phase: "typing" },
  { title: "a stored mark without a connection", state: stored, link: "broken", phase: "saved" },
  { title: "a mark that was refused", state: turnedDownRow(sent, "no"), phase: "refused" },
])("$title is $phase", ({ state, link = "open", phase }) => {
  const shown = phaseOf(state, { link, count });

  expect(shown).toBe(phase);
});

test("only the field that is under way is drawn so", () => {
  const snapshot = { state: sent, phase: "saving" } as const;

  const phases = ["mark", "application"].map((field) => fieldPhase(snapshot, field));

  expect(phases).toEqual(["saving", undefined]);
});

test("the counts of the foot add up to the class", () => {
  const phases: Phase[] = [
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
  const receipt = receiptWithout({ total: 9, saved: 7, absent: 1, noWork: 0, blank: 1 }, [
    "saved",
    "saved",
    "saved",
    "saved",
    "saved",
    "absent",
  ]);

  const summary = summaryOf({
    phases,
    offSheetRows: 0,
    connection: "open",
    connectionSince: new Date(0),
    receipt,
  });

  expect(summary).toMatchObject({ typing: 1, saving: 1, waiting: 2, needYou: 2, unsaved: 6 });
  expect(summary.unsaved + receipt.saved + receipt.absent + receipt.blank).toBe(receipt.total);
});

test.each([
  {
    receipt: { total: 30, saved: 27, absent: 2, noWork: 0, blank: 1 },
    words: "27 of 30 saved, 2 absent, 1 blank",
  },
  { receipt: { total: 3, saved: 2, absent: 0, noWork: 1, blank: 0 }, words: "2 of 3 saved, 1 no work" },
  { receipt: { total: 3, saved: 3, absent: 0, noWork: 0, blank: 0 }, words: "3 of 3 saved" },
])("the receipt says $words", ({ receipt, words }) => {
  const said = receiptWords(receipt);

  expect(said).toBe(words);
});

function count(values: Values) {
  return values.mark === null ? "blank" : "saved";
}
