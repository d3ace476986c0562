import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { RolloverView } from "#features/rollover/rollover.rules.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, postForm, readFormErrors, readFormValues } from "#tests/support/request.ts";
import { action, loader } from "../../../app/routes/settings/rollover/rollover.tsx";
import { createNextClass, rehearsed, work } from "../../features/rollover/rollover-scenario.ts";

/** Covers outcomes of many students at once: of a whole list, without some of it, and by the default of a level. */

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const [fifth, first] = [await createClass({ formClassId: "5A" }), await createClass({ formClassId: "1A" })];
const students = await createStudents(fifth, 60);
const [one, two, three] = students.map(({ id }) => id);
if (one === undefined || two === undefined || three === undefined) throw new Error("sixty in 5A");
await createStudents(first, 2);
for (const formClassId of ["1A", "2A", "5A", "6A"]) await createNextClass(formClassId);
await transaction(TEST, (t) =>
  runQuery(
    "update term_records set promoted_to = '6A' where student_key = $three and academic_term_id = $termId",
    { three, termId: TERM_IDS[2] },
    t,
  ),
);

test("a whole list is selected, on a page long enough to take students out of it", async () => {
  const { rollover_id: id } = await rehearsed(admin);

  const all = await shown(id, "?level=5&select=all");
  const undecided = await shown(id, "?level=5&select=undecided");
  const none = await shown(id, "?level=5");

  expect([all.outcomes?.rows.length, none.outcomes?.rows.length]).toEqual([60, 50]);
  expect(all.outcomes).toMatchObject({ total: 60, undecided: 59 });
  expect(all.outcomes?.rows.every(({ isSelected }) => isSelected)).toBe(true);
  expect(undecided.outcomes?.rows.filter(({ isSelected }) => !isSelected).map(({ key }) => key)).toEqual([
    three,
  ]);
  expect(none.outcomes?.rows.some(({ isSelected }) => isSelected)).toBe(false);
});

test("all of Form 5 leave but these, also those whom the page does not show", async () => {
  const { rollover_id: id } = await rehearsed(admin);

  const sent = await callRoute(
    action,
    postForm(
      `/app/settings/turn/${id}?level=5&select=all`,
      {
        intent: "decide",
        destination: "leave",
        [`shown ${one}`]: "",
        [`shown ${two}`]: "",
        [`student ${two}`]: "on",
      },
      admin,
    ),
    { rolloverId: String(id) },
  );

  expect(sent.status).toBe(302);
  const decided = await queryRows<{ student_key: number; kind: string }>(
    "select student_key, kind from turn_decisions order by student_key",
    [],
    noTransaction,
  );
  expect(decided).toHaveLength(59);
  expect(decided.some(({ student_key }) => student_key === one)).toBe(false);
  expect(decided.some(({ student_key }) => student_key === two)).toBe(true);
  await transaction(TEST, (t) => runQuery("delete from turn_decisions", [], t));
});

test("students who were unticked on one page of a whole list stay out of it on the others", async () => {
  const { rollover_id: id } = await rehearsed(admin);
  const post = (query: string, fields: Record<string, string>) =>
    callRoute(action, postForm(`/app/settings/turn/${id}${query}`, fields, admin), {
      rolloverId: String(id),
    });
  const untick = (...keys: number[]) => Object.fromEntries(keys.map((key) => [`shown ${key}`, ""]));

  const turned = await post("?level=5&select=all&page=2", {
    intent: "page",
    ...untick(one, two),
    [`student ${two}`]: "on",
  });
  const query = turned.location?.replace(/^[^?]*/, "") ?? "";
  const back = await shown(id, query.replace("&page=2", ""));
  const again = await post(query, { intent: "page", ...untick(one), [`student ${one}`]: "on" });
  const sent = await post(query, { intent: "decide", destination: "leave", ...untick(three) });

  expect(query).toBe(`?level=5&page=2&select=all&toggled=${one}`);
  expect(back.outcomes?.selected).toBe(59);
  expect(back.outcomes?.rows.filter(({ isSelected }) => !isSelected).map(({ key }) => key)).toEqual([one]);
  expect(again.location).not.toContain("toggled");
  expect(sent.status).toBe(302);
  const decided = await queryRows<{ student_key: number }>(
    "select student_key from turn_decisions order by student_key",
    [],
    noTransaction,
  );
  expect(decided).toHaveLength(58);
  expect(decided.some(({ student_key }) => student_key === one || student_key === three)).toBe(false);
  await transaction(TEST, (t) => runQuery("delete from turn_decisions", [], t));
});

