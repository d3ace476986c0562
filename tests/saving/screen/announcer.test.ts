import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAnnouncer } from "#saving/screen/announcer.ts";
import type { RowResult } from "#saving/protocol/protocol.ts";

const stored = { version: 1, values: {} };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("rows that are saved in one second are told in one sentence", () => {
  const spoken: string[] = [];
  const announcer = createAnnouncer((words) => spoken.push(words), nameOf);

  announcer.addResults([saved("1"), saved("2")]);
  announcer.addResults([saved("3"), refused("4")]);
  vi.advanceTimersByTime(1_000);

  expect(spoken).toEqual(["3 saved. Row 4 refused."]);
});

test("nothing is told twice", () => {
  const spoken: string[] = [];
  const announcer = createAnnouncer((words) => spoken.push(words), nameOf);
  announcer.addResults([saved("1")]);
  vi.advanceTimersByTime(1_000);

  announcer.say("Most is 100");
  vi.advanceTimersByTime(5_000);

  expect(spoken).toEqual(["1 saved.", "Most is 100"]);
});

function nameOf({ row }: RowResult): string {
  return `Row ${row} refused.`;
}

function saved(row: string): RowResult {
  return { row, outcome: "saved", stored };
}

function refused(row: string): RowResult {
  return { row, outcome: "refused", refusals: [{ reason: "no", field: null, fields: ["mark"] }], stored };
}
