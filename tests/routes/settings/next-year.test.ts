import { expect, test } from "vitest";
import { action, loader } from "../../../app/routes/settings/next-year.tsx";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { AcademicYear } from "#db/models/school.ts";
import { Employee } from "#db/models/people.ts";
import { listClassMoves } from "#db/queries/next-year/class-map.ts";
import type { NextYearView } from "#features/settings/next-year/next-year.server.ts";
import { createClerk, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  assignDean,
  createClass,
  createLesson,
  createSchool,
  NEXT_YEAR_ID,
  TEST,
  YEAR_ID,
} from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { countLockWaits } from "#tests/support/locks.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormValues,
  type RequestResult,
  type Fields,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const ali = await createFormTeacher({ firstName: "Bo", lastName: "Ali" });
const lee = await createFormTeacher({ firstName: "Ann", lastName: "Lee" });
const roy = await createFormTeacher({ firstName: "Di", lastName: "Roy" });
const fay = await createFormTeacher({ firstName: "Cy", lastName: "Fay" });
const helper = await createTeacher();
const [one, oneToo, two, twoToo] = [
  await createClass({ formClassId: "Std 1", label: "Std 1 A", formTeacher: ali }),
  await createClass({ formClassId: "Std 1", label: "Std 1 L", formTeacher: lee }),
  await createClass({ formClassId: "Std 2", label: "Std 2 R", formTeacher: roy }),
  await createClass({ formClassId: "Std 2", label: "Std 2 F", formTeacher: fay }),
];
const last = await createClass({ formClassId: "Std 5", label: "Std 5 H", formTeacher: helper });
await addCoTeacher(one, helper);
await assignDean({ formClassId: "Std 1" }, helper);
for (const held of [one, oneToo, two, twoToo, last]) await createStudents(held, 2);
const spanish = await createLesson(helper, one, { subject: "Spanish" });
await createLesson(ali, one, { subject: "Mathematics" });
const sewing = await createLesson(fay, twoToo, { subject: "Sewing", byChoice: true });

const PAGE = "/app/settings/next-year";

test("next year is made by who holds 8", async () => {
  const refused = await Promise.all([
    callRoute(loader, getRequest(PAGE, ali)),
    callRoute(action, postForm(PAGE, { intent: "make", year: String(YEAR_ID) }, ali)),
  ]);

  expect(refused.map(({ status }) => status)).toEqual([403, 403]);
  expect((await callRoute(loader, getRequest(PAGE, null))).location).toContain("/");
  expect(await shown()).toMatchObject({ classes: 0, notMade: 5, nextYear: "2026-2027", nowhere: null });
});

test("two who make it at once make it once, and nothing of this year changes", async () => {
  const before = await ofYear(YEAR_ID);

  const answers = await transaction(TEST, async (t) => {
    await AcademicYear.insert({ academic_year_id: NEXT_YEAR_ID }, t);
    const begun = [make(), make()];
    await expect.poll(countLockWaits, { interval: 5 }).toBe(2);
    return begun;
  });

  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([302, 302]);
  expect(await ofYear(YEAR_ID)).toEqual(before);
  expect(await ofYear(NEXT_YEAR_ID)).toEqual({
    ...before,
    teachers: before.teachers.map((teacher) => ({ ...teacher, from_date: "2026-09-07" })),
  });
});

test("made again nothing is made but a class that came since", async () => {
  const before = await ofYear(NEXT_YEAR_ID);
  expect((await make()).status).toBe(302);
  expect(await ofYear(NEXT_YEAR_ID)).toEqual(before);

  await createClass({ formClassId: "Std 4", label: "Std 4 Z", formTeacher: null });
  expect(await shown()).toMatchObject({ notMade: 1 });
  await make();

  expect((await ofYear(NEXT_YEAR_ID)).classes).toEqual(
    expect.arrayContaining([...before.classes, expect.objectContaining({ label: "Std 4 Z" })]),
  );
});

test("two classes above two ask who gets which", async () => {
  const { nowhere, moves, bars } = await shown();

  expect(nowhere?.strong).toBe("8 students in Std 1 A, Std 1 L, Std 2 F and 1 more have no class next year.");
  expect(moves.find(({ label }) => label === "Std 1 A")?.choices.map(({ label }) => label)).toEqual([
    "C. Fay",
    "D. Roy",
  ]);
  expect(bars.find(({ label }) => label === "Std 2 R")?.students).toBeNull();
});

