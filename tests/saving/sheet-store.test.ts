import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RowResult, SaveRequest, Values } from "#saving/protocol.ts";
import type { Attempt } from "#saving/send.ts";
import { SheetStore } from "#saving/sheet-store.ts";
import { keepInMemory } from "#saving/unsent.ts";

type Keeper = ReturnType<typeof keepInMemory>;

/** A server on the other end: what it was sent, and what it answers next; without an answer it saves. */
type Server = { sent: SaveRequest[]; next: Attempt[] };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("a field that is left is saved, and shown as saved only after the answer", async () => {
  const { store, server } = openStore();

  store.type("1", { mark: 70 });
  store.leave("1");
  const before = store.book.row("1")?.phase;
  await vi.runAllTimersAsync();

  expect(before).toBe("saving");
  expect(store.book.row("1")?.phase).toBe("saved");
  expect(server.sent).toMatchObject([
    { saveId: "save-1", rows: [{ row: "1", base: 0, changes: { mark: 70 } }] },
  ]);
});

test("a request that got no answer is repeated unchanged, and later marks wait for it", async () => {
  const { store, server } = openStore({ next: [{ kind: "unreachable" }, { kind: "unreachable" }] });

  typeAndLeave(store, "1", 70);
  await vi.advanceTimersByTimeAsync(100);
  typeAndLeave(store, "1", 71);
  typeAndLeave(store, "2", 80);
  const waiting = ["1", "2"].map((row) => store.book.row(row)?.phase);
  await vi.runAllTimersAsync();

  expect(waiting).toEqual(["waiting", "waiting"]);
  expect(server.sent.map(({ saveId }) => saveId)).toEqual(["save-1", "save-1", "save-1", "save-2"]);
  expect(server.sent[2]).toEqual(server.sent[0]);
  expect(server.sent[3]?.rows).toEqual([
    { row: "1", base: 1, changes: { mark: 71 } },
    { row: "2", base: 0, changes: { mark: 80 } },
  ]);
});

test("a whole class that waited is one request", async () => {
  const { store, server } = openStore({ next: [{ kind: "unreachable" }] });
  const rows = Array.from({ length: 35 }, (_, place) => String(place + 1));

  for (const row of rows) typeAndLeave(store, row, 50);
  await vi.runAllTimersAsync();

  expect(server.sent.at(-1)?.rows).toHaveLength(34);
  expect(store.book.summary()).toMatchObject({ unsaved: 0, receipt: { saved: 35 } });
});

test("an ended session waits for the person, not for the clock", async () => {
  const { store, server } = openStore({ next: [{ kind: "signed-out" }] });

  typeAndLeave(store, "1", 70);
  await vi.advanceTimersByTimeAsync(600_000);
  const sentMeanwhile = server.sent.length;
  store.resume();
  await vi.runAllTimersAsync();

  expect(sentMeanwhile).toBe(1);
  expect(server.sent).toHaveLength(2);
  expect(store.book.row("1")?.phase).toBe("saved");
});

test("being turned down refuses the rows and lets the next ones go", async () => {
  const { store } = openStore({ next: [{ kind: "turned-down", reason: "this term is over" }] });

  typeAndLeave(store, "1", 70);
  typeAndLeave(store, "2", 80);
  await vi.runAllTimersAsync();

  expect(store.book.row("1")?.state.trouble).toMatchObject({ reason: "this term is over" });
  expect(store.book.row("2")?.phase).toBe("saved");
});

test("a colleague's change is asked about and kept yours on the newer version", async () => {
  const theirs: RowResult = {
    row: "1",
    outcome: "conflict",
    by: "C. Pierre",
    at: "2026-06-26T14:41:00Z",
    stored: { version: 9, values: { mark: 76 } },
    fields: [{ field: "mark", from: null, to: 76 }],
  };
  const receipt = { total: 35, saved: 1, absent: 0, noWork: 0, blank: 34 };
  const { store, server } = openStore({
    next: [{ kind: "answered", reply: { results: [theirs], receipt } }],
  });

  typeAndLeave(store, "1", 72);
  await vi.runAllTimersAsync();
  const asked = store.book.summary();
  store.keepYours("1");
  await vi.runAllTimersAsync();

  expect(asked).toMatchObject({ needYou: 1, receipt: { saved: 0, blank: 34 } });
  expect(server.sent.at(-1)?.rows).toEqual([{ row: "1", base: 9, changes: { mark: 72 } }]);
});

