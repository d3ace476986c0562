import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, test } from "vitest";

import { unsentRows } from "#saving/outbox/outbox-database.ts";

test("marks that the first version of the device's database stored unsent are carried over", async () => {
  const first = await openDB("termbook", 1, {
    upgrade(database) {
      database.createObjectStore("unsent", { keyPath: ["account", "sheet", "row", "page"] });
      database.createObjectStore("acknowledged", { keyPath: ["account", "sheet", "row"] });
    },
  });
  const row = { account: 7, row: "17", page: "gone", at: 1, base: 3, sent: null, typed: { mark: 72 } };
  await first.put("unsent", { ...row, sheet: "/sheet/save", left: true, trouble: null });
  first.close();

  const carriedOver = await unsentRows({ account: 7, target: "/sheet/save" });

  expect(carriedOver).toEqual([{ ...row, target: "/sheet/save", committed: true, issue: null }]);
});
