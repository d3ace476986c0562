import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { findLastStartedRollover } from "#db/queries/rollover/rollovers.ts";
import { makeTermCurrent } from "#features/settings/current-term/current-term.server.ts";
import { getVisibleClass } from "#access/visible.server.ts";
import { undoRollover } from "#features/rollover/start-run.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createFormTeacher } from "#tests/support/builders/people.ts";
import { addCoTeacher, createClass, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { createNextClass, NEXT_DATES, NEXT_TERM_ID, completeRollover, work } from "./rollover-scenario.ts";

/** Covers teachers' classes, which end with their year, and those of the new year, which begin with it. */

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const [former, beside, successor, early] = [
  await createFormTeacher(),
  await createFormTeacher(),
  await createFormTeacher(),
  await createFormTeacher(),
];
const ended = await createClass({ formClassId: "1A", formTeacher: former });
await addCoTeacher(ended, beside);
await createStudents(ended, 2);
const begun = await createNextClass("2A", { lead: successor });
const other = await createNextClass("3A", { lead: early });
await transaction(TEST, (t) =>
  runQuery(
    `update class_teachers set from_date = case class_id when $begun then date '2026-09-14' else date '2026-09-01' end
      where class_id in ($begun, $other)`,
    { begun, other },
    t,
  ),
);
const before = await heldClasses();

test("this year's teachers end with its last day, all of them, and next year's begin with its first", async () => {
  expect(
    (await getVisibleClass(former.person, { ...ended, academicTermId: null }, noTransaction)).canEdit,
  ).toBe(true);

  await completeRollover(admin);

  expect(await heldClasses()).toEqual([
    { employee_id: former.employeeId, from_date: "2025-09-01", to_date: "2026-07-03" },
    { employee_id: beside.employeeId, from_date: "2025-09-01", to_date: "2026-07-03" },
    { employee_id: successor.employeeId, from_date: NEXT_DATES.term_start, to_date: null },
    { employee_id: early.employeeId, from_date: NEXT_DATES.term_start, to_date: null },
  ]);
});

test("a former form teacher and co-teacher read the class no more", async () => {
  for (const { person } of [former, beside]) {
    await expect(
      getVisibleClass(person, { ...ended, academicTermId: null }, noTransaction),
    ).rejects.toMatchObject({
      kind: "notFound",
    });
  }
});

test("put back, everybody has their class again as before", async () => {
  const { rollover_id: rolloverId } = await latest();
  await undoRollover(admin.person, { rolloverId });
  await work();

  expect(await heldClasses()).toEqual(before);
  expect(
    (await getVisibleClass(former.person, { ...ended, academicTermId: null }, noTransaction)).canEdit,
  ).toBe(true);
});

test("advanced again after an earlier term was set, who came to a class in the middle of the term stays as they came", async () => {
  await completeRollover(admin);
  const late = await createFormTeacher();
  await transaction(TEST, (t) =>
    runQuery(
      "insert into class_teachers (class_id, employee_id, is_lead, from_date) values ($begun, $employeeId, false, '2026-10-15')",
      { begun, employeeId: late.employeeId },
      t,
    ),
  );
  await makeTermCurrent(admin.person, { academicTermId: TERM_IDS[2], seen: NEXT_TERM_ID });

  await completeRollover(admin, { ...NEXT_DATES, term_start: "2026-09-08" });

  expect((await heldClasses()).slice(2)).toEqual([
    { employee_id: successor.employeeId, from_date: "2026-09-08", to_date: null },
    { employee_id: early.employeeId, from_date: "2026-09-08", to_date: null },
    { employee_id: late.employeeId, from_date: "2026-10-15", to_date: null },
  ]);
});

function heldClasses() {
  return queryRows(
    "select employee_id, from_date::text, to_date::text from class_teachers order by class_teacher_id",
    [],
    noTransaction,
  );
}

async function latest() {
  const rollover = await findLastStartedRollover(noTransaction);
  if (!rollover) throw new Error("nothing was turned");
  return rollover;
}
