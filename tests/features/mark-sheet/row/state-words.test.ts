import { expect, test } from "vitest";
import type { Person } from "#domain/person.ts";
import { markEvents } from "#features/mark-sheet/history/mark-events.server.ts";
import { restingWords } from "#features/mark-sheet/row/state-words.rules.ts";
import { columnsOf } from "#features/mark-sheet/sheet/columns.rules.ts";
import { YOURSELF } from "#saving/protocol/protocol.ts";

const columns = columnsOf({
  rules: { testId: 1, kind: "marks", workRatings: true, criterionIds: [] },
  criteria: [],
});

test.each([
  { counted: "saved", words: "Saved" },
  { counted: "absent", words: "Saved, absent" },
  { counted: "noWork", words: "Saved, no work" },
  { counted: "blank", words: "No mark yet" },
] as const)("a row that counts as $counted says $words", ({ counted, words }) => {
  const said = restingWords(counted, columns);

  expect(said).toBe(words);
});

test("the server names oneself by the word that the sheet knows", () => {
  const person = { accountId: 7 } as Person;
  const event = {
    student_key: 17,
    version: 6,
    at: "2026-06-26T14:41:00Z",
    save_id: null,
    first_name: "Carl",
    last_name: "Pierre",
    user_name: "cpierre",
    actor: "account:7",
    operation: "update" as const,
    old_values: null,
    new_values: null,
  };

  const [own] = markEvents([event], person).get("17") ?? [];

  expect(own?.by).toBe(YOURSELF);
});
