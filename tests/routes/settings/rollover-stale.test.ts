import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { RolloverRehearsal, RolloverView } from "#features/rollover/rollover.rules.ts";
import { findLatestRolloverId } from "#features/rollover/rollover.server.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, readFormErrors, getRequest, postForm } from "#tests/support/request.ts";
import { action as confirm, loader as openDialog } from "../../../app/routes/settings/rollover/confirm.tsx";
import { action, loader } from "../../../app/routes/settings/rollover/rollover.tsx";
import { action as undo } from "../../../app/routes/settings/rollover/undo.tsx";
import {
  createNextClass,
  currentTermId,
  NEXT_TERM_ID,
  rehearsed,
  rollover,
  completeRollover,
  work,
} from "../../features/rollover/rollover-scenario.ts";

/** Covers pages that stayed open while the school's data changed, and forms that no page of ours sends. */

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const class1 = await createClass({ formClassId: "1A" });
const [student] = await createStudents(class1, 2);
await createNextClass("2A");
const ticked = { [`student ${student?.id}`]: "on" };

test.each([
  ["a page far behind the last", "?page=999999999", 200],
  ["a name that the database cannot hold", "?name=%00", 200],
  ["filters that name nothing", "?level=x&class=-1&what=expelled&assumed=2", 200],
])("%s is a list all the same", async (_, query, status) => {
  const { rollover_id: id } = await rehearsed(admin);

  expect((await shown(id, query)).status).toBe(status);
});

test.each(["999999999", "0", "1e3", "99999999999999999999", "../1"])("there is no turn %s", async (id) => {
  const input = { rolloverId: id };
  const answers = await Promise.all([
    callRoute(loader, getRequest("/app/settings/turn/x", admin), input),
    callRoute(action, form({ intent: "again" }), input),
    callRoute(action, form({ intent: "decide", destination: "leave", ...ticked }), input),
    callRoute(confirm, form({}), input),
    callRoute(undo, form({}), input),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});

test("a decision that no page offers is refused, and of nobody is nothing", async () => {
  const { rollover_id: id } = await rehearsed(admin);
  const decide = async (destination: string, who: Record<string, string> = ticked) =>
    (await sent(id, { intent: "decide", destination, ...who })).status;

  expect(await decide(`class ${class1.classId}`)).toBe(422);
  expect(await decide("class 99999999999")).toBe(400);
  expect(await decide("expel")).toBe(400);
  expect(await decide("leave", { "student 0": "on", "student -1": "on" })).toBe(422);
  expect(await decide("leave", { "student 999999999": "on" })).toBe(302);
  expect(await decisions()).toEqual([]);
});

test("what was only rehearsed cannot be undone, and is not begun once the dates fit no more", async () => {
  const { rollover_id: id } = await rehearsed(admin);
  const undone = await callRoute(undo, form({}), { rolloverId: String(id) });
  await endOfTerm("2026-09-30", "2026-10-05");

  const started = await callRoute(confirm, form({}), { rolloverId: String(id) });
  const again = await sent(id, { intent: "again" });

  expect([undone.status, started.status, again.status]).toEqual([302, 302, 409]);
  expect(readFormErrors(again)[""]).toContain("no longer fit the calendar");
  expect(await rollover(id)).toMatchObject({ state: "ready", started_at: null });
  await endOfTerm("2026-07-03", "2026-09-07");
});

test("a rehearsal from a term that the school has left says so, rehearses nothing, and starts once it is back", async () => {
  const { rollover_id: id } = await rehearsed(admin);
  await setTerm(TERM_IDS[0]);
  const page = (await shown(id)).body as RolloverRehearsal;
  const dialog = await callRoute(openDialog, getRequest("/app/settings/turn/x", admin), {
    rolloverId: String(id),
  });
  const { location } = await callRoute(confirm, form({}), { rolloverId: String(id) });
  const latest = await findLatestRolloverId();
  await setTerm(TERM_IDS[2]);

  expect(page).toMatchObject({ state: "ready", changed: null, movedTo: "2025-2026, Term 1" });
  expect([dialog.location, location]).toEqual([`/app/settings/turn/${id}`, `/app/settings/turn/${id}`]);
  expect(latest).toBe(id);
  expect((await shown(id)).body).toMatchObject({ state: "ready", movedTo: null });
});

test("a rehearsal that stood open while the term was turned decides nothing of the year that began", async () => {
  const { rollover_id: old } = await rehearsed(admin);
  const { rollover_id: done } = await completeRollover(admin);
  const begun = await currentTermId();

  const decided = await sent(old, { intent: "decide", destination: "repeat", ...ticked });
  const again = await sent(old, { intent: "again" });
  const started = await callRoute(confirm, form({}), { rolloverId: String(old) });

  expect([decided.status, again.status]).toEqual([409, 409]);
  expect(readFormErrors(decided)).toEqual({
    "": "The school has moved to another term in the meantime. Nothing was changed. Open Current Term under Settings to continue.",
  });
  expect(await decisions()).toEqual([]);
  expect(started.location).toBe(`/app/settings/turn/${done}`);
  expect([begun, await currentTermId()]).toEqual([NEXT_TERM_ID, NEXT_TERM_ID]);
});

test("one that was put back is not begun again by its old dialog", async () => {
  const [{ rollover_id: id } = { rollover_id: 0 }] = await queryRows<{ rollover_id: number }>(
    "select rollover_id from term_rollovers where state = 'done' order by rollover_id",
    [],
    noTransaction,
  );
  await callRoute(undo, form({}), { rolloverId: String(id) });
  await work();

  const started = await callRoute(confirm, form({}), { rolloverId: String(id) });
  await work();

  expect(started.location).toBe(`/app/settings/turn/${id}`);
  expect(((await shown(id)).body as RolloverView).state).toBe("undone");
  expect(await currentTermId()).toBe(TERM_IDS[2]);
});

function shown(id: number, query = "") {
  return callRoute(loader, getRequest(`/app/settings/turn/${id}${query}`, admin), { rolloverId: String(id) });
}

function sent(id: number, fields: Record<string, string>) {
  return callRoute(action, form(fields), { rolloverId: String(id) });
}

function form(fields: Record<string, string>) {
  return postForm("/app/settings/turn/x", fields, admin);
}

function decisions() {
  return queryRows("select student_key from turn_decisions order by student_key", [], noTransaction);
}

function setTerm(id: number) {
  return transaction(TEST, (t) => runQuery("update schools set current_term_id = $id", { id }, t));
}

function endOfTerm(day: string, next: string) {
  return transaction(TEST, (t) =>
    runQuery(
      "update academic_terms set term_end = $day, next_term_start = $next where academic_term_id = $id",
      { day, next, id: TERM_IDS[2] },
      t,
    ),
  );
}
