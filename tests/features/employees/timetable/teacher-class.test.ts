import { expect, test } from "vitest";
import { getVisibleClass } from "#access/visible.server.ts";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { SchoolClass } from "#db/models/classes.ts";
import { setDeanClasses } from "#features/employees/timetable/classes/dean-classes.server.ts";
import {
  setFormOrCoTeacher,
  type ExistingOrNewClass,
} from "#features/employees/timetable/classes/set-teacher-class.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createFormTeacher, type Colleague } from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  createClass,
  createLesson,
  createSchool,
  TEST,
  YEAR_ID,
} from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
let made = 0;

test("a class without a form teacher gets one", async () => {
  const teacher = await createFormTeacher();
  const held = await newClass();

  const saved = await set(teacher, held);

  expect(saved).toEqual({ ok: true, classId: held.classId, label: held.label });
  expect(
    (await getVisibleClass(teacher.person, { ...held, academicTermId: null }, noTransaction)).canEdit,
  ).toBe(true);
});

test("a class that has one asks, and changes nothing until it is answered", async () => {
  const [formTeacher, teacher] = [
    await createFormTeacher({ firstName: "Devi", lastName: "Gomez" }),
    await createFormTeacher(),
  ];
  const held = await newClass(formTeacher);

  const result = await set(teacher, held);

  expect(result).toEqual({
    ok: false,
    status: 422,
    field: "lead",
    fault: `D. Gomez is already the form teacher of ${held.label}. Share the class as co-teacher, or enter the day on which the new teacher takes over.`,
  });
  expect(await teachersOf(held)).toEqual([`${formTeacher.employeeId} lead 2025-09-01`]);
});

test("co-teachers share it with who leads it", async () => {
  const [formTeacher, teacher] = [await createFormTeacher(), await createFormTeacher()];
  const held = await newClass(formTeacher);

  await set(teacher, held, { isLead: false, from: "2026-01-05" });

  expect(await teachersOf(held)).toEqual([
    `${formTeacher.employeeId} lead 2025-09-01`,
    `${teacher.employeeId} co-teacher 2026-01-05`,
  ]);
});

test("it is taken over from a day on: until then the other one has it", async () => {
  const [formTeacher, teacher] = [await createFormTeacher(), await createFormTeacher()];
  const held = await newClass(formTeacher);

  await set(teacher, held, { from: "2026-04-13" });

  expect(await teachersOf(held)).toEqual([
    `${formTeacher.employeeId} lead 2025-09-01 to 2026-04-12`,
    `${teacher.employeeId} lead 2026-04-13`,
  ]);
  const lost = getVisibleClass(formTeacher.person, { ...held, academicTermId: null }, noTransaction);
  await expect(lost).rejects.toSatisfy((error) => errorKind(error) === "notFound");
});

test("whoever was to take it over later never came to be, and no day has two leads", async () => {
  const [formTeacher, second, third] = [
    await createFormTeacher(),
    await createFormTeacher(),
    await createFormTeacher(),
  ];
  const held = await newClass(formTeacher);
  await set(second, held, { from: "2026-06-01" });

  await set(third, held, { from: "2026-05-01" });

  expect(await teachersOf(held)).toEqual([
    `${formTeacher.employeeId} lead 2025-09-01 to 2026-04-30`,
    `${third.employeeId} lead 2026-05-01`,
  ]);
});

