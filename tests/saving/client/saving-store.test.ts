import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FieldValues } from "#fields/value.ts";
import type { RowResult, SaveRequest } from "#saving/protocol/protocol.ts";
import type { SendResult } from "#saving/client/send.ts";
import { SavingStore } from "#saving/client/saving-store.ts";
import type { LoadedTarget } from "#saving/client/loaded-target.ts";
import { createMemoryUnsentStore, type UnsentRow } from "#saving/outbox/unsent.ts";

type InMemory = ReturnType<typeof createMemoryUnsentStore>;

/** A server: it records what it was sent, and answers as told; by default it saves. */
type Server = {
  sent: SaveRequest[];
  /** The time in each request at which its oldest row was typed. */
  since: (number | undefined)[];
  next: SendResult[];
  /** The size above which a filter on the way blocks requests, or whether it blocks all responses. */
  blocks: number | "everything" | null;
  /** The server answers, but cannot do anything. */
  isDown: boolean;
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("a save says since when its oldest row has waited, also one that an earlier page had sent", async () => {
  const { store, server } = openStore({ next: [{ kind: "unreachable" }] });
  const typedAt = Date.now();
  store.type("1", { mark: 70 });
  await vi.advanceTimersByTimeAsync(2_000);
  store.commitAll();
  await vi.runAllTimersAsync();
  store.restore([{ ...left, at: typedAt - 60_000 } as UnsentRow]);
  await vi.runAllTimersAsync();

  expect(server.since).toEqual([typedAt, typedAt, typedAt - 60_000]);
});

const left: UnsentRow = {
  account: 1,
  target: "/save",
  row: "2",
  base: 0,
  issue: null,
  sent: { saveId: "of-an-earlier-page", changes: { mark: 61 } },
  typed: {},
  uncommitted: [],
};

test("a row that was sent before the scripts is saved by that answer, and repeated if there is none", async () => {
  const { store, server } = openStore();
  const stored = { version: 1, values: { mark: 61 } };
  const answer = { results: [{ row: "2", outcome: "saved", stored }], receipt: { total: 35 } };

  store.takeOver(left, Promise.resolve(answer));
  const before = store.rows.row("2")?.phase;
  await vi.advanceTimersByTimeAsync(100);
  const after = store.rows.row("2")?.phase;
  const repeated = server.sent.length;
  store.takeOver({ ...left, row: "3" }, Promise.resolve(undefined));
  await vi.runAllTimersAsync();

  expect([before, after, repeated]).toEqual(["saving", "saved", 0]);
  expect(server.sent).toEqual([
    { saveId: "of-an-earlier-page", rows: [{ row: "3", base: 0, changes: { mark: 61 } }] },
  ]);
  expect(store.rows.row("3")?.phase).toBe("saved");
});

test("a field that is left is saved, and shown as saved only after the answer", async () => {
  const { store, server } = openStore();

  store.type("1", { mark: 70 });
  store.commit("1");
  const before = store.rows.row("1")?.phase;
  await vi.runAllTimersAsync();

  expect(before).toBe("saving");
  expect(store.rows.row("1")?.phase).toBe("saved");
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
  const waiting = ["1", "2"].map((row) => store.rows.row(row)?.phase);
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
  const rows = Array.from({ length: 35 }, (_, index) => String(index + 1));

  for (const row of rows) typeAndLeave(store, row, 50);
  await vi.runAllTimersAsync();

  expect(server.sent.at(-1)?.rows).toHaveLength(34);
  expect(store.rows.summary()).toMatchObject({ unsaved: 0, receipt: { saved: 35 } });
});

test("an ended session waits for the person, who is not asked for each mark", async () => {
  const { store, server } = openStore({ next: [{ kind: "signed-out" }] });

  typeAndLeave(store, "1", 70);
  await vi.advanceTimersByTimeAsync(10_000);
  const sentMeanwhile = server.sent.length;
  store.resume();
  await vi.runAllTimersAsync();

  expect(sentMeanwhile).toBe(1);
  expect(server.sent).toHaveLength(2);
  expect(store.rows.row("1")?.phase).toBe("saved");
});

test("being turned down refuses the rows and lets the next ones go", async () => {
  const { store } = openStore({ next: [{ kind: "turned-down", reason: "this term is over" }] });

  typeAndLeave(store, "1", 70);
  typeAndLeave(store, "2", 80);
  await vi.runAllTimersAsync();

  expect(store.rows.row("1")?.state.issue).toMatchObject({ refusals: [{ reason: "this term is over" }] });
  expect(store.rows.row("2")?.phase).toBe("saved");
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
  const input = store.rows.summary();
  store.keepYours("1");
  await vi.runAllTimersAsync();

  expect(input).toMatchObject({ needYou: 1, receipt: { saved: 0, blank: 34 } });
  expect(server.sent.at(-1)?.rows).toEqual([{ row: "1", base: 9, changes: { mark: 72 } }]);
});

test("what is unsent is stored until it is acknowledged", async () => {
  const { store, unsentStore } = openStore({ next: [{ kind: "unreachable" }] });

  store.type("1", { mark: 70 });
  const whileTyping = unsentStore.count();
  store.commit("1");
  await vi.advanceTimersByTimeAsync(100);
  const whileWaiting = unsentStore.count();
  await vi.runAllTimersAsync();

  expect([whileTyping, whileWaiting, unsentStore.count()]).toEqual([1, 1, 0]);
});

test("when the page goes, what was left or chosen is sent once more; half a mark stays on the device", async () => {
  const { store, unsentStore } = openStore({ next: [{ kind: "unreachable" }] });
  typeAndLeave(store, "1", 70);
  await vi.advanceTimersByTimeAsync(100);
  store.type("2", { attendance: 2 });
  store.commitAtRest("2");
  store.type("3", { grade: "B" });
  store.commit("3");
  store.type("3", { mark: 9 });

  const parting = store.flushOnUnload();

  expect(parting.map(({ saveId, rows }) => [saveId, rows.map(({ row, changes }) => [row, changes])])).toEqual(
    [
      ["save-1", [["1", { mark: 70 }]]],
      [
        "save-2",
        [
          ["2", { attendance: 2 }],
          ["3", { grade: "B" }],
        ],
      ],
    ],
  );
  expect(unsentStore.rows().at(-1)).toMatchObject({ typed: { mark: 9 }, uncommitted: ["mark"] });
});

test("what was left goes out while another field of the row is being typed in", async () => {
  const { store, server } = openStore({ next: [{ kind: "unreachable" }] });
  store.type("1", { grade: "B" });
  store.commit("1");
  store.type("1", { mark: 9 });
  await vi.runAllTimersAsync();

  const row = store.rows.row("1");

  expect(server.sent.flatMap(({ rows }) => rows.map(({ changes }) => changes))).toEqual([
    { grade: "B" },
    { grade: "B" },
  ]);
  expect([row?.phase, row?.state.typed]).toEqual(["typing", { mark: 9 }]);
});

test("the page's data that comes again takes in who joined and never what is typed", async () => {
  const { store } = openStore();
  store.type("1", { mark: 70 });

  store.show(
    targetOf(
      [
        { row: "1", version: 7, values: { mark: 10 } },
        { row: "2", version: 8, values: { mark: 20 } },
        { row: "36", version: 0, values: { mark: null } },
      ],
      { total: 36, saved: 2, absent: 0, noWork: 0, blank: 34 },
    ),
  );

  expect(store.rows.row("1")?.state.typed).toEqual({ mark: 70 });
  expect(store.rows.row("2")?.state.stored).toEqual({ mark: 20 });
  expect(store.rows.row("36")?.phase).toBe("blank");
});

test("what was typed for who left the sheet stays, apart from the sheet's own counts", async () => {
  const { store, unsentStore } = openStore({
    next: [{ kind: "turned-down", reason: "no longer in this class" }],
  });
  typeAndLeave(store, "1", 70);
  await vi.runAllTimersAsync();

  store.show(targetOf([], { total: 34, saved: 0, absent: 0, noWork: 0, blank: 34 }));

  expect(store.rows.summary()).toMatchObject({ needYou: 0, unsaved: 0, offSheetRows: 1 });
  expect(unsentStore.count()).toBe(1);
});

test("opening a target erases nothing that an earlier page left of it", () => {
  const unsentStore = createMemoryUnsentStore();
  unsentStore.put(unsentRow("1", { typed: { mark: 70 } }));

  openStore({ unsentStore });

  expect(unsentStore.count()).toBe(1);
});

test("a request that an earlier page left unanswered is repeated as it was, and what was typed since follows", async () => {
  const { store, server } = openStore();
  store.hold();

  store.restore([
    unsentRow("1", { sent: { saveId: "old", changes: { mark: 70 } }, typed: { mark: 71 } }),
    unsentRow("2", { sent: { saveId: "old", changes: { mark: 80 } } }),
  ]);
  store.release();
  await vi.runAllTimersAsync();

  expect(server.sent).toEqual([
    {
      saveId: "old",
      rows: [
        { row: "1", base: 0, changes: { mark: 70 } },
        { row: "2", base: 0, changes: { mark: 80 } },
      ],
    },
    { saveId: "save-1", rows: [{ row: "1", base: 1, changes: { mark: 71 } }] },
  ]);
});

test("nothing goes out before it is known what an earlier page left", async () => {
  const { store, server } = openStore();
  store.hold();

  typeAndLeave(store, "1", 70);
  await vi.runAllTimersAsync();
  const before = server.sent.length;
  store.restore([unsentRow("1", { base: 0, typed: { mark: 60 } })]);
  store.release();
  await vi.runAllTimersAsync();

  expect(before).toBe(0);
  expect(server.sent.flatMap(({ rows }) => rows)).toEqual([{ row: "1", base: 0, changes: { mark: 70 } }]);
});

test("half a mark that was never left waits under the fingers", async () => {
  const { store, server } = openStore();

  store.restore([unsentRow("1", { typed: { mark: 7 }, uncommitted: ["mark"] })]);
  await vi.runAllTimersAsync();

  expect(store.rows.row("1")?.phase).toBe("typing");
  expect(server.sent).toEqual([]);
});

test("what was refused stays refused after the page was opened again; a change of a colleague's is asked for again", async () => {
  const { store, server } = openStore();
  const refusal = { reason: "not yours", field: null, fields: ["mark"] };

  store.restore([
    unsentRow("1", { typed: { mark: 70 }, issue: { kind: "refused", refusals: [refusal] } }),
    unsentRow("2", { typed: { mark: 80 }, issue: { kind: "changed" } }),
  ]);
  await vi.runAllTimersAsync();

  expect(store.rows.row("1")?.state.issue).toEqual({ kind: "refused", refusals: [refusal] });
  expect(server.sent.flatMap(({ rows }) => rows)).toMatchObject([{ row: "2", changes: { mark: 80 } }]);
});

test("what was stored after all is not sent again", async () => {
  const unsentStore = createMemoryUnsentStore();
  const { store, server } = openStore({ unsentStore });
  store.show(targetOf([{ row: "1", version: 4, values: { mark: 70 } }]));
  const left = unsentRow("1", { sent: { saveId: "old", changes: { mark: 70 } } });
  unsentStore.put(left);

  store.restore([left]);
  await vi.runAllTimersAsync();

  expect(server.sent).toEqual([]);
  expect(unsentStore.count()).toBe(0);
});

test("what an earlier page left is judged against the version it was typed over", async () => {
  const { store, server } = openStore();
  store.show(targetOf([{ row: "1", version: 9, values: { mark: 55 } }]));

  store.restore([unsentRow("1", { base: 3, typed: { mark: 70 } })]);
  await vi.runAllTimersAsync();

  expect(server.sent.flatMap(({ rows }) => rows)).toEqual([{ row: "1", base: 3, changes: { mark: 70 } }]);
});

test("of what two pages left of a row, the newer counts", async () => {
  const { store, server } = openStore();

  store.restore([
    unsentRow("1", { typed: { mark: 70, grade: "C" } }),
    unsentRow("1", { typed: { mark: 71 }, base: 5 }),
  ]);
  await vi.runAllTimersAsync();

  expect(server.sent.flatMap(({ rows }) => rows)).toEqual([
    { row: "1", base: 0, changes: { mark: 71, grade: "C" } },
  ]);
});

test("one row that the server stumbles over does not hold up the others", async () => {
  const { store, server } = openStore({ stumblesOver: "2" });

  for (const row of ["1", "2", "3"]) store.type(row, { mark: 50 });
  store.commitAll();
  await vi.advanceTimersByTimeAsync(60_000);

  expect(["1", "2", "3"].map((row) => store.rows.row(row)?.phase)).toEqual(["saved", "waiting", "saved"]);
  expect(new Set(server.sent.map(({ saveId }) => saveId))).toEqual(new Set(["save-1"]));
});

test("after a long failure of the whole server a class that waited is one request", async () => {
  const { store, server } = openStore({ isDown: true });

  for (let row = 1; row <= 35; row += 1) store.type(String(row), { mark: 50 });
  store.commitAll();
  await vi.advanceTimersByTimeAsync(300_000);
  server.isDown = false;
  server.sent.splice(0);
  store.resume();
  await vi.runAllTimersAsync();

  expect(server.sent.map(({ rows }) => rows.length)).toEqual([35]);
  expect(store.rows.summary()).toMatchObject({ unsaved: 0, needYou: 0 });
});

test.each([
  ["a database that restarts", "failing", 2],
  ["a network that lets through again", "unreadable", 4],
] as const)("%s while it is asked about: the class goes out whole, and only once", async (_, kind, times) => {
  const next = Array.from({ length: times }, () => ({ kind }));
  const { store, server } = openStore({ next });

  for (let row = 1; row <= 35; row += 1) store.type(String(row), { mark: 50 });
  store.commitAll();
  await vi.advanceTimersByTimeAsync(60_000);

  const sent = server.sent.filter(({ rows }) => rows.some(({ changes }) => "mark" in changes));
  expect(sent.map(({ rows }) => rows.length)).toEqual(Array(times + 1).fill(35));
  expect(store.rows.summary()).toMatchObject({ unsaved: 0, needYou: 0 });
});

test("what a filter blocks is told on its row alone, and can be written otherwise", async () => {
  const { store, server } = openStore({ blocks: 66 });

  for (const [row, mark] of [
    ["1", 50],
    ["2", 66],
    ["3", 51],
  ] as const)
    store.type(row, { mark });
  store.commitAll();
  await vi.advanceTimersByTimeAsync(60_000);
  const phases = ["1", "2", "3"].map((row) => store.rows.row(row)?.phase);
  typeAndLeave(store, "2", 67);
  await vi.runAllTimersAsync();

  expect(phases).toEqual(["saved", "refused", "saved"]);
  expect(store.rows.row("2")).toMatchObject({ phase: "saved", state: { stored: { mark: 67 } } });
  expect(new Set(server.sent.map(({ saveId }) => saveId))).toEqual(new Set(["save-1", "save-2"]));
});

test("a network that turns everything away blocks no row: it is one request when it lets through again", async () => {
  const { store, server } = openStore({ blocks: "everything" });

  for (const row of ["1", "2", "3"]) store.type(row, { mark: 50 });
  store.commitAll();
  await vi.advanceTimersByTimeAsync(300_000);
  const phases = ["1", "2", "3"].map((row) => store.rows.row(row)?.phase);
  server.blocks = null;
  store.resume();
  await vi.runAllTimersAsync();

  expect(phases).toEqual(["waiting", "waiting", "waiting"]);
  expect(server.sent.every(({ rows }) => rows.length === 3)).toBe(true);
  expect(store.rows.summary()).toMatchObject({ unsaved: 0, needYou: 0 });
});

test("a row whose answer alone was blocked is saved, as it is", async () => {
  const { store } = openStore({ blocks: 66, blocksOnlyAnswers: true });

  typeAndLeave(store, "2", 66);
  await vi.advanceTimersByTimeAsync(60_000);

  expect(store.rows.row("2")).toMatchObject({ phase: "saved", state: { stored: { mark: 66 } } });
});

test("marks that were saved after a kept page was read are counted as saved, and as what they are", () => {
  const { store } = openStore();

  store.applyAcknowledged([
    { row: "1", version: 3, values: { mark: 70 } },
    { row: "2", version: 4, values: { mark: 80 } },
  ]);

  expect(store.rows.summary().receipt).toEqual({ total: 35, saved: 2, absent: 0, noWork: 0, blank: 33 });
});

test("a receipt that was read before the last save does not replace that of its answer", async () => {
  const { store } = openStore();
  const before = classOf35();
  typeAndLeave(store, "1", 70);
  await vi.runAllTimersAsync();

  store.show(before);
  const behind = store.rows.summary().receipt.saved;
  store.show({
    ...before,
    rows: before.rows.map((row) =>
      row.row === "1" || row.row === "2" ? { ...row, version: 9, values: { mark: 60 } } : row,
    ),
    receipt: { ...before.receipt, saved: 2, blank: 33 },
  });

  expect([behind, store.rows.summary().receipt.saved]).toEqual([1, 2]);
});

function typeAndLeave(store: SavingStore, row: string, mark: number) {
  store.type(row, { mark });
  store.commit(row);
}

/** Creates a row as an earlier page left it: typed and committed, nothing in flight. */
function unsentRow(row: string, unsent: Partial<UnsentRow>): UnsentRow {
  const nothing = { base: 0, sent: null, typed: {}, uncommitted: [], issue: null };
  return { account: 7, target: "/sheet/save", row, ...nothing, ...unsent };
}

function targetOf(
  rows: LoadedTarget["rows"],
  receipt = { total: rows.length, saved: 0, absent: 0, noWork: 0, blank: rows.length },
): LoadedTarget {
  return {
    saveUrl: "/sheet/save",
    account: 7,
    rows,
    receipt,
    rules: {
      normalise: (values) => values,
      countedAs: (values) => (values.mark === null ? "blank" : "saved"),
    },
  };
}

type Options = Partial<Server & { unsentStore: InMemory; stumblesOver: string; blocksOnlyAnswers: boolean }>;

function classOf35(): LoadedTarget {
  return targetOf(
    Array.from({ length: 35 }, (_, index) => ({
      row: String(index + 1),
      version: 0,
      values: { mark: null } as FieldValues,
    })),
  );
}

/** Creates a class of 35 without marks, and a server that stores. */
function openStore(options: Options = {}) {
  const {
    next = [],
    unsentStore = createMemoryUnsentStore(),
    stumblesOver,
    blocks = null,
    isDown = false,
    blocksOnlyAnswers,
  } = options;
  const server: Server = { sent: [], since: [], next, blocks, isDown };
  const stored = new Map<string, { version: number; values: FieldValues }>();
  let saves = 0;
  const store = new SavingStore(classOf35(), {
    unsentStore,
    newSaveId: () => `save-${(saves += 1)}`,
    send: async (_to, request, since) => {
      server.since.push(since);
      server.sent.push(structuredClone(request));
      if (stumbles(request)) return { kind: "failing" };
      if (isBlocked(request)) {
        if (blocksOnlyAnswers) stores(request);
        return { kind: "unreadable" };
      }
      return server.next.shift() ?? stores(request);
    },
  });
  return { store, server, unsentStore };

  /** Fails while storing the row: what is stored of it can be read. */
  function stumbles({ rows }: SaveRequest): boolean {
    if (server.isDown) return true;
    return rows.some(({ row, changes }) => row === stumblesOver && Object.keys(changes).length > 0);
  }

  function isBlocked({ rows }: SaveRequest): boolean {
    return server.blocks === "everything" || rows.some(({ changes }) => changes.mark === server.blocks);
  }

  function stores({ rows }: SaveRequest): SendResult {
    const results = rows.map(({ row, base, changes }): RowResult => {
      stored.set(row, { version: base + 1, values: { mark: null, ...stored.get(row)?.values, ...changes } });
      return { row, outcome: "saved", stored: stored.get(row) ?? { version: 0, values: {} } };
    });
    const receipt = { total: 35, saved: stored.size, absent: 0, noWork: 0, blank: 35 - stored.size };
    return { kind: "answered", reply: { results, receipt } };
  }
}
