import { DEFAULT_GRADING } from "#domain/grading.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { expect, test } from "vitest";
import type { LoadedTarget } from "#saving/client/loaded-target.ts";
import type { FieldValues } from "#fields/value.ts";
import type { RowResult, SaveRequest, StoredRow, LoadedRow } from "#saving/protocol/protocol.ts";
import { mergeUnsentRow } from "#saving/client/restoration.ts";
import { toLoadedRowState, displayedValues } from "#saving/client/row-state.ts";
import { decideAndStoreRows } from "#saving/server/judge-rows.server.ts";
import type { SaveDefinition } from "#saving/server/saved-screen.server.ts";
import type { Person } from "#domain/person.ts";
import type { RowChange } from "#db/queries/row-change.ts";
import { buildMarkFields } from "#fields/mark.ts";
import type { SaveDestination } from "#saving/client/send.ts";
import { SavingStore } from "#saving/client/saving-store.ts";
import { createMemoryUnsentStore, mergeUnsentRows, type UnsentRow } from "#saving/outbox/unsent.ts";

/** The code that checks a save reads nothing itself. */
const NO_DATABASE = undefined as never;

const RULES = {
  testId: 1,
  kind: "marks",
  workRatings: true,
  grading: DEFAULT_GRADING,
  criteria: [],
} as const;
const BLANK: FieldValues = { attendance: 1, mark: null, application: null };

test("a colleague's change that came with an answer is told to who typed on meanwhile", async () => {
  const server = serverWith({ version: 5, values: BLANK });
  const { store } = open(server);
  server.colleagueWrites({ application: "C" });
  const answer = server.holdAnswers();

  typeAndLeave(store, { mark: 70 });
  await turn();
  typeAndLeave(store, { application: "S" });
  answer();
  await turn();

  expect(store.rows.row("1")?.phase).toBe("changed");
  expect(server.stored()).toMatchObject({ mark: 70, application: "C" });
});

test("a lost answer, a second thought and a colleague in between: the colleague is not overwritten", async () => {
  const server = serverWith({ version: 5, values: { ...BLANK, mark: 60 } });
  const { store } = open(server);
  server.loseAnswers(1);
  typeAndLeave(store, { mark: 70 });
  await turn();
  typeAndLeave(store, { mark: 65 });
  server.colleagueWrites({ mark: 80 });

  store.resume();
  await turn();

  expect(server.stored().mark).toBe(80);
  expect(store.rows.row("1")?.phase).toBe("changed");
});

test("page data of another account never change who a store saves for", async () => {
  const server = serverWith({ version: 5, values: BLANK });
  const { store } = open(server);
  store.type("1", { mark: 70 });

  store.show({ ...targetOf([{ row: "1", ...server.row() }]), account: 2 });
  store.commit("1");
  await turn();

  expect(server.destinations.map(({ account }) => account)).toEqual([1]);
});

test("a choice that a script-less page asked for is asked for again after a reload", async () => {
  const server = serverWith({ version: 5, values: { ...BLANK, mark: 60 } });
  server.colleagueWrites({ mark: 80 });
  const fields = [{ field: "mark", from: 60, to: 80 }];
  const outcome = { state: "changed", by: "U", at: "", fields, typed: { mark: 70 }, base: 5 } as const;
  const { unsentStore } = open(server, [{ row: "1", ...server.row(), outcome }]);
  const { store } = open(server);

  store.restore(unsentStore.rows());
  store.commitAll();
  await turn();

  expect(server.stored().mark).toBe(80);
  expect(store.rows.row("1")?.phase).toBe("changed");
});

test("of two pages that are gone, what was sent later counts over what was typed earlier", () => {
  const older = left({ typed: { mark: 70 } });
  const newer = left({ sent: { saveId: "b", changes: { mark: 60 } } });

  const merged = mergeUnsentRows(older, newer);

  expect({ ...merged.sent?.changes, ...merged.typed }).toEqual({ mark: 60 });
});

