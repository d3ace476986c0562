import { expect, test } from "vitest";
import {
  action as confirm,
  loader as confirmLoader,
} from "../../../app/routes/settings/rollover/confirm.tsx";
import { loader as latest } from "../../../app/routes/settings/rollover/latest.tsx";
import { action, loader } from "../../../app/routes/settings/rollover/rollover.tsx";
import { action as undo, loader as undoLoader } from "../../../app/routes/settings/rollover/undo.tsx";
import { action as advance, loader as termLoader } from "../../../app/routes/settings/current-term.tsx";
import { loader as shell } from "../../../app/routes/app.tsx";
import { isBalanced } from "#domain/rollover/rollover.ts";
import type { CurrentTermView } from "#features/settings/current-term/current-term.server.ts";
import type {
  FinishedRollover,
  RolloverRehearsal,
  RunningRollover,
  RolloverView,
} from "#features/rollover/rollover.rules.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS } from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, readFormErrors, getRequest, postForm, type Visitor } from "#tests/support/request.ts";
import { createNextClass, NEXT_TERM_ID, work } from "../../features/rollover/rollover-scenario.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const clerk = await createClerk();
const office = await createTeacher({ permissions: [8] });
const teacher = await createTeacher();
const [class1, class6] = [await createClass({ formClassId: "1A" }), await createClass({ formClassId: "6A" })];
const [first, second] = await createStudents(class1, 2);
await createStudents(class6, 1);

const TERM = "/app/settings/current-term";
const TURN = "/app/settings/turn";
const DATES = {
  term_start: "2026-09-07",
  term_end: "2026-12-11",
  next_term_start: "2027-01-04",
  total_sessions: "132",
};
const PRESSED = { intent: "advance", term: String(TERM_IDS[2]), version: "", ...DATES };

test("the turn is of who holds 8", async () => {
  const input = { rolloverId: "1" };
  const refused = await Promise.all([
    callRoute(loader, getRequest(`${TURN}/1`, teacher), input),
    callRoute(action, postForm(`${TURN}/1`, { intent: "again" }, teacher), input),
    callRoute(confirm, postForm(`${TURN}/1/confirm`, {}, teacher), input),
    callRoute(undo, postForm(`${TURN}/1/undo`, {}, teacher), input),
  ]);

  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect((await callRoute(loader, getRequest(`${TURN}/77`, clerk), { rolloverId: "77" })).status).toBe(404);
  expect((await callRoute(latest, getRequest(TURN, clerk))).location).toBe(TERM);
});

test("advance asks for what is missing, and a stale page is told so", async () => {
  const blank = await callRoute(advance, postForm(TERM, { ...PRESSED, next_term_start: "" }, clerk));
  const stale = await callRoute(advance, postForm(TERM, { ...PRESSED, term: String(TERM_IDS[1]) }, clerk));
  const overlapping = await callRoute(
    advance,
    postForm(TERM, { ...PRESSED, term_start: "2026-07-01" }, clerk),
  );

  expect([blank.status, readFormErrors(blank)]).toEqual([422, { next_term_start: "This field is required" }]);
  expect(stale.status).toBe(409);
  expect(readFormErrors(overlapping)).toEqual({
    term_start: "These dates overlap with another term. Change the start or the end.",
  });
});

test("the form of the next term is filled with what is known of it", async () => {
  const { body } = await callRoute(termLoader, getRequest(`${TERM}?do=advance`, clerk));

  expect((body as CurrentTermView).form).toMatchObject({
    titles: { update: "2025-2026, Term 3", advance: "2026-2027, Term 1" },
    dates: { term_start: "7 Sep 2026", term_end: "" },
    sessionsHint: "120 in 2025-2026, Term 1",
    turnsYear: true,
  });
});

test("who has nowhere to go stops it, by name; a decision for them mends it, and it is rehearsed again by itself", async () => {
  const id = await pressed();
  const waiting = (await shown(id)).body as RolloverRehearsal;
  await work();
  const refused = (await shown(id)).body as RolloverRehearsal;

  expect(waiting.state).toBe("rehearsing");
  expect(refused).toMatchObject({ state: "refused", balance: { enrolled: 3, nowhere: 2, leaving: 1 } });
  expect(isBalanced(refused.balance)).toBe(false);
  expect(refused.refusals).toMatchObject([{ students: [{ was: "1A", isLinked: true }, { was: "1A" }] }]);
  expect(((await shown(id, "", office)).body as RolloverRehearsal).refusals[0]?.students[0]?.isLinked).toBe(
    false,
  );
  expect(refused.outcomes?.rows.slice(0, 2)).toMatchObject([{ tone: "refused" }, { tone: "refused" }]);
  expect(((await shown(id, "?what=leaving")).body as RolloverRehearsal).outcomes?.total).toBe(1);
  expect((await callRoute(confirmLoader, getRequest(TURN, clerk), { rolloverId: String(id) })).location).toBe(
    `${TURN}/${id}`,
  );

  const made = await createNextClass("2A");
  const none = await decide(id, { destination: "repeat" });
  const gone = await decide(id, { destination: "class 999", [`student ${first?.id}`]: "on" });
  const leave = await decide(id, { destination: "leave", [`student ${first?.id}`]: "on" });
  await work();
  const again = (await shown(idIn(leave.location))).body as RolloverRehearsal;
  const old = (await shown(id)).body as RolloverRehearsal;

  expect([none.status, gone.status, leave.status]).toEqual([422, 422, 302]);
  expect(again).toMatchObject({
    state: "ready",
    balance: { promoted: 1, leaving: 2, nowhere: 0 },
    changed: null,
  });
  expect(old.newerUrl).toBe(`${TURN}/${again.id}`);
  expect(((await shown(again.id, "?tab=classes")).body as RolloverRehearsal).classes).toMatchObject([
    { id: made, from: "1 of 1A", promoted: 1, students: 1 },
  ]);
  expect((await callRoute(latest, getRequest(TURN, clerk))).location).toBe(`${TURN}/${again.id}`);
});

