import { expect, test } from "vitest";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { ATTENDANCE_STATES, isAbsent, isLate } from "#domain/daily/attendance-states.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { markRegister } from "#tests/support/builders/attendance.ts";
import { createClass, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";

await freshDatabase();
await createSchool();
const teacher = await createTeacher();
const std1 = await createClass({ formTeacher: teacher });
const std2 = await createClass({ formClassId: "Std 2" });
const [ana, ben, cy] = await createStudents(std1, 3);
if (!ana || !ben || !cy) throw new Error("three students were made");

const MORNING = { class_id: std1.classId, day: "2026-06-25", session: 1 };
await markRegister(
  std1,
  [
    [ana, "P"],
    [ben, { state: "A", reason: "sick" }],
    [cy, "L"],
  ],
  { ...MORNING, by: teacher },
);

const write = (sql: string, values: unknown[] = []) => transaction(TEST, (t) => runQuery(sql, values, t));

const counts = () =>
  queryRow(
    "select present, absent, late from attendance_registers where class_id = $1 and day = $2 and session = 1",
    [std1.classId, MORNING.day],
    noTransaction,
  );

test("a register counts its entries, who was late among the present", async () => {
  expect(await counts()).toEqual({ present: 2, absent: 1, late: 1 });

  await write("update attendance_entries set state = 'A' where student_key = $1", [ana.id]);
  expect(await counts()).toEqual({ present: 1, absent: 2, late: 1 });

  await write("delete from attendance_entries where student_key = $1", [cy.id]);
  expect(await counts()).toEqual({ present: 0, absent: 2, late: 0 });
});

test("the trail has one event of a register's entries, and one of each change", async () => {
  const events = await queryRows<{ row_id: string; new_values: Record<string, unknown> }>(
    "select row_id, new_values from audit_events where table_name = 'attendance_entries' order by event_id",
    [],
    noTransaction,
  );

  const [marked, changed] = [events.find(({ row_id }) => row_id.startsWith("class:")), events.at(-2)];
  expect(marked?.row_id).toBe(`class:${std1.classId}:2026-06-25:1`);
  expect(marked?.new_values[ana.id]).toEqual({ version: expect.any(Number), state: "P" });
  expect(changed).toMatchObject({ row_id: `${ana.id}:2026-06-25:1`, new_values: { state: "A" } });
});

test("counts are no changes of a register", async () => {
  const events = await queryRows(
    "select operation from audit_events where table_name = 'attendance_registers'",
    [],
    noTransaction,
  );

  expect(events).toEqual([{ operation: "insert" }]);
});

const INTO_ENTRIES = `insert into attendance_entries (student_key, day, session, class_id, state, reason, note)`;

test.each([
  ["a state of its own invention", "$1, '2026-06-25', 1, $2, 'X', null, ''", "23514"],
  ["a reason for being present", "$1, '2026-06-25', 1, $2, 'P', 'sick', ''", "23514"],
  ["a note on being present", "$1, '2026-06-25', 1, $2, 'P', null, 'Here'", "23514"],
  ["a session that was not marked", "$1, '2026-06-25', 2, $2, 'P', null, ''", "23503"],
  ["an entry twice", "$1, '2026-06-25', 1, $2, 'P', null, ''", "23505"],
])("an entry is refused: %s", async (_, values, code) => {
  const writing = write(`${INTO_ENTRIES} values (${values})`, [ben.id, std1.classId]);

  await expect(writing).rejects.toMatchObject({ original: { code } });
});

test("an entry has a reason of the school's list only", async () => {
  const writing = write(
    "update attendance_entries set state = 'A', reason = 'beach' where student_key = $1",
    [ben.id],
  );

  await expect(writing).rejects.toMatchObject({ original: { code: "23503" } });
});

test("a student is on one register of a session", async () => {
  const twice = markRegister(std2, [[ben, "P"]], { ...MORNING, by: teacher });

  await expect(twice).rejects.toMatchObject({ original: { code: "23505" } });
});

test("figures that are entered over those of the register are by hand", async () => {
  const key = [ana.id, TERM_IDS[2]];
  const set = (sql: string) =>
    write(`update term_records set ${sql} where student_key = $1 and academic_term_id = $2`, key);
  const taken = async () => {
    const stored = await queryRow<{ at: Date | null }>(
      "select sessions_taken_at as at from term_records where student_key = $1 and academic_term_id = $2",
      key,
      noTransaction,
    );
    return stored?.at !== null;
  };

  await set("total_sessions = 100, sessions_absent = 3, sessions_late = 1, sessions_taken_at = now()");
  expect(await taken()).toBe(true);

  await set("teacher_comment = 'Reads well.', sessions_late = 1");
  expect(await taken()).toBe(true);

  await set("sessions_late = 2");
  expect(await taken()).toBe(false);
});

test.each(ATTENDANCE_STATES)("the database counts %s as the table of states does", async (state) => {
  const day = `2026-06-0${1 + ATTENDANCE_STATES.indexOf(state)}`;

  await markRegister(std1, [[ben, state]], { day, by: teacher });

  const counted = await queryRow(
    "select present, absent, late from attendance_registers where class_id = $1 and day = $2",
    [std1.classId, day],
    noTransaction,
  );
  const [absent, late] = [isAbsent(state), isLate(state)].map(Number);
  expect(counted).toEqual({ present: 1 - (absent ?? 0), absent, late });
});