test("two classes onto one lead are refused, unless that is meant", async () => {
  const up = await nextId("Std 2 R");
  const both = { [`up-${one.classId}`]: String(up), [`up-${oneToo.classId}`]: String(up) };
  const blank = { [`was-${one.classId}`]: "", [`was-${oneToo.classId}`]: "" };

  const refused = await choose({ ...both, ...blank });
  expect([refused.status, readFormErrors(refused)]).toEqual([
    422,
    {
      [`up-${one.classId}`]:
        "Std 1 L also goes to this class. Choose another class, or confirm that the classes share this class.",
      [`up-${oneToo.classId}`]:
        "Std 1 A also goes to this class. Choose another class, or confirm that the classes share this class.",
    },
  ]);
  expect(readFormValues(refused)).toMatchObject(both);
  expect(await upOf(one)).toBeNull();

  expect((await choose({ ...both, ...blank, [`shared-${up}`]: "on" })).status).toBe(302);
  expect([await upOf(one), await upOf(oneToo)]).toEqual([up, up]);

  const apart = {
    [`was-${oneToo.classId}`]: String(up),
    [`up-${oneToo.classId}`]: String(await nextId("Std 2 F")),
  };
  expect((await choose(apart)).status).toBe(302);
  expect(await upOf(oneToo)).toBe(await nextId("Std 2 F"));
});

test("two classes change places in one go", async () => {
  const [roys, fays] = [await nextId("Std 2 R"), await nextId("Std 2 F")];

  const answer = await choose({
    [`was-${one.classId}`]: String(roys),
    [`up-${one.classId}`]: String(fays),
    [`was-${oneToo.classId}`]: String(fays),
    [`up-${oneToo.classId}`]: String(roys),
  });

  expect(answer.status).toBe(302);
  expect([await upOf(one), await upOf(oneToo)]).toEqual([fays, roys]);
});