test.each<[string, Partial<UnsentRow>, Partial<UnsentRow>, FieldValues, string[]]>([
  [
    "two saves on their way",
    { sent: { saveId: "a", changes: { mark: 70 } } },
    { sent: { saveId: "b", changes: { mark: 60 } } },
    { mark: 60 },
    [],
  ],
  [
    "a save on its way behind half a mark",
    { typed: { mark: 7 }, uncommitted: ["mark"] },
    { sent: { saveId: "b", changes: { mark: 60 } } },
    { mark: 60 },
    [],
  ],
  [
    "half a rating behind a save on its way",
    { sent: { saveId: "a", changes: { mark: 70 } } },
    {
      sent: { saveId: "b", changes: { mark: 60 } },
      typed: { application: "C" },
      uncommitted: ["application"],
    },
    { mark: 60, application: "C" },
    ["application"],
  ],
  [
    "half a rating behind a mark that waits",
    { typed: { mark: 70 } },
    { typed: { application: "C" }, uncommitted: ["application"] },
    { mark: 70, application: "C" },
    ["application"],
  ],
])("what two pages left is committed field by field: %s", (_what, older, newer, typed, uncommitted) => {
  const merged = mergeUnsentRows(left(older), left(newer));

  expect({ ...merged.sent?.changes, ...merged.typed }).toEqual(typed);
  expect(merged.uncommitted).toEqual(uncommitted);
});

test("what was left by another page goes out, and its half a rating stays under the fingers", async () => {
  const server = serverWith({ version: 5, values: BLANK });
  const { store } = open(server);

  store.restore([left({ base: 5, typed: { mark: 70, application: "C" }, uncommitted: ["application"] })]);
  await turn();

  expect(server.stored()).toMatchObject({ mark: 70, application: null });
  expect(store.rows.row("1")).toMatchObject({ phase: "typing", state: { typed: { application: "C" } } });
});

test.each([
  ["is stored still it is shown, and nothing is written", null, "saved", 80, 6],
  ["was changed once more, that is told", 60, "changed", 80, 7],
])("who takes theirs: where it %s", async (_what, then, phase, shown, version) => {
  const server = serverWith({ version: 5, values: BLANK });
  const { store } = open(server);
  server.colleagueWrites({ mark: 80 });
  typeAndLeave(store, { mark: 70 });
  await turn();
  if (then !== null) server.colleagueWrites({ mark: then });

  store.takeTheirs("1");
  await turn();

  const row = store.rows.row("1");
  expect([row?.phase, row && displayedValues(row.state).mark, server.row().version]).toEqual([
    phase,
    shown,
    version,
  ]);
});

test("a row that was taken up before its sheet was opened shows what is stored around it", async () => {
  const server = serverWith({ version: 5, values: { ...BLANK, mark: 60, application: "C" } });
  const { store } = open(server, []);
  store.restore([
    left({
      base: 5,
      typed: { mark: 999 },
      issue: { kind: "refused", refusals: [{ reason: "", field: "mark", fields: ["mark"] }] },
    }),
  ]);

  store.show(targetOf([{ row: "1", ...server.row() }]));

  expect(store.rows.row("1")?.state.stored).toMatchObject({ application: "C" });
});

test("Escape gives up the field in hand, not what was left before and waits", async () => {
  const server = serverWith({ version: 5, values: BLANK });
  const { store } = open(server);
  const answer = server.holdAnswers();
  typeAndLeave(store, { attendance: 1, application: "R" });
  await turn();
  typeAndLeave(store, { mark: 70 });
  store.type("1", { application: "S" });

  store.putBack("1", ["application"]);
  answer();
  await turn();

  expect(server.stored()).toMatchObject({ mark: 70, application: "R" });
});

test("a mark that was deleted is shown as deleted when the page's data come again", async () => {
  const server = serverWith({ version: 6, values: { ...BLANK, mark: 60 } });
  const { store } = open(server);

  store.show(targetOf([{ row: "1", version: 0, values: BLANK }]));

  expect(store.rows.row("1")?.state.stored.mark).toBeNull();
});

test("what was typed over a mark that was deleted since keeps the version to judge by", () => {
  const state = mergeUnsentRow(toLoadedRowState({ row: "1", version: 0, values: BLANK }), left({ base: 6 }));

  expect(state.base).toBe(6);
});

test("what turned out to be stored does not take what is typed now from the disk", async () => {
  const server = serverWith({ version: 6, values: { ...BLANK, mark: 70 } });
  const { store, unsentStore } = open(server);
  store.type("1", { mark: 75 });

  store.restore([left({ base: 5, typed: { mark: 70 } })]);

  expect(unsentStore.rows()).toMatchObject([{ typed: { mark: 75 } }]);
});