test("two who take one class at once cannot both lead it", async () => {
  const teachers = [await createFormTeacher(), await createFormTeacher()];
  const held = await newClass();

  const saved = await Promise.all(teachers.map((teacher) => set(teacher, held)));

  expect(saved.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(await teachersOf(held)).toHaveLength(1);
});

test("another class is given up for it, and so it is for none", async () => {
  const teacher = await createFormTeacher();
  const [first, second] = [await newClass(teacher), await newClass()];

  await set(teacher, second, { from: "2026-04-13" });
  const moved = [await teachersOf(first), await teachersOf(second)];
  await set(teacher, null, { from: "2026-06-01" });

  expect(moved).toEqual([
    [`${teacher.employeeId} lead 2025-09-01 to 2026-04-12`],
    [`${teacher.employeeId} lead 2026-04-13`],
  ]);
  expect(await teachersOf(second)).toEqual([`${teacher.employeeId} lead 2026-04-13 to 2026-05-31`]);
});

test("a lead becomes co-teacher and the class is free; to take it again changes nothing twice", async () => {
  const teacher = await createFormTeacher();
  const held = await newClass(teacher);

  await set(teacher, held, { isLead: false, from: "2026-04-13" });
  await set(teacher, held, { isLead: false, from: "2026-05-01" });

  expect(await teachersOf(held)).toEqual([
    `${teacher.employeeId} lead 2025-09-01 to 2026-04-12`,
    `${teacher.employeeId} co-teacher 2026-04-13`,
  ]);
});

test("a teacher gets a new class of a form class, called after them", async () => {
  const teacher = await createFormTeacher({ lastName: "Xavier" });

  const saved = await set(teacher, { newOf: "Std 5" });

  expect(saved).toMatchObject({ ok: true, label: "Std 5 X" });
});

test("a new class that is given up at once is there no more; one that has a lesson, or a colleague, is", async () => {
  const [teacher, helper] = [await createFormTeacher({ lastName: "Zephyr" }), await createFormTeacher()];
  const other = await newClass();
  const empty = await set(teacher, { newOf: "Std 5" });
  const taught = await set(teacher, { newOf: "Std 4" });
  await createLesson(teacher, { ...other, classId: idIn(taught) }, { subject: "Drama" });
  const shared = await set(teacher, { newOf: "Std 3" });
  await set(helper, { classId: idIn(shared) }, { isLead: false });

  await set(teacher, other);

  expect([await labelOf(empty), await labelOf(taught), await labelOf(shared)]).toEqual([
    null,
    "Std 4 Z",
    "Std 3 Z",
  ]);
});

test("a new class that is kept as co-teacher is still there", async () => {
  const teacher = await createFormTeacher({ lastName: "Yorke" });
  const made = await set(teacher, { newOf: "Std 5" });

  await set(teacher, { classId: idIn(made) }, { isLead: false });

  expect(await labelOf(made)).toBe("Std 5 Y");
});

test.each([
  ["a day before the year", { from: "2025-08-31" }, "from"],
  ["a day after it", { from: "2026-07-04" }, "from"],
])("%s is refused", async (_, given, field) => {
  const teacher = await createFormTeacher();
  const held = await newClass();

  const saved = await set(teacher, held, given);

  expect(saved).toMatchObject({ ok: false, status: 422, field });
  expect(await teachersOf(held)).toEqual([]);
});

test.each([
  ["a class that is not there", { classId: 999_999 }],
  ["a form class that is not there", { newOf: "Std 9" }],
])("%s cannot be given", async (_, wanted) => {
  const teacher = await createFormTeacher();

  const saved = await set(teacher, wanted);

  expect(saved).toMatchObject({ ok: false, status: 422, field: "class" });
});

test("a form that showed another class than is held now changes nothing", async () => {
  const teacher = await createFormTeacher();
  const [held, other] = [await newClass(teacher), await newClass()];
  const of = { employeeId: teacher.employeeId, academicYearId: YEAR_ID, isLead: true, from: null };

  const stale = await setFormOrCoTeacher(clerk.person, {
    ...of,
    wanted: { classId: other.classId },
    shown: "",
  });

  expect(stale).toMatchObject({ ok: false, status: 409 });
  expect(await teachersOf(held)).toHaveLength(1);
  expect(await teachersOf(other)).toEqual([]);
});

test("a co-teacher who takes the class over is its lead alone", async () => {
  const [formTeacher, helper] = [await createFormTeacher(), await createFormTeacher()];
  const held = await newClass(formTeacher);
  await addCoTeacher(held, helper);

  await set(helper, held, { from: "2026-04-13" });

  expect(await teachersOf(held)).toEqual([
    `${formTeacher.employeeId} lead 2025-09-01 to 2026-04-12`,
    `${helper.employeeId} co-teacher 2025-09-01 to 2026-04-12`,
    `${helper.employeeId} lead 2026-04-13`,
  ]);
});

test("who was to be followed keeps the class when the follower gives it up, and is asked about until then", async () => {
  await yearGoesOn();
  const [formTeacher, second, third] = [
    await createFormTeacher(),
    await createFormTeacher(),
    await createFormTeacher(),
  ];
  const held = await newClass(formTeacher);
  const soon = await dayIn(30);
  await set(second, held, { from: soon });

  const result = await set(third, held);
  await set(second, null);

  expect(result).toMatchObject({ ok: false, field: "lead" });
  expect(await teachersOf(held)).toEqual([`${formTeacher.employeeId} lead 2025-09-01`]);
});

test("the database has one lead a class a day", async () => {
  const [formTeacher, other] = [await createFormTeacher(), await createFormTeacher()];
  const held = await newClass(formTeacher);
  await set(other, held, { from: "2026-04-13" });

  const twice = transaction(TEST, (t) =>
    runQuery(
      "update class_teachers set to_date = '2026-04-13' where employee_id = $1",
      [formTeacher.employeeId],
      t,
    ),
  );

  await expect(twice).rejects.toMatchObject({ constraint: "class_teachers_one_lead_a_day" });
});

test("a primary school has no form deans, a secondary school those of its form classes", async () => {
  const dean = await createFormTeacher();
  const input = { employeeId: dean.employeeId, formClassIds: ["Std 1", "Std 2"], shown: null };

  const primary = await setDeanClasses(clerk.person, input);
  await transaction(TEST, (t) => runQuery("update schools set flavour = 'secondary'", [], t));
  const answers = [
    await setDeanClasses(clerk.person, input),
    await setDeanClasses(clerk.person, { ...input, shown: [] }),
    await setDeanClasses(clerk.person, { ...input, formClassIds: ["Std 2", "Std 3"], shown: [] }),
    await setDeanClasses(clerk.person, { ...input, formClassIds: ["Std 9"] }),
    await setDeanClasses(clerk.person, {
      ...input,
      formClassIds: ["Std 2", "Std 3"],
      shown: ["Std 2", "Std 1"],
    }),
  ];
  await transaction(TEST, (t) => runQuery("update schools set flavour = 'primary'", [], t));

  expect(primary).toMatchObject({ ok: false, field: "form_classes" });
  expect(answers).toMatchObject([{ ok: true }, { ok: true }, { status: 409 }, { status: 422 }, { ok: true }]);
  const kept = await queryRows<{ form_class_id: string }>(
    "select form_class_id from dean_assignments where employee_id = $1 order by form_class_id",
    [dean.employeeId],
    noTransaction,
  );
  expect(kept.map(({ form_class_id }) => form_class_id)).toEqual(["Std 2", "Std 3"]);
});

type Given = { isLead?: boolean; from?: string | null };

function set(
  { employeeId }: Colleague,
  wanted: ExistingOrNewClass | null,
  { isLead = true, from = null }: Given = {},
) {
  const named = wanted && "classId" in wanted ? { classId: wanted.classId } : wanted;
  const of = { employeeId, academicYearId: YEAR_ID, shown: null };
  return setFormOrCoTeacher(clerk.person, { ...of, wanted: named, isLead, from });
}

function yearGoesOn() {
  const later = `
    update academic_terms
       set term_end = current_date + 90, next_term_start = current_date + 91
     where term_end = '2026-07-03'`;
  return transaction(TEST, (t) => runQuery(later, [], t));
}

async function dayIn(days: number): Promise<string> {
  const found = await queryRows<{ day: string }>(
    "select (current_date + $1::integer)::text as day",
    [days],
    noTransaction,
  );
  return found[0]?.day ?? "";
}

type Saved = Awaited<ReturnType<typeof set>>;

function idIn(saved: Saved): number {
  if (!saved.ok || saved.classId === null) throw new Error("no class was given");
  return saved.classId;
}

async function labelOf(saved: Saved): Promise<string | null> {
  const where = { where: { class_id: idIn(saved) } };
  const found = await SchoolClass.selectOne(["label"], where, noTransaction);
  return found?.label ?? null;
}

function newClass(formTeacher: Colleague | null = null) {
  made += 1;
  return createClass({ formClassId: "Std 1", label: `Std 1 ${made}`, formTeacher });
}

async function teachersOf({ classId }: { classId: number }): Promise<string[]> {
  const found = await queryRows<{ words: string }>(
    `select concat_ws(' ', employee_id, case when is_lead then 'lead' else 'co-teacher' end, from_date,
                      'to ' || to_date) as words
       from class_teachers
      where class_id = $1
      order by from_date, is_lead desc, employee_id`,
    [classId],
    noTransaction,
  );
  return found.map(({ words }) => words);
}
