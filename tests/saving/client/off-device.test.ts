import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openStore, outbox, markStoreShown } from "#saving/client/open-stores.ts";
import { listUnsentRows } from "#saving/outbox/outbox-database.ts";

/** The files of one worker share a device, so these accounts must be unique. */
let account = 5_000;

beforeEach(() => {
  account += 1;
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  { of: "/app/students/1/personal/save", onDevice: 0 },
  { of: "/app/term-reports/4/202620271/88/save", onDevice: 1 },
])("what is typed without network: %j", async ({ of, onDevice }) => {
  const target = {
    saveUrl: of,
    account,
    rows: [{ row: "1", version: 1, values: { last_name: null } }],
    receipt: { total: 1 },
    rules: { normalise: (values: object) => ({ ...values }), countedAs: () => "saved" },
  };
  const store = openStore(target);
  const unwatch = markStoreShown(store, target);

  store.type("1", { last_name: "Ali" });
  store.commit("1");
  await expect.poll(() => store.rows.row("1")?.phase).toBe("waiting");
  await outbox.written();

  expect(await listUnsentRows({ account })).toHaveLength(onDevice);
  expect(store.hasUnsent()).toBe(true);
  unwatch();
});
