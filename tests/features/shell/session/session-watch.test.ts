import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionReply } from "#features/shell/session/session-state.ts";
import { SessionWatch, type SessionMessage } from "#features/shell/session/use-session-watch.ts";
import type { SessionView } from "#features/shell/session/session-view.rules.ts";

const ACCOUNT = 7;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const FRESH = { idle: HOUR, whole: 12 * HOUR };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("while the session is far from its end nobody is asked", async () => {
  const { watch, requests: input } = startWatch();

  watch.served(now(FRESH));
  watch.check();
  await minutes(54);

  expect(input).toEqual([]);
  expect(watch.view()).toEqual({ kind: "in" });
});

test("near the expected end it is asked once, and saves of the meantime count", async () => {
  const { watch, requests: input, answers } = startWatch();
  answers.push(open({ idle: 50 * MINUTE, whole: 11 * HOUR }));

  watch.served(now(FRESH));
  await minutes(60);

  expect(input).toEqual(["ask"]);
  expect(watch.view()).toEqual({ kind: "in" });
});

test("five minutes before the end a warning counts the minutes without asking again", async () => {
  const { watch, requests: input, answers } = startWatch();
  answers.push(open({ idle: 5 * MINUTE, whole: 11 * HOUR }));

  watch.served(now(FRESH));
  const seen: SessionView[] = [];
  for (const wait of [55, 1, 1, 2]) {
    await minutes(wait);
    seen.push(watch.view());
  }

  expect(seen.map((view) => view.kind === "ending" && view.minutes)).toEqual([5, 4, 3, 1]);
  expect(input).toEqual(["ask"]);
});

test("staying signed in ends the warning", async () => {
  const { watch, requests: input, answers } = startWatch();
  answers.push(open({ idle: 5 * MINUTE, whole: 11 * HOUR }), open(FRESH));
  watch.served(now(FRESH));
  await minutes(56);

  await watch.stay();

  expect(watch.view()).toEqual({ kind: "in" });
  expect(input).toEqual(["ask", "prolong"]);
});

test("staying that did not reach the server leaves the warning", async () => {
  const { watch, answers } = startWatch();
  answers.push(open({ idle: 5 * MINUTE, whole: 11 * HOUR }), { kind: "unreachable" });
  watch.served(now(FRESH));
  await minutes(56);

  await watch.stay();

  expect(watch.view()).toMatchObject({ kind: "ending" });
});

test("an act that reached the server moves the warning", async () => {
  const { watch, answers } = startWatch();
  answers.push(open({ idle: 5 * MINUTE, whole: 11 * HOUR }), open({ idle: HOUR, whole: 11 * HOUR }));
  watch.served(now(FRESH));
  await minutes(56);

  watch.acted();
  await minutes(1);

  expect(watch.view()).toEqual({ kind: "in" });
});

test("the end of the twelve hours is sent as such", async () => {
  const { watch } = startWatch();

  watch.served(now({ idle: 3 * MINUTE, whole: 3 * MINUTE }));
  await minutes(0);

  expect(watch.view()).toEqual({ kind: "ending", by: "whole", minutes: 3 });
});

test.each([
  ["idle", { idle: 4 * MINUTE, whole: 11 * HOUR }, 4],
  ["whole", { idle: 4 * MINUTE, whole: 4 * MINUTE }, 4],
  ["ended", FRESH, 10],
])("a session that is over says why: %s", async (why, left, after) => {
  const { watch, answers } = startWatch();
  answers.push({ kind: "ended" });
  watch.served(now(left));

  await minutes(after);
  await watch.look();

  expect(watch.view()).toEqual({ kind: "out", why });
});

test("somebody else in the same browser is not taken for this person", async () => {
  const { watch, answers } = startWatch();
  answers.push({ ...open(FRESH), accountId: 8 });
  watch.served(now(FRESH));

  await watch.doubt();

  expect(watch.view()).toEqual({ kind: "somebody-else" });
});

