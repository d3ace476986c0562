import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { ThreadPool } from "#templates/pool.ts";

const SLOW_MACHINE = 40_000;
let pool = poolOf();

vi.setConfig({ testTimeout: SLOW_MACHINE });

afterEach(async () => {
  await pool.close();
  pool = poolOf();
});

test("jobs are answered each with its own file, more of them than threads", async () => {
  const jobs = Array.from({ length: 10 }, (_each, index) =>
    pool.run({ act: "print", text: `card ${index}` }),
  );

  const files = await Promise.all(jobs);

  expect(files.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(
    jobs.map((_job, index) => `card ${index}`),
  );
});

test.each([
  ["ends", { act: "die" }, "The thread making the document ended (3)."],
  ["throws outside its work", { act: "throw" }, "The thread making the document failed: out of paper"],
  ["takes more memory than it may", { act: "fill" }, /memory/],
])("a thread that %s fails its own job only, and is replaced", async (_how, job, why) => {
  const broken = Promise.allSettled([pool.run(job), pool.run(job)]);
  const waiting = pool.run({ act: "print", text: "next" });

  const results = await broken;

  for (const result of results)
    expect(result).toMatchObject({
      status: "rejected",
      reason: { message: expect.stringMatching(pattern(why)) },
    });
  expect(new TextDecoder().decode((await waiting).bytes)).toBe("next");
});

test("a job that its thread refuses fails with the reason, and the thread goes on", async () => {
  const refused = pool.run({ act: "refuse", text: "this" });

  await expect(refused).rejects.toThrow("cannot print this");
  await expect(pool.run({ act: "print", text: "that" })).resolves.toMatchObject({ missing: [] });
});

test("a job over the time limit is ended", async () => {
  pool = poolOf(3_000);
  await pool.run({ act: "print", text: "warm" });

  const late = pool.run({ act: "hang" });

  await expect(late).rejects.toThrow("The document took longer than 3 seconds.");
  await expect(pool.run({ act: "print", text: "after" })).resolves.toBeDefined();
});

test("data that cannot be handed over fails its own job", async () => {
  await expect(pool.run({ act: "print", text: () => "no" })).rejects.toThrow("cannot be handed to a thread");
  await expect(pool.run({ act: "print", text: "yes" })).resolves.toBeDefined();
});

test("what nobody waits for any more is not made, and gives its thread up", async () => {
  const abort = new AbortController();
  const { signal } = abort;
  const abandoned = ["hang", "hang", "print"].map((act) => pool.run({ act, text: "no" }, { signal }));
  const all = Promise.allSettled(abandoned);

  abort.abort();
  const next = await pool.run({ act: "print", text: "next" });

  expect(new TextDecoder().decode(next.bytes)).toBe("next");
  for (const result of await all) {
    expect(result).toMatchObject({ reason: { message: "Nobody is waiting for the document any longer." } });
  }
  await expect(pool.run({ act: "print" }, { signal })).rejects.toThrow("aborted");
});

test("a person's documents are made one at a time, so that another's comes through", async () => {
  const many = Promise.allSettled(Array.from({ length: 5 }, () => pool.run({ act: "hang" }, { owner: 1 })));

  const other = await pool.run({ act: "print", text: "other" }, { owner: 2 });
  await pool.close();

  expect(new TextDecoder().decode(other.bytes)).toBe("other");
  await many;
});

test("it is told how many of a person's documents wait besides the one in the making", async () => {
  const many = Promise.allSettled(Array.from({ length: 4 }, () => pool.run({ act: "hang" }, { owner: 1 })));

  const waiting = [pool.waitingOf(1), pool.waitingOf(2)];
  await pool.close();

  expect(waiting).toEqual([3, 0]);
  await many;
});

test("a single document comes before whole classes that were asked for earlier", async () => {
  pool = poolOf(SLOW_MACHINE, 1);
  const made: string[] = [];
  const ask = (text: string, isLarge: boolean) =>
    pool.run({ act: "print", text }, { isLarge }).then(() => made.push(text));

  await Promise.all([
    ...["class 1", "class 2", "class 3", "class 4"].map((text) => ask(text, true)),
    ask("single", false),
  ]);

  expect(made).toEqual(["class 1", "single", "class 2", "class 3", "class 4"]);
});

test("closing fails what is running and what waits", async () => {
  const jobs = Promise.allSettled(["hang", "hang", "print"].map((act) => pool.run({ act })));

  await pool.close();

  for (const result of await jobs) {
    expect(result).toMatchObject({
      reason: { message: "The program is closing, so no more documents are made." },
    });
  }
});

test("a thread's file that is not there fails the job, not the program", async () => {
  pool = poolOf(20_000, 2, "nothing.mjs");

  await expect(pool.run({ act: "print" })).rejects.toThrow(/Cannot find module/);
});

function poolOf(timeLimitMs = 20_000, size = 2, file = "odd-thread.mjs"): ThreadPool {
  return new ThreadPool({
    file: () => path.join(import.meta.dirname, file),
    size,
    timeLimitMs,
    heapMb: 32,
  });
}

function pattern(why: string | RegExp): RegExp {
  return typeof why === "string" ? new RegExp(why.replace(/[.()]/g, "\\$&")) : why;
}
