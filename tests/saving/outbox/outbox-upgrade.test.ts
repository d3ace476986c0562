import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { expect, test } from "vitest";
import { listUnsentRows } from "#saving/outbox/outbox-database.ts";

const ROW = { account: 7, row: "17", page: "gone", at: 1, base: 3, sent: null, typed: { mark: 72 } };
const REFUSED = { kind: "refused", reason: "not yours", field: null };
const REFUSALS = { kind: "refused", refusals: [{ reason: "not yours", field: null, fields: ["mark"] }] };

test.each([
  ["first", 1, "sheet", { left: true, trouble: null }, []],
  ["first", 1, "sheet", { left: false, trouble: null }, ["mark"]],
  ["second", 2, "target", { committed: true, issue: null }, []],
  ["second", 2, "target", { committed: false, issue: null }, ["mark"]],
  ["second", 2, "target", { committed: false, issue: REFUSED }, []],
] as const)(
  "marks that the %s version of the device's database stored unsent are carried over: %#",
  async (_which, version, target, state, uncommitted) => {
    await deleteDB("termbook");
    const earlier = await openDB("termbook", version, {
      upgrade(database) {
        database.createObjectStore("unsent", { keyPath: ["account", target, "row", "page"] });
        database.createObjectStore("acknowledged", { keyPath: ["account", target, "row"] });
      },
    });
    await earlier.put("unsent", { ...ROW, [target]: "/sheet/save", ...state });
    earlier.close();

    const carriedOver = await listUnsentRows({ account: 7, target: "/sheet/save" });

    const issue = "issue" in state && state.issue ? REFUSALS : null;
    expect(carriedOver).toEqual([{ ...ROW, target: "/sheet/save", uncommitted, issue }]);
  },
);
