import "fake-indexeddb/auto";
import { openDB } from "idb";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { listUnsentRows } from "#saving/outbox/outbox-database.ts";
import { Outbox } from "#saving/outbox/outbox.ts";
import type { UnsentRow } from "#saving/outbox/unsent.ts";

const SHEET = "/sheet/save";
/** The files of one worker share a device, so these accounts must be unique. */
let account = 6_000;

beforeEach(() => {
  account += 1;
  vi.stubGlobal("localStorage", localStorageOf({}));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("what a page keeps is there for the next one, until it is erased", async () => {
  const page = new Outbox("first");
  page.put(unsent("1", { mark: 70 }));
  page.put(unsent("2", { mark: 80 }));
  page.erase(unsent("2", {}));
  await page.written();

  const left = await new Outbox("second").takeOver({ account }, () => true);

  expect(left).toMatchObject([{ row: "1", typed: { mark: 70 }, page: "first" }]);
});

test("what was left is handed out once, and only to whoever has a use for it", async () => {
  const page = new Outbox("first");
  page.put(unsent("1", { mark: 70 }));
  await page.written();
  const next = new Outbox("second");

  const nobody = await next.takeOver({ account }, () => false);
  const once = await next.takeOver({ account, target: SHEET }, () => true);
  const twice = await next.takeOver({ account }, () => true);

  expect([nobody.length, once.length, twice.length]).toEqual([0, 1, 0]);
});

test("nobody takes over what another account left", async () => {
  const page = new Outbox("first");
  page.put(unsent("1", { mark: 70 }));
  await page.written();

  const left = await new Outbox("second").takeOver({ account: account + 1_000 }, () => true);

  expect(left).toEqual([]);
});

test("what was adopted goes with the next write of its row, and stays until then", async () => {
  const { next, left } = await leftBehind();

  const before = await listUnsentRows({ account });
  for (const kept of left) next.adopt(kept);
  next.put(unsent("1", { mark: 71 }));
  await next.written();

  expect(before.map(({ page }) => page)).toEqual(["first"]);
  expect((await listUnsentRows({ account })).map(({ page, typed }) => [page, typed.mark])).toEqual([
    ["second", 71],
  ]);
});

test("what nobody has adopted yet is not erased by typing in the same row", async () => {
  const { next } = await leftBehind();

  next.put(unsent("1", { application: "S" }));
  await next.written();

  expect((await listUnsentRows({ account })).map(({ page }) => page).sort()).toEqual(["first", "second"]);
});

test("what its own page wrote since is not erased with what was adopted of it", async () => {
  const { first, next, left } = await leftBehind();
  for (const kept of left) next.adopt(kept);
  first.put(unsent("1", { mark: 99 }));
  await first.written();

  next.erase(unsent("1", {}));
  await next.written();

  expect(await listUnsentRows({ account })).toMatchObject([{ page: "first", typed: { mark: 99 } }]);
});

test("where the device keeps nothing, what waits in the page is told all the same", async () => {
  const page = new Outbox("only");
  // A value that cannot be stored makes the write fail, as a full disk does.
  page.put({ ...unsent("1", { mark: 70 }), typed: { mark: (() => 70) as unknown as number } });
  await page.written();

  const kept = await page.unsentRows({ account });

  expect(page.isDurable()).toBe(false);
  expect(kept.map(({ row }) => row)).toEqual(["1"]);
});

test("what is acknowledged while the page goes stays for the next one, which asks whether it is stored", async () => {
  const page = new Outbox("first");
  page.put(unsent("1", { mark: 70 }));
  await page.written();

  page.beforeUnload();
  page.erase(unsent("1", {}));
  await page.written();

  expect(await listUnsentRows({ account })).toMatchObject([{ row: "1", typed: { mark: 70 } }]);
  expect(page.count()).toBe(0);
});

test("what a page had no time to store when it went is there for the next one", async () => {
  const page = new Outbox("first");
  page.put(unsent("1", { mark: 70 }));
  await page.written();
  await whileNothingIsStored(async () => {
    page.put(unsent("1", { mark: 71 }));
    page.put(unsent("2", { mark: 80 }));
    page.erase(unsent("2", {}));
    page.noteLastChanges();
    await page.written();
  });

  const left = await new Outbox("second").takeOver({ account }, () => true);

  expect(left).toMatchObject([{ row: "1", typed: { mark: 71 }, page: "first" }]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("a page that lives after all leaves nothing beside its database", async () => {
  const page = new Outbox("first");
  page.put(unsent("1", { mark: 70 }));

  page.noteLastChanges();
  const beside = Object.keys(localStorage);
  await page.written();

  expect(beside).toHaveLength(1);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("what a page stored after all, and typed then, is not taken back to what it left when it went", async () => {
  const page = new Outbox("first");
  page.put(unsent("1", { mark: 70 }));
  page.noteLastChanges();
  const left = { ...localStorage };
  await page.written();
  page.put(unsent("1", { mark: 71 }));
  await page.written();
  vi.stubGlobal("localStorage", localStorageOf(left));

  const [found] = await new Outbox("second").takeOver({ account }, () => true);

  expect(found?.typed).toEqual({ mark: 71 });
});

test("a disk that takes longer than a save waits for it gives what an earlier page left all the same", async () => {
  const page = new Outbox("first");
  page.put(unsent("1", { mark: 70 }));
  await page.written();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const freeDisk = await holdDisk();

  const taken = new Outbox("second").takeOver({ account }, () => true);
  await vi.advanceTimersByTimeAsync(10_000);
  freeDisk();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await vi.runAllTimersAsync();

  expect(await taken).toMatchObject([{ row: "1", typed: { mark: 70 } }]);
});

test("rows that are entered together are stored together: a class is on the device whole, or not at all", async () => {
  const page = new Outbox("first");
  const begun = vi.spyOn(IDBDatabase.prototype, "transaction");

  for (const row of ["1", "2", "3"]) page.put(unsent(row, { state: "P" }));
  await page.written();

  expect(begun).toHaveBeenCalledOnce();
});

function unsent(row: string, typed: UnsentRow["typed"]): UnsentRow {
  return { account, target: SHEET, row, base: 0, sent: null, typed, uncommitted: [], issue: null };
}

/** Creates a row that a closed page left, and that the next page found. */
async function leftBehind() {
  const first = new Outbox("first");
  first.put(unsent("1", { mark: 70 }));
  await first.written();
  const next = new Outbox("second");
  const left = await next.takeOver({ account }, () => true);
  return { first, next, left };
}

/** Imitates a browser's storage, whose own keys are the stored names. */
function localStorageOf(items: Record<string, string>): Storage {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      this[name] = value;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  };
  return Object.assign(Object.create(methods) as Storage, items);
}

/** Closes the page's database while the page is closed. */
async function whileNothingIsStored(work: () => Promise<void>): Promise<void> {
  const closed = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("the page goes", "InvalidStateError");
  });
  await work();
  closed.mockRestore();
}

/** Blocks all reads and writes of rows until it is released. */
async function holdDisk(): Promise<() => void> {
  const database = await openDB("termbook");
  const { store, done } = database.transaction("unsent", "readwrite");
  let isHeld = true;
  async function hold() {
    while (isHeld) await store.count();
    await done;
    database.close();
  }
  void hold();
  return () => (isHeld = false);
}
