import { expect, test } from "vitest";
import type { RowChange } from "#db/queries/row-change.ts";
import type { Person } from "#domain/person.ts";
import type { FieldValues } from "#fields/value.ts";
import { OWN_CHANGE_AUTHOR } from "#saving/protocol/protocol.ts";
import { groupRowEvents } from "#saving/server/judge-rows.server.ts";

const CHANGE: RowChange = {
  row: 17,
  version: 6,
  at: "2026-06-26T14:41:00Z",
  save_id: null,
  first_name: "Carl",
  last_name: "Pierre",
  user_name: "cpierre",
  actor: "account:7",
  old_values: null,
  new_values: { mark: 5 },
};

test.each([
  ["oneself by the word that the screen knows", { accountId: 7 }, OWN_CHANGE_AUTHOR],
  ["a colleague by name", { accountId: 8 }, "C. Pierre"],
  ["everybody by name in a history", null, "C. Pierre"],
])("the server names %s", (_whom, reader, by) => {
  const valuesOf = (stored: object) => stored as FieldValues;

  const events = groupRowEvents([CHANGE], { reader: reader as Person | null, valuesOf });

  expect(events.get("17")).toMatchObject([{ by, before: {}, after: { mark: 5 } }]);
});
