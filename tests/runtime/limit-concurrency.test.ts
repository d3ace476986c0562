import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { limitConcurrency, limitConcurrencyByLane } from "#runtime/limit-concurrency.ts";

test("no more than so many run at once, and all come to their turn", async () => {
  const inTurn = limitConcurrency(() => 2);
  const running = { now: 0, most: 0 };
  const work = async (number: number) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await sleep(2);
    running.now -= 1;
    return number;
  };

  const done = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((number) => inTurn(() => work(number))));

  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(running.most).toBe(2);
});

test("work that fails gives its place to the next", async () => {
  const inTurn = limitConcurrency(() => 1);
  const failing = inTurn(() => Promise.reject(new Error("broken")));

  const next = await Promise.allSettled([failing, inTurn(() => Promise.resolve("done"))]);

  expect(next.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

test("lanes take turns; what is too much for a lane, or of one name, is not done", async () => {
  const inTurn = limitConcurrencyByLane({ most: () => 1, inLane: 3, ofName: 2 });
  const done: string[] = [];
  const work = (lane: string, name: string) =>
    inTurn({ lane, name }, async () => {
      await sleep(2);
      done.push(lane + name);
    });

  const outcomes = await Promise.all([
    work("a", "1"),
    work("a", "2"),
    work("a", "2"),
    work("a", "2"),
    work("a", "3"),
    work("a", "4"),
    work("b", "1"),
    inTurn({ lane: "b", name: "2" }, () => Promise.reject(new Error("broken"))).catch(() => "broken"),
  ]);

  expect(done).toEqual(["a1", "a2", "b1", "a2", "a3"]);
  expect(outcomes.map((outcome) => outcome ?? "done")).toEqual([
    ...["done", "done", "done", "crowded", "done", "crowded"],
    ...["done", "broken"],
  ]);
});