test("a save that found nobody signed in counts also when nobody can be asked", async () => {
  const { watch, answers } = startWatch();
  answers.push({ kind: "unreachable" });
  watch.served(now(FRESH));

  await watch.doubt();

  expect(watch.view()).toEqual({ kind: "out", why: "ended" });
});

test("without network nothing is threatened with; it is asked again until there is an answer", async () => {
  const { watch, requests: input, answers } = startWatch();
  answers.push({ kind: "unreachable" }, { kind: "unreachable" }, { kind: "ended" });
  watch.served(now(FRESH));

  await minutes(55.5);
  const before = watch.view();
  await minutes(2);

  expect(before).toEqual({ kind: "in" });
  expect(input).toHaveLength(3);
  expect(watch.view()).toMatchObject({ kind: "out" });
});

test("a device that slept looks when its person is back", async () => {
  const { watch, requests: input, answers } = startWatch();
  answers.push({ kind: "ended" });
  watch.served(now(FRESH));

  vi.setSystemTime(Date.now() + 2 * HOUR * 1_000);
  watch.check();
  await minutes(0);

  expect(input).toEqual(["ask"]);
  expect(watch.view()).toEqual({ kind: "out", why: "idle" });
});

test("what one page learns the others of the browser know without asking", async () => {
  const [first, second] = [startWatch(), startWatch()];
  second.answers.push(open({ idle: 5 * MINUTE, whole: 11 * HOUR }));
  first.watch.served(now(FRESH));
  second.watch.served(now({ idle: 6 * MINUTE, whole: 11 * HOUR }));
  await minutes(1.5);

  for (const message of first.sent) second.watch.receive(message);

  expect(second.watch.view()).toEqual({ kind: "in" });
  expect(second.requests).toEqual(["ask"]);
});

test("a sign-out elsewhere, and somebody else's page, are looked after at once", async () => {
  const messages: SessionMessage[] = [
    { account: ACCOUNT, ends: null },
    { account: 8, ends: { idle: 0, whole: 0 } },
  ];
  const views = [];
  for (const message of messages) {
    const { watch, answers } = startWatch();
    answers.push(message.account === ACCOUNT ? { kind: "ended" } : { ...open(FRESH), accountId: 8 });
    watch.served(now(FRESH));
    watch.receive(message);
    await minutes(0);
    views.push(watch.view().kind);
  }

  expect(views).toEqual(["out", "somebody-else"]);
});

test("signing in again is noticed by looking", async () => {
  const { watch, answers } = startWatch();
  answers.push({ kind: "ended" }, open(FRESH));
  watch.served(now(FRESH));
  await watch.doubt();

  watch.check();
  await minutes(0);

  expect(watch.view()).toEqual({ kind: "in" });
});

test("a doubt is not settled by an answer that was on its way before it", async () => {
  const { watch, requests: input, answers } = startWatch();
  answers.push(open(FRESH), { kind: "ended" });

  const before = watch.look();
  const answer = await watch.doubt();

  expect(await before).toMatchObject({ kind: "open" });
  expect(answer).toEqual({ kind: "ended" });
  expect(watch.view()).toEqual({ kind: "out", why: "ended" });
  expect(input).toEqual(["ask", "ask"]);
});

function startWatch() {
  const answers: SessionReply[] = [];
  const requests: string[] = [];
  const sent: SessionMessage[] = [];
  const watch = new SessionWatch({
    account: ACCOUNT,
    ask: () => answer("ask"),
    prolong: () => answer("prolong"),
    broadcast: (message) => sent.push(message),
    onChange: () => {},
  });
  return { watch, answers, requests, sent };

  function answer(how: string): Promise<SessionReply> {
    requests.push(how);
    return Promise.resolve(answers.shift() ?? { kind: "unreachable" });
  }
}

function now(left: { idle: number; whole: number }) {
  return { left, at: Date.now() };
}

function open(left: { idle: number; whole: number }) {
  return { kind: "open", accountId: ACCOUNT, ...left } as const;
}

function minutes(count: number) {
  return vi.advanceTimersByTimeAsync(count * MINUTE * 1_000);
}
