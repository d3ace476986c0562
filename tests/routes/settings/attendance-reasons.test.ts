import { expect, test } from "vitest";
import { action, loader } from "../../../app/routes/settings/attendance-reasons.tsx";
import {
  action as changeAction,
  loader as changeLoader,
} from "../../../app/routes/settings/attendance-reason.tsx";
import { noTransaction } from "#db/index.ts";
import { listAttendanceReasons } from "#db/queries/attendance/reasons.ts";
import { FIRST_ABSENCE_REASONS } from "#domain/daily/attendance-states.ts";
import { markRegister } from "#tests/support/builders/attendance.ts";
import { createAdmin, createClerk, createFormTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, readFormErrors, getRequest, postForm } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const admin = await createAdmin();
const teacher = await createFormTeacher();
const formClass = await createClass({ formTeacher: teacher });
const [student] = await createStudents(formClass, 1);

const REASONS = "/app/settings/attendance-reasons";

test("a school starts with the usual reasons, and a form teacher does not change them", async () => {
  const stored = await listAttendanceReasons(noTransaction);
  const refused = [
    await callRoute(loader, getRequest(REASONS, teacher)),
    await callRoute(action, postForm(REASONS, { title: "Rain" }, teacher)),
  ];

  const asDomain = stored.map(({ reason, title, is_excused: isExcused }) => ({ reason, title, isExcused }));
  expect(asDomain).toEqual(expect.arrayContaining([...FIRST_ABSENCE_REASONS]));
  expect(stored.at(-1)?.reason).toBe("other");
  expect(refused.map(({ status }) => status)).toEqual([403, 403]);
});

test("a reason is added with a key of its own, and once only", async () => {
  const added = await add({ title: " Field  trip ", isExcused: "on" });
  const again = await add({ title: "FIELD TRIP" });
  const empty = await add({ title: "" });
  await add({ title: "Fête" });
  await add({ title: "!" });

  expect([added.status, added.location]).toEqual([302, REASONS]);
  expect(await reasonOf("field-trip")).toMatchObject({ title: "Field trip", is_excused: true });
  expect(readFormErrors(again)).toEqual({
    title: "This reason is already in the list. Enter a different reason.",
  });
  expect(readFormErrors(empty)).toEqual({ title: "Enter the reason." });
  expect(await reasonOf("fete")).toMatchObject({ title: "Fête", is_excused: false });
  expect(await reasonOf("reason")).toMatchObject({ title: "!" });
});

test("a reason on a register stays, and can stop being offered", async () => {
  if (!student) throw new Error("the class has a student");
  await markRegister(formClass, [[student, { state: "A", reason: "transport" }]], {
    day: "2026-06-25",
    by: teacher,
  });

  const deleted = await change("transport", { intent: "delete" });
  const changed = await change("transport", { intent: "change", title: "No transport" });
  const unused = await change("suspended", { intent: "delete" });

  expect(deleted.status).toBe(422);
  expect(changed.status).toBe(302);
  expect(await reasonOf("transport")).toMatchObject({ title: "No transport", is_offered: false });
  expect(unused.status).toBe(302);
  expect(await reasonOf("suspended")).toBeUndefined();
});

test("a change over somebody else's change is stale, and an unknown reason is not there", async () => {
  const { version } = (await reasonOf("sport")) ?? {};
  await change("sport", { intent: "change", title: "Sports", isOffered: "on" });

  const stale = await callRoute(
    changeAction,
    postForm(`${REASONS}/sport`, { intent: "change", title: "Games", version: String(version) }, admin),
    { reason: "sport" },
  );
  const missing = await callRoute(changeLoader, getRequest(`${REASONS}/rain`, clerk), { reason: "rain" });

  expect(stale.status).toBe(409);
  expect(await reasonOf("sport")).toMatchObject({ title: "Sports" });
  expect(missing.status).toBe(404);
});

function add(fields: Record<string, string>) {
  return callRoute(action, postForm(REASONS, fields, clerk));
}

async function change(reason: string, fields: Record<string, string>) {
  const version = String((await reasonOf(reason))?.version);
  return callRoute(changeAction, postForm(`${REASONS}/${reason}`, { version, ...fields }, clerk), { reason });
}

async function reasonOf(reason: string) {
  return (await listAttendanceReasons(noTransaction)).find((row) => row.reason === reason);
}
