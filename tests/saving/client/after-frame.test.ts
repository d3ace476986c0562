import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterFrame } from "#saving/client/after-frame.ts";
import type { Outside } from "#saving/client/loaded-sheet.ts";
import { SheetStore } from "#saving/client/sheet-store.ts";
import { keepInMemory } from "#saving/client/unsent.ts";

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
  afterFrame(work);
  const before = work.mock.calls.length;

  drawFrame();
  vi.advanceTimersByTime(1_000);

  expect([before, work.mock.calls.length]).toEqual([0, 1]);
});

test("a page that draws nothing holds it up no longer than 50 ms", () => {
  const work = vi.fn();

  afterFrame(work);
  vi.advanceTimersByTime(50);

  expect(work).toHaveBeenCalledOnce();
});

test("it can be done at once, and is not done again", () => {
  const work = vi.fn();

  const now = afterFrame(work);
  now();
  drawFrame();

  expect(work).toHaveBeenCalledOnce();
});

test("a keystroke is kept at once, and the page told of it after the frame that shows it", () => {
  const keeper = keepInMemory();
  const listener = vi.fn();
  const store = openStore(keeper);
  store.rows.subscribe(listener);

  store.type("17", { mark: 7 });
  store.type("17", { mark: 72 });
  const before = {
    kept: keeper.rows()[0]?.typed,
    told: listener.mock.calls.length,
    unsent: store.hasUnsent(),
  };
  drawFrame();

  expect(before).toEqual({ kept: { mark: 72 }, told: 0, unsent: true });
  expect(listener).toHaveBeenCalledOnce();
});

test("a field that is left is kept as left at once, and sent after the frame that shows the next one", () => {
  const keeper = keepInMemory();
  const send = vi.fn(() => Promise.resolve({ kind: "unreachable" as const }));
  const store = openStore(keeper, send);
  store.type("17", { mark: 72 });

  store.commit("17");
  const before = { left: keeper.rows()[0]?.committed, sent: send.mock.calls.length };
  drawFrame();

  expect(before).toEqual({ left: true, sent: 0 });
  expect(send).toHaveBeenCalledOnce();
});

function drawFrame() {
  for (const draw of frames.splice(0)) draw();
  vi.advanceTimersByTime(1);
}

function openStore(keeper: ReturnType<typeof keepInMemory>, send: Outside["send"] = neverSent): SheetStore {
  return new SheetStore(
    {
      saveUrl: "/sheet/save",
      account: 7,
      rows: [{ row: "17", version: 5, values: { mark: 64 } }],
      receipt: { total: 1, saved: 1, absent: 0, noWork: 0, blank: 0 },
      rules: { normalise: (values) => values, count: () => "saved" },
    },
    { keeper, newSaveId: () => "save-1", send },
  );
}

function neverSent(): never {
  throw new Error("nothing is to be sent here");
}
