import { expect, test } from "vitest";
import { noTransaction, transaction } from "#db/index.ts";
import { NextYearClassMove } from "#db/models/rollover/rollovers.ts";
import { Employee } from "#db/models/people.ts";
import { listClassMoves } from "#db/queries/next-year/class-map.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import {
  createClass,
  createNextYear,
  createSchool,
  NEXT_YEAR_ID,
  TEST,
  YEAR_ID,
} from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";

await freshDatabase();
await createSchool();
await createNextYear();

const [first, firstTwo, second, third, fourth, fourthTwo, fifth] = await Promise.all(
  ["Std 1", "Std 1", "Std 2", "Std 3", "Std 4", "Std 4", "Std 5"].map(async (formClassId, index) => {
    const formTeacher = await createTeacher();
    const label = `${formClassId} ${index}`;
    const now = await createClass({ formClassId, label, formTeacher });
    return { formTeacher, now, label, formClassId };
  }),
);

test("before next year's classes are made nobody but the last level has a place to go", async () => {
  expect(await reasons()).toEqual([
    "no-class",
    "no-class",
    "no-class",
    "no-class",
    "no-class",
    "no-class",
    "leaves",
  ]);
});

test("one class above one is filled in; two above one, and one above two, ask", async () => {
  const next = await nextYear();

  expect(await reasons()).toEqual([
    "several",
    "several",
    "mapped",
    "several",
    "several",
    "several",
    "leaves",
  ]);
  expect((await mapOf(second)).up_class_id).toBe(next[3]?.classId);
});

test("who repeats stays with this year's teacher, whatever the class is called then", async () => {
  const mapped = await listClassMoves({ academicYearId: YEAR_ID }, noTransaction);

  expect(mapped.map(({ repeat_why }) => repeat_why)).toEqual(mapped.map(() => "mapped"));
  expect((await mapOf(first)).repeat_class_id).not.toBe((await mapOf(firstTwo)).repeat_class_id);
});

test("what was chosen counts, and what it took is nobody else's guess", async () => {
  const up = (await classIds("Std 2"))[0];
  await move(first, { up_class_id: up });

  expect((await mapOf(first)).up_class_id).toBe(up);
  expect((await mapOf(firstTwo)).up_why).toBe("several");
});

test("two go up into one only where both are said to share it", async () => {
  const up = (await classIds("Std 2"))[0];

  await expect(move(firstTwo, { up_class_id: up })).rejects.toThrow(/class_moves_alone|Validation/);
});

test("a class leads into the year after its own alone", async () => {
  await expect(move(fourth, { up_class_id: fifth?.now.classId })).rejects.toThrow();
  await expect(move(fourth, { next_year_id: YEAR_ID })).rejects.toThrow();
});

test("a class of a primary school whose lead has left takes nobody", async () => {
  await transaction(TEST, (t) =>
    Employee.update({ employee_status_id: 2 }, { employee_id: third?.formTeacher.employeeId }, t),
  );

  expect(await mapOf(second)).toMatchObject({ up_class_id: null, up_why: "no-teacher" });
  expect(await mapOf(third)).toMatchObject({ repeat_class_id: null, repeat_why: "no-teacher" });
});

type Made = typeof first;

/** The same classes with the same form teachers, under other names. */
function nextYear() {
  return Promise.all(
    [first, firstTwo, second, third, fourth, fourthTwo, fifth].flatMap((item) =>
      item ? [createClass({ ...item, label: `${item.label} next`, yearId: NEXT_YEAR_ID })] : [],
    ),
  );
}

async function reasons() {
  return (await listClassMoves({ academicYearId: YEAR_ID }, noTransaction)).map(({ up_why }) => up_why);
}

async function mapOf(made: Made) {
  const map = await listClassMoves({ academicYearId: YEAR_ID }, noTransaction);
  const found = map.find(({ class_id }) => class_id === made?.now.classId);
  if (!found) throw new Error("the class is not in the map");
  return found;
}

async function classIds(formClassId: string): Promise<number[]> {
  const map = await listClassMoves({ academicYearId: YEAR_ID }, noTransaction);
  return map.flatMap((item) => (item.form_class_id === formClassId ? [item.repeat_class_id ?? 0] : []));
}

function move(made: Made, to: Partial<NextYearClassMove>) {
  const ids = { academic_year_id: YEAR_ID, next_year_id: NEXT_YEAR_ID };
  return transaction(TEST, (t) =>
    NextYearClassMove.insert({ class_id: made?.now.classId ?? 0, ...ids, ...to }, t),
  );
}