test.each([
  ["is forgotten where the page sent the whole of it when it went", 2, "saved", 27],
  ["stays under the fingers where the newer mark begins otherwise", 7, "typing", 7],
])("half a mark %s", (_, half, phase, shown) => {
  const { store } = open(serverWith({ version: 6, values: { ...BLANK, mark: 27 } }));

  store.restore([left({ base: 5, typed: { mark: half }, uncommitted: ["mark"] })]);

  const row = store.rows.row("1");
  expect([row?.phase, row && displayedValues(row.state).mark]).toEqual([phase, shown]);
});

test("what another page typed later counts over what waits here", async () => {
  const server = serverWith({ version: 5, values: BLANK });
  const { store } = open(server);
  store.type("1", { mark: 70 });
  const inAnHour = { ...left({ base: 5, typed: { mark: 75 } }), page: "other", at: Date.now() + 3_600_000 };

  store.restore([inAnHour]);
  store.commitAll();
  await turn();

  expect(server.stored().mark).toBe(75);
});

function typeAndLeave(store: SavingStore, values: FieldValues) {
  store.type("1", values);
  store.commit("1");
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

function left(unsent: Partial<UnsentRow>): UnsentRow {
  const nothing = { base: 0, sent: null, typed: {}, uncommitted: [], issue: null };
  return { account: 1, target: "/s", row: "1", ...nothing, ...unsent };
}

function targetOf(rows: readonly LoadedRow[]): LoadedTarget {
  const receipt = { total: rows.length, saved: 0, absent: 0, noWork: 0, blank: rows.length };
  const rules = { normalise: (values: FieldValues) => values, countedAs: () => "saved" };
  return { saveUrl: "/s", account: 1, rows, receipt, rules };
}

type Server = ReturnType<typeof serverWith>;

function open(server: Server, rows: readonly LoadedRow[] = [{ row: "1", ...server.row() }]) {
  const unsentStore = createMemoryUnsentStore();
  let saves = 0;
  const newSaveId = () => `save-${(saves += 1)}`;
  return {
    unsentStore,
    store: new SavingStore(targetOf(rows), { unsentStore, newSaveId, send: server.send }),
  };
}

/** Creates one row, checked by the product's own rules, with its history. */
function serverWith(first: StoredRow) {
  let row = first;
  let lost = 0;
  let gate: Promise<void> = Promise.resolve();
  const changes: RowChange[] = [];
  const destinations: SaveDestination[] = [];

  function write(by: string, saveId: string, values: FieldValues) {
    const before = row.values;
    const version = row.version + 1;
    row = { version, values: { ...before, ...values } };
    const who = { first_name: null, last_name: null, user_name: by, actor: by };
    const told = { old_values: before, new_values: row.values };
    changes.push({ row: 1, version, save_id: saveId, at: "", ...who, ...told });
  }

  async function save({ saveId, rows }: SaveRequest): Promise<RowResult[]> {
    const screen: SaveDefinition<null, null, StoredRow> = {
      begin: termTransaction,
      find: async () => null,
      closed: () => null,
      fields: () => buildMarkFields(RULES),
      atomicGroups: () => [["attendance", "mark"]],
      lock: async () => undefined,
      read: async () => new Map([["1", row]]),
      valuesOf: (_target, stored) => stored.values,
      history: async (_target, after) => changes.filter(({ version }) => version > (after.get(1) ?? 0)),
      rules: () => ({ normalise: (values) => values, countedAs: () => "saved" }),
      refusal: () => null,
      store: async (_target, writes) => writes.forEach(({ values }) => write("me", saveId, values)),
      words: { notFound: "", noRow: "no longer in this class", noField: "" },
    };
    const saving = { screen, target: null, person: { accountId: 1 } as Person };
    const locked = new Map([["1", row]]);
    const { results } = await decideAndStoreRows(saving, { saveId, rows, locked }, NO_DATABASE);
    return results;
  }

  return {
    destinations,
    row: () => row,
    stored: () => row.values,
    colleagueWrites: (values: FieldValues) => void write("U", "theirs", values),
    loseAnswers: (count: number) => (lost = count),
    holdAnswers() {
      let release = () => undefined as void;
      gate = new Promise<void>((resolve) => (release = resolve));
      return () => release();
    },
    async send(to: SaveDestination, request: SaveRequest) {
      destinations.push(to);
      await gate;
      const results = await save(request);
      lost -= 1;
      if (lost >= 0) return { kind: "unreachable" as const };
      const receipt = { total: 1, saved: 1, absent: 0, noWork: 0, blank: 0 };
      return { kind: "answered" as const, reply: { results, receipt } };
    },
  };
}
