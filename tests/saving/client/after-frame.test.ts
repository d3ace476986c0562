import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runAfterNextFrame } from "#saving/client/row-store.ts";
import type { SavingDependencies } from "#saving/client/loaded-target.ts";
import { SavingStore } from "#saving/client/saving-store.ts";
import { createMemoryUnsentStore } from "#saving/outbox/unsent.ts";

const frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
});

afterEach(() => {
  frames.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("what waits for the screen comes after its frame, once", () => {
  const work = vi.fn();
  runAfterNextFrame(work);
  const before = work.mock.calls.length;

  drawFrame();
  vi.advanceTimersByTime(1_000);

  expect([before, work.mock.calls.length]).toEqual([0, 1]);
});

test("a page that draws nothing holds it up no longer than 50 ms", () => {
  const work = vi.fn();

  runAfterNextFrame(work);
  vi.advanceTimersByTime(50);

  expect(work).toHaveBeenCalledOnce();
});

test("a keystroke is stored at once, and the page notified of it after the frame that shows it", () => {
  const unsentStore = createMemoryUnsentStore();
  const listener = vi.fn();
  const store = openStore(unsentStore);
  store.rows.subscribe(listener);

  store.type("17", { mark: 7 });
  store.type("17", { mark: 72 });
  const before = {
    stored: unsentStore.rows()[0]?.typed,
    notified: listener.mock.calls.length,
    unsent: store.hasUnsent(),
  };
  drawFrame();

  expect(before).toEqual({ stored: { mark: 72 }, notified: 0, unsent: true });
  expect(listener).toHaveBeenCalledOnce();
});

test("a field that is left is stored as committed at once, and sent after the frame that shows the next one", () => {
  const unsentStore = createMemoryUnsentStore();
  const send = vi.fn(() => Promise.resolve({ kind: "unreachable" as const }));
  const store = openStore(unsentStore, send);
  store.type("17", { mark: 72 });

  store.commit("17");
  const before = { uncommitted: unsentStore.rows()[0]?.uncommitted, sent: send.mock.calls.length };
  drawFrame();

  expect(before).toEqual({ uncommitted: [], sent: 0 });
  expect(send).toHaveBeenCalledOnce();
});

function drawFrame() {
  for (const draw of frames.splice(0)) draw();
  vi.advanceTimersByTime(1);
}

function openStore(
  unsentStore: ReturnType<typeof createMemoryUnsentStore>,
  send: SavingDependencies["send"] = neverSent,
): SavingStore {
  return new SavingStore(
    {
      saveUrl: "/sheet/save",
      account: 7,
      rows: [{ row: "17", version: 5, values: { mark: 64 } }],
      receipt: { total: 1, saved: 1, absent: 0, noWork: 0, blank: 0 },
      rules: { normalise: (values) => values, countedAs: () => "saved" },
    },
    { unsentStore, newSaveId: () => "save-1", send },
  );
}

function neverSent(): never {
  throw new Error("nothing is to be sent here");
}