test("a level that leaves by default leaves, except for those whom a report sends on; nobody of them is assumed", async () => {
  const before = await rehearsed(admin);
  const id = before.rollover_id;
  const [, form5] = (await shown(id, "?tab=defaults")).defaults ?? [];

  const sent = await setDefault(id, { level: "5", outcome: "leave", version: "0" });
  await work();
  const after = await rehearsed(admin);

  expect(before).toMatchObject({ promoted: 62, leaving: 0, assumed: 61 });
  expect(form5).toMatchObject({ title: "Form 2", outcome: "up", version: null });
  expect(sent.status).toBe(302);
  expect(after).toMatchObject({ state: "ready", promoted: 3, leaving: 59, assumed: 2, on_roll: 3 });
  const levels = (await shown(after.rollover_id, "?tab=defaults")).defaults ?? [];
  expect(levels.find(({ level }) => level === 5)).toMatchObject({
    outcome: "leave",
    undecided: 59,
    accepted: 1,
    nextTitle: "Form 6",
  });
  const names = await shown(after.rollover_id, "?level=5&what=leaving");
  expect(names.outcomes?.rows[0]?.why).toBe(
    "Leaves the school after this level unless accepted for the next level",
  );
});

test("a default that somebody else changed meanwhile is not changed, and that of the last level never", async () => {
  const { rollover_id: id } = await rehearsed(admin);

  const late = await setDefault(id, { level: "5", outcome: "up", version: "0" });
  const last = await setDefault(id, { level: "6", outcome: "leave", version: "0" });
  const none = await setDefault(id, { level: "9", outcome: "leave", version: "0" });

  expect([late.status, last.status, none.status]).toEqual([409, 404, 404]);
  expect(readFormErrors(late)[""]).toContain("Somebody changed this default outcome");
  // The form has the current version now, so that the same button saves over the other's choice.
  expect(readFormValues(late)).toMatchObject({ outcome: "up", version: expect.stringMatching(/^[1-9]/) });
});

test("a list sends each student where its line says, by class or subject group, or changes nothing", async () => {
  const { rollover_id: id } = await rehearsed(admin);
  const groups = (await shown(id, "?tab=list")).groups ?? [];
  const [fourth] = await queryRows<{ class_id: number }>(
    "select class_id from classes where label = '6A' order by academic_year_id desc limit 1",
    [],
    noTransaction,
  );
  const [first, second] = students.map(({ studentId }) => studentId);
  const send = (fields: Record<string, string>) =>
    callRoute(action, postForm(`/app/settings/turn/${id}?tab=list`, fields, admin), {
      rolloverId: String(id),
    });

  const named = await send({ intent: "groups", [`groups.${fourth?.class_id}`]: "Modern Studies" });
  const bad = await send({
    intent: "list",
    destination: "report",
    students: `${first}\tmodern studies\nXX-1\tleave`,
  });
  const none = await decisions();
  const good = await send({
    intent: "list",
    destination: "report",
    students: `${first}\tmodern studies\n${second}\tleave`,
  });

  expect([named.status, bad.status, good.status]).toEqual([302, 422, 302]);
  expect(readFormErrors(bad)).toEqual({ students: "Line 2: no student here has the ID XX-1." });
  expect(groups).toEqual([]);
  expect(none).toEqual([]);
  expect((await decisions()).map(({ kind, class_id }) => [kind, class_id])).toEqual([
    ["class", fourth?.class_id],
    ["leave", null],
  ]);
});