test("what changed since is said, and pressing then rehearses again and moves nobody", async () => {
  const before = await latestId();
  await createStudents(class1, 1);

  const stale = (await shown(before)).body as RolloverRehearsal;
  const answer = await callRoute(confirm, postForm(TURN, {}, clerk), { rolloverId: String(before) });
  await work();

  expect(stale.changed).toContain("class registrations");
  expect(idIn(answer.location)).toBeGreaterThan(before);
  expect((await shown(idIn(answer.location))).body).toMatchObject({
    state: "ready",
    balance: { enrolled: 4 },
  });
});

test("it runs, everybody is told meanwhile, the second press begins nothing, and who watched is told the end", async () => {
  const id = await latestId();
  const ask = () => callRoute(confirm, postForm(TURN, {}, admin), { rolloverId: String(id) });

  const [one, other] = [await ask(), await ask()];
  const running = (await shown(id)).body as RunningRollover;
  const bar = await callRoute(shell, getRequest("/app", teacher));
  const term = (await callRoute(termLoader, getRequest(TERM, clerk))).body as CurrentTermView;
  const closed = await callRoute(
    advance,
    postForm(TERM, { ...PRESSED, intent: "update", version: "1" }, clerk),
  );
  await work();
  const watched = await shown(id, "?refresh=1");

  expect([one.location, other.location]).toEqual([`${TURN}/${id}`, `${TURN}/${id}`]);
  expect(running).toMatchObject({
    kind: "running",
    steps: [{ state: "running" }, { words: "Waiting for step 1" }, { words: "Waiting for step 2" }],
  });
  expect(bar.body).toMatchObject({ period: { label: "Changing to 2026-2027, Term 1" } });
  expect(term.turn?.isRunning).toBe(true);
  expect(closed.status).toBe(503);
  expect([watched.status, watched.location]).toEqual([302, `${TURN}/${id}`]);
});

test("the journal names everybody, and the run is put back until somebody writes in its term", async () => {
  const id = await latestId();
  const done = (await shown(id)).body as FinishedRollover;
  const input = { rolloverId: String(id) };

  expect(done).toMatchObject({
    kind: "finished",
    state: "done",
    undo: { kind: "open" },
    outcomes: { total: 4 },
  });
  expect((await callRoute(undoLoader, getRequest(TURN, clerk), input)).status).toBe(200);

  const putBack = await callRoute(undo, postForm(TURN, {}, clerk), input);
  await work();
  const undone = (await shown(id)).body as FinishedRollover;

  expect(putBack.location).toBe(`${TURN}/${id}`);
  expect(undone).toMatchObject({ kind: "finished", state: "undone", undo: { kind: "past" } });

  const again = await callRoute(action, postForm(TURN, { intent: "again" }, clerk), input);
  await work();
  await callRoute(confirm, postForm(TURN, {}, clerk), { rolloverId: String(idIn(again.location)) });
  await work();
  const next = await createNextClass("3A");
  const lesson = await createLesson(teacher, { classId: next }, { subject: "Spanish" });
  if (second) await createMark(second, lesson, { mark: 71, termId: NEXT_TERM_ID });
  const closedTurn = (await shown(idIn(again.location))).body as FinishedRollover;
  const refused = await callRoute(undo, postForm(TURN, {}, clerk), {
    rolloverId: String(idIn(again.location)),
  });

  expect(closedTurn.undo).toMatchObject({
    kind: "open",
    entries: [expect.stringMatching(/^1 mark for 2A, Spanish, by /)],
  });
  expect(refused.status).toBe(302);
  expect(((await shown(idIn(again.location))).body as RolloverView).state).toBe("done");
});

async function pressed(): Promise<number> {
  return idIn((await callRoute(advance, postForm(TERM, PRESSED, clerk))).location);
}

function shown(id: number, query = "", who: Visitor = clerk) {
  return callRoute(loader, getRequest(`${TURN}/${id}${query}`, who), { rolloverId: String(id) });
}

function decide(id: number, fields: Record<string, string>) {
  return callRoute(action, postForm(`${TURN}/${id}`, { intent: "decide", ...fields }, clerk), {
    rolloverId: String(id),
  });
}

async function latestId(): Promise<number> {
  return idIn((await callRoute(latest, getRequest(TURN, clerk))).location);
}

function idIn(location: string | null): number {
  return Number(location?.split("?")[0]?.split("/").at(-1));
}