test("what is unsent is kept until it is acknowledged", async () => {
  const { store, keeper } = openStore({ next: [{ kind: "unreachable" }] });

  store.type("1", { mark: 70 });
  const whileTyping = keeper.count();
  store.leave("1");
  await vi.advanceTimersByTimeAsync(100);
  const whileWaiting = keeper.count();
  await vi.runAllTimersAsync();

  expect([whileTyping, whileWaiting, keeper.count()]).toEqual([1, 1, 0]);
});

test("when the page goes, what is under the fingers is left and sent once more", async () => {
  const { store } = openStore({ next: [{ kind: "unreachable" }] });
  typeAndLeave(store, "1", 70);
  await vi.advanceTimersByTimeAsync(100);
  store.type("2", { mark: 80 });

  const parting = store.part();

  expect(parting.map(({ saveId, rows }) => [saveId, rows.map(({ row }) => row)])).toEqual([
    ["save-1", ["1"]],
    ["save-2", ["2"]],
  ]);
});

test("the page's data that comes again takes in who joined and never what is typed", async () => {
  const { store } = openStore();
  store.type("1", { mark: 70 });

  store.absorb(
    [
      { row: "1", version: 7, values: { mark: 10 } },
      { row: "2", version: 8, values: { mark: 20 } },
      { row: "36", version: 0, values: { mark: null } },
    ],
    { total: 36, saved: 2, absent: 0, noWork: 0, blank: 34 },
  );

  expect(store.book.row("1")?.state.typed).toEqual({ mark: 70 });
  expect(store.book.row("2")?.state.stored).toEqual({ mark: 20 });
  expect(store.book.row("36")?.phase).toBe("blank");
});

test("who left the sheet is gone from it once what was typed for them was refused", async () => {
  const { store, keeper } = openStore({ next: [{ kind: "turned-down", reason: "no longer in this class" }] });
  typeAndLeave(store, "1", 70);
  await vi.runAllTimersAsync();

  store.absorb([], { total: 34, saved: 0, absent: 0, noWork: 0, blank: 34 });

  expect(store.book.summary().needYou).toBe(0);
  expect(keeper.count()).toBe(0);
});

test("opening a sheet erases nothing that an earlier page kept of it", () => {
  const keeper = keepInMemory();
  keeper.put({ account: 7, sheet: "/sheet/save", row: "1", base: 0, sent: null, typed: { mark: 70 } });

  openStore({ keeper });

  expect(keeper.count()).toBe(1);
});

function typeAndLeave(store: SheetStore, row: string, mark: number) {
  store.type(row, { mark });
  store.leave(row);
}

/** A class of 35 without marks, and a server that stores. */
function openStore({ next = [], keeper = keepInMemory() }: Partial<Server & { keeper: Keeper }> = {}) {
  const server: Server = { sent: [], next };
  const stored = new Map<string, { version: number; values: Values }>();
  let saves = 0;
  const rows = Array.from({ length: 35 }, (_, place) => ({
    row: String(place + 1),
    version: 0,
    values: { mark: null } as Values,
  }));
  const store = new SheetStore(
    {
      saveUrl: "/sheet/save",
      account: 7,
      rows,
      receipt: { total: 35, saved: 0, absent: 0, noWork: 0, blank: 35 },
      rules: { settle: (values) => values, count: (values) => (values.mark === null ? "blank" : "saved") },
    },
    {
      keeper,
      newSaveId: () => `save-${(saves += 1)}`,
      send: async (_to, request) => {
        server.sent.push(structuredClone(request));
        return server.next.shift() ?? stores(request);
      },
    },
  );
  return { store, server, keeper };

  function stores({ rows: asked }: SaveRequest): Attempt {
    const results = asked.map(({ row, base, changes }): RowResult => {
      stored.set(row, { version: base + 1, values: { mark: null, ...stored.get(row)?.values, ...changes } });
      return { row, outcome: "saved", stored: stored.get(row) ?? { version: 0, values: {} } };
    });
    const receipt = { total: 35, saved: stored.size, absent: 0, noWork: 0, blank: 35 - stored.size };
    return { kind: "answered", reply: { results, receipt } };
  }
}