test("of two who choose at once the second is told", async () => {
  const [roys, fays] = [await nextId("Std 2 R"), await nextId("Std 2 F")];
  const moves = (first: number | null, second: number | null) => ({
    [`was-${one.classId}`]: String(fays),
    [`up-${one.classId}`]: String(first ?? ""),
    [`was-${oneToo.classId}`]: String(roys),
    [`up-${oneToo.classId}`]: String(second ?? ""),
  });

  const answers = await transaction(TEST, async (t) => {
    await runQuery(`select from academic_years where academic_year_id = ${NEXT_YEAR_ID} for update`, [], t);
    const begun = [choose(moves(roys, fays)), choose(moves(null, roys))];
    await expect.poll(countLockWaits, { interval: 5 }).toBe(2);
    return begun;
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);

  expect(statuses.toSorted()).toEqual([302, 409]);
});

test("a class gets another lead, and its name; who leads one already is refused", async () => {
  const classId = await nextId("Std 2 F");
  const was = { [`was-${classId}`]: String(fay.employeeId) };

  const taken = await lead({ ...was, [`lead-${classId}`]: String(roy.employeeId) });
  const nobody = await lead({ ...was, [`lead-${classId}`]: "99999" });
  expect([taken.status, readFormErrors(taken)]).toEqual([
    422,
    { [`lead-${classId}`]: "This teacher already has Std 2 R. Choose another teacher." },
  ]);
  const noId = await lead({ ...was, [`lead-${classId}`]: "somebody" });
  expect([nobody.status, noId.status]).toEqual([422, 422]);

  const gomez = await createFormTeacher({ firstName: "Wendy", lastName: "Gomez" });
  expect((await lead({ ...was, [`lead-${classId}`]: String(gomez.employeeId) })).status).toBe(302);
  expect((await ofYear(NEXT_YEAR_ID)).classes.map(({ label }) => label)).toContain("Std 2 G");
  expect((await ofYear(NEXT_YEAR_ID)).teachers).toContainEqual({
    label: "Std 2 G",
    employee_id: gomez.employeeId,
    is_lead: true,
    from_date: "2026-09-07",
  });

  const stale = await lead({ ...was, [`lead-${classId}`]: "" });
  expect([stale.status, readFormErrors(stale)]).toEqual([
    409,
    {
      [`lead-${classId}`]:
        "The teacher was changed while you had this page open. The teacher is now: W. Gomez. Check the teacher, then save again.",
    },
  ]);
});

test("two leads who change places take their names along, and who repeats follows them", async () => {
  const [first, second] = [await nextId("Std 1 A"), await nextId("Std 1 L")];

  const answer = await lead({
    [`was-${first}`]: String(ali.employeeId),
    [`lead-${first}`]: String(lee.employeeId),
    [`was-${second}`]: String(lee.employeeId),
    [`lead-${second}`]: String(ali.employeeId),
  });

  expect(answer.status).toBe(302);
  expect([await nextId("Std 1 L"), await nextId("Std 1 A")]).toEqual([first, second]);
  const map = await listClassMoves({ academicYearId: YEAR_ID }, noTransaction);
  expect(map.find(({ class_id }) => class_id === one.classId)?.repeat_class_id).toBe(second);
});

test("a row that saves by itself changes places with another, or shares its class, and other rows stay as they are", async () => {
  const [first, second] = [await nextId("Std 1 L"), await nextId("Std 1 A")];
  const row = { alone: "1", stays: "1", [`was-${first}`]: String(lee.employeeId) };
  const refused = await lead({ ...row, [`lead-${first}`]: String(ali.employeeId) });
  const swapped = await lead({ ...row, [`lead-${first}`]: String(ali.employeeId), swap: "on" });
  expect([refused.status, swapped.status]).toEqual([422, 200]);
  expect([await nextId("Std 1 A"), await nextId("Std 1 L")]).toEqual([first, second]);
  await lead({
    ...row,
    [`was-${first}`]: String(ali.employeeId),
    [`lead-${first}`]: String(lee.employeeId),
    swap: "on",
  });

  // Either of the two who chose at once may have been the first, so the choices are made again.
  const before = [await nextId("Std 2 R"), await nextId("Std 2 G")];
  const [mine, theirs] = before;
  const now = await Promise.all([one, oneToo].map(upOf));
  const again = await choose({
    [`was-${one.classId}`]: String(now[0] ?? ""),
    [`up-${one.classId}`]: String(mine),
    [`was-${oneToo.classId}`]: String(now[1] ?? ""),
    [`up-${oneToo.classId}`]: String(theirs),
  });
  expect(again.status).toBe(302);

  const up = {
    alone: "1",
    stays: "1",
    [`was-${one.classId}`]: String(mine),
    [`up-${one.classId}`]: String(theirs),
  };
  expect((await choose(up)).status).toBe(422);
  expect((await choose({ ...up, [`shared-${theirs}`]: "on" })).status).toBe(200);
  expect(await Promise.all([one, oneToo].map(upOf))).toEqual([theirs, theirs]);

  const free = { alone: "1", stays: "1", [`was-${two.classId}`]: "", [`up-${two.classId}`]: "" };
  expect((await choose(free)).status).toBe(200);
  const back = { [`was-${one.classId}`]: String(theirs), [`up-${one.classId}`]: String(mine) };
  expect((await choose({ alone: "1", stays: "1", ...back })).status).toBe(200);
  expect(await Promise.all([one, oneToo].map(upOf))).toEqual(before);
});

test("what was carried over by itself is changed by ticking it; a stale page is told", async () => {
  const key = `c${one.classId}-${helper.employeeId}`;
  const sent = {
    [`tick-${key}`]: "on",
    [`was-${key}`]: String(helper.employeeId),
    [`teacher-${key}`]: String(lee.employeeId),
  };

  expect((await carry({})).status).toBe(422);
  expect((await carry(sent)).status).toBe(302);
  expect(await nextTeacherOf(spanish.lessonId)).toBe(lee.employeeId);

  const stale = await carry({ ...sent, [`teacher-${key}`]: String(roy.employeeId) });
  expect([stale.status, readFormErrors(stale)]).toEqual([
    409,
    {
      [`teacher-${key}`]:
        "The teacher was changed while you had this page open. The teacher is now: A. Lee. Check the teacher, then save again.",
    },
  ]);

  const leave = await carry({ ...sent, [`was-${key}`]: String(lee.employeeId), [`teacher-${key}`]: "leave" });
  expect(leave.status).toBe(302);
  expect(await nextTeacherOf(spanish.lessonId)).toBeNull();
  expect((await shown("lessons")).rows.find((item) => item.key === key)).toMatchObject({
    why: "no teacher next year",
    next: helper.employeeId,
  });
});

test("the lessons of who left are to be looked at, and go to somebody else as they are", async () => {
  await transaction(TEST, (t) =>
    Employee.update({ employee_status_id: 2 }, { employee_id: fay.employeeId }, t),
  );

  const { rows: lessons, toLookAt } = await shown("lessons");
  const own = lessons.find(({ key }) => key === `c${twoToo.classId}-${fay.employeeId}`);

  expect(own).toMatchObject({ why: "C. Fay has left", subject: "Sewing" });
  expect(toLookAt).toBeGreaterThan(0);
  await carry({
    [`tick-${own?.key}`]: "on",
    [`was-${own?.key}`]: own?.was ?? "",
    [`teacher-${own?.key}`]: String(roy.employeeId),
  });
  expect(
    await queryRow(
      "select employee_id, by_choice from lessons where carried_from = $id",
      { id: sewing.lessonId },
      noTransaction,
    ),
  ).toEqual({ employee_id: roy.employeeId, by_choice: true });
});

test("once the year has turned an old page stores nothing", async () => {
  const before = await ofYear(NEXT_YEAR_ID);

  const answers = await Promise.all(
    ["classes", "teachers", "lessons"].map((intent) =>
      callRoute(action, postForm(`${PAGE}?tab=${intent}`, { intent, year: "20242025" }, clerk)),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
  expect(await ofYear(NEXT_YEAR_ID)).toEqual(before);
});

test("what was changed stands in the record of changes, with who did it", async () => {
  const events = await queryRows<{ table_name: string; actor: string }>(
    `select distinct table_name, actor from audit_events
      where table_name in ('class_moves', 'class_teachers', 'lessons') and actor like 'account:%' order by table_name`,
    {},
    noTransaction,
  );

  expect(events).toEqual(
    ["class_moves", "class_teachers", "lessons"].map((table_name) => ({
      table_name,
      actor: `account:${clerk.accountId}`,
    })),
  );
});

async function shown(tab = "classes"): Promise<NextYearView> {
  return (await callRoute(loader, getRequest(`${PAGE}?tab=${tab}`, clerk))).body as NextYearView;
}

function make(): Promise<RequestResult> {
  return post("", { intent: "make" });
}

function choose(fields: Fields): Promise<RequestResult> {
  return post("", { intent: "classes", ...fields });
}

function lead(fields: Fields): Promise<RequestResult> {
  return post("?tab=teachers", { intent: "teachers", ...fields });
}

function carry(fields: Fields): Promise<RequestResult> {
  return post("?tab=lessons", { intent: "lessons", ...fields });
}

function post(query: string, fields: Fields): Promise<RequestResult> {
  return callRoute(action, postForm(`${PAGE}${query}`, { year: String(YEAR_ID), ...fields }, clerk));
}

async function nextId(label: string): Promise<number> {
  const found = await queryRow<{ class_id: number }>(
    "select class_id from classes where academic_year_id = $year and label = $label",
    { year: NEXT_YEAR_ID, label },
    noTransaction,
  );
  return found?.class_id ?? 0;
}

async function upOf({ classId }: { classId: number }): Promise<number | null> {
  const map = await listClassMoves({ academicYearId: YEAR_ID }, noTransaction);
  return map.find(({ class_id }) => class_id === classId)?.up_class_id ?? null;
}

async function nextTeacherOf(lessonId: number): Promise<number | null> {
  const found = await queryRow<{ employee_id: number }>(
    "select employee_id from lessons where carried_from = $lessonId",
    { lessonId },
    noTransaction,
  );
  return found?.employee_id ?? null;
}

type Taught = { label: string; employee_id: number; is_lead: boolean; from_date: string };

/** Returns everything of a year, without its ids. */
async function ofYear(year: number) {
  const all = <Row extends object>(sql: string) => queryRows<Row>(sql, { year }, noTransaction);
  return {
    classes: await all<{ label: string }>(
      `select label, form_class_id, course_work_only, assessment_type from classes
        where academic_year_id = $year order by label`,
    ),
    teachers: await all<Taught>(
      `select c.label, h.employee_id, h.is_lead, h.from_date::text as from_date from class_teachers h
         join classes c using (class_id) where c.academic_year_id = $year order by c.label, h.employee_id`,
    ),
    lessons: await all(
      `select c.label, l.employee_id, l.subject_id, l.by_choice, l.ended_on from lessons l
         join classes c using (class_id) where c.academic_year_id = $year order by c.label, l.subject_id`,
    ),
    deans: await all(
      "select form_class_id, employee_id from dean_assignments where academic_year_id = $year order by 1, 2",
    ),
  };
}