test("a whole list is not changed by halves: after a newer rehearsal it is refused, a pasted list is not", async () => {
  await transaction(TEST, (t) => runQuery("delete from turn_decisions", [], t));
  const { rollover_id: old } = await rehearsed(admin);
  await rehearsed(admin);
  const send = (query: string, fields: Record<string, string>) =>
    callRoute(action, postForm(`/app/settings/turn/${old}${query}`, fields, admin), {
      rolloverId: String(old),
    });
  const page = { [`shown ${one}`]: "", [`student ${one}`]: "on" };

  const whole = await send("?level=5&select=all", { intent: "decide", destination: "repeat", ...page });
  const none = await decisions();
  const pasted = await send("?tab=list", {
    intent: "list",
    destination: "repeat",
    students: String(students[0]?.studentId),
  });

  expect([whole.status, pasted.status]).toEqual([409, 302]);
  expect(readFormErrors(whole)[""]).toContain("rehearsed again after you opened this page");
  expect(none).toEqual([]);
  expect(await decisions()).toEqual([{ student_key: one, kind: "repeat", class_id: null }]);
});

test("students who follow their reports already are named as such, not as changed", async () => {
  await transaction(TEST, (t) => runQuery("delete from turn_decisions", [], t));
  const { rollover_id: id } = await rehearsed(admin);
  const fields = { intent: "decide", destination: "report", [`student ${one}`]: "on" };

  const sent = await callRoute(action, postForm(`/app/settings/turn/${id}`, fields, admin), {
    rolloverId: String(id),
  });

  expect([sent.status, readFormErrors(sent)[""]]).toEqual([
    422,
    "These students already follow their reports.",
  ]);
});

test("a subject group that somebody else changed meanwhile stays, and so do classes of another year", async () => {
  const { rollover_id: id } = await rehearsed(admin);
  const [sixth] = await queryRows<{ class_id: number }>(
    "select class_id from classes where label = '6A' order by academic_year_id desc limit 1",
    [],
    noTransaction,
  );
  const name = (fields: Record<string, string>) =>
    callRoute(action, postForm(`/app/settings/turn/${id}?tab=list`, { intent: "groups", ...fields }, admin), {
      rolloverId: String(id),
    });
  const key = sixth?.class_id;

  const unseen = await name({ [`groups.${key}`]: "Law", [`was.${key}`]: "" });
  const ofNow = await name({ [`groups.${fifth.classId}`]: "Law", [`was.${fifth.classId}`]: "" });
  const untouched = await name({ [`groups.${key}`]: "", [`was.${key}`]: "" });
  const emptied = await name({ [`groups.${key}`]: "", [`was.${key}`]: "Modern Studies" });

  expect([unseen.status, ofNow.status, untouched.status, emptied.status]).toEqual([409, 409, 302, 302]);
  const named = "select class_id from classes where subject_group is not null order by class_id";
  expect(await queryRows(named, [], noTransaction)).toEqual([]);
});

function decisions() {
  return queryRows<{ student_key: number; kind: string; class_id: number | null }>(
    "select student_key, kind, class_id from turn_decisions order by student_key",
    [],
    noTransaction,
  );
}

async function shown(id: number, query: string) {
  const { body } = await callRoute(loader, getRequest(`/app/settings/turn/${id}${query}`, admin), {
    rolloverId: String(id),
  });
  const view = body as RolloverView;
  if (view.kind !== "rehearsal") throw new Error("a rehearsal");
  return view;
}

function setDefault(id: number, fields: Record<string, string>) {
  const request = postForm(`/app/settings/turn/${id}?tab=defaults`, { intent: "default", ...fields }, admin);
  return callRoute(action, request, { rolloverId: String(id) });
}
