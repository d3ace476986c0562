import { expect, test } from "vitest";
import type { MarkSheetKey } from "#db/queries/marks/mark-sheet.ts";
import type { FieldValues } from "#fields/value.ts";
import type { RowResult } from "#saving/protocol/protocol.ts";
import { noTransaction, queryRow, queryRows } from "#db/index.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { ALL_MARK_FIELDS } from "#fields/mark.ts";
import { buildPostedRow, saveMarks, retryUntilAnswered } from "#tests/support/saves.ts";
import { MARK_SHEET_SAVE_DEFINITION } from "#features/mark-sheet/save/saved-sheet.server.ts";
import { savePostedForm } from "#saving/server/save-form.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createPrincipal,
  createTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import {
  TERM_IDS,
  createAssessment,
  createClass,
  createLesson,
  createSchool,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents } from "#tests/support/builders/students.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();

test("a first mark is stored with its maximum, its teacher and who wrote it", async () => {
  const { teacher, lesson, student, key } = await givenSheet({ maxMark: 60 });

  const result = await save(teacher, key, { row: student.id, base: 0, changes: { mark: 53.5 } });

  expect(result).toMatchObject({ outcome: "saved", stored: { values: { mark: 53.5, attendance: 1 } } });
  const stored = await queryRow(
    "select mark::float8, max_mark::float8, attendance, employee_id from marks where student_key = $1",
    [student.id],
    noTransaction,
  );
  expect(stored).toEqual({ mark: 53.5, max_mark: 60, attendance: 1, employee_id: lesson.employeeId });
  const event = await queryRow(
    "select operation, account_id from audit_events where table_name = 'marks' order by event_id desc limit 1",
    [],
    noTransaction,
  );
  expect(event).toEqual({ operation: "insert", account_id: teacher.accountId });
});

test.each<FieldValues>([
  { attendance: 1, mark: 53.5, grade: "B", application: "S", preparedness: "R", remark: "Works well." },
  { attendance: 2, mark: null, grade: null, application: "C", preparedness: null, remark: null },
])("every field of the mark %j is stored, and read again as it was written", async (written) => {
  const { teacher, key } = await givenSheet();

  const after = await termTransaction(teacher.person, async (t) => {
    const target = await MARK_SHEET_SAVE_DEFINITION.find(teacher.person, key, t);
    const [[row, stored] = absent()] = await MARK_SHEET_SAVE_DEFINITION.read(target, null, t);
    await MARK_SHEET_SAVE_DEFINITION.store(target, [{ row, values: written, stored }], t);
    return (await MARK_SHEET_SAVE_DEFINITION.read(target, null, t)).get(row);
  });

  expect(Object.keys(written).toSorted()).toEqual([...ALL_MARK_FIELDS.keys()].toSorted());
  expect(after).toMatchObject(written);
});

test.each<[FieldValues, string]>([
  [{ mark: 60.01 }, "the mark must be from 0 to 60"],
  [{ mark: -1 }, "the mark must be from 0 to 60"],
  [{ mark: 1.005 }, "enter the mark with at most two decimals"],
  [{ mark: 0.000000001 }, "enter the mark with at most two decimals"],
  [{ mark: "seven" }, "enter the mark as a number"],
  [{ attendance: 3 }, "choose an attendance that this mark sheet allows"],
  [{ attendance: 2, mark: 5 }, "a student who was absent or handed in no work cannot have a mark"],
  [{ grade: "A" }, "this sheet does not have this column"],
  [{ constructor: 3 }, "this sheet does not have this column"],
  [{ application: "C" }, "this sheet does not have this column"],
])("%j is refused", async (changes, reason) => {
  const { teacher, student, key } = await givenSheet({ maxMark: 60 });

  const result = await save(teacher, key, { row: student.id, base: 0, changes });

  expect(result).toMatchObject({ outcome: "refused", refusals: [{ reason }], stored: { version: 0 } });
  expect(await marksOf(student.id)).toEqual([]);
});

test("one refused row does not hold the others back", async () => {
  const { teacher, students, key } = await givenSheet();
  const [first, second] = students;

  const saved = await saveMarks(teacher.person, key, {
    saveId: "both",
    rows: [
      { row: String(first?.id), base: 0, changes: { mark: 101 } },
      { row: String(second?.id), base: 0, changes: { mark: 44 } },
    ],
  });

  expect(saved).toMatchObject({
    closed: null,
    results: [{ outcome: "refused" }, { outcome: "saved" }],
    receipt: { total: 2, saved: 1, blank: 1 },
  });
});

test("absent clears the mark, and the sheet says so", async () => {
  const { teacher, student, key, lesson } = await givenSheet();
  const { version } = await createMark(student, lesson, { mark: 70 });

  const result = await save(teacher, key, { row: student.id, base: version, changes: { attendance: 2 } });

  expect(result).toMatchObject({ outcome: "saved", stored: { values: { attendance: 2, mark: null } } });
});

test("a mark for who is stored as absent is refused, not dropped", async () => {
  const { teacher, student, key, lesson } = await givenSheet();
  const { version } = await createMark(student, lesson, { attendance: 2 });

  const result = await save(teacher, key, { row: student.id, base: version, changes: { mark: 50 } });

  expect(result).toMatchObject({ outcome: "refused", refusals: [{ field: "mark" }] });
});

test("a colleague's newer mark is a conflict that names them, and nothing is overwritten", async () => {
  const { teacher, student, key, lesson } = await givenSheet();
  const { version } = await createMark(student, lesson, { mark: 67 });
  await save(admin, key, { row: student.id, base: version, changes: { mark: 76 } });

  const result = await save(teacher, key, { row: student.id, base: version, changes: { mark: 72 } });

  expect(result).toMatchObject({
    outcome: "conflict",
    by: "Admin",
    fields: [{ field: "mark", from: 67, to: 76 }],
    stored: { values: { mark: 76 } },
  });
  expect(await marksOf(student.id)).toEqual([{ mark: 76 }]);
});

test("a version that is still to come overwrites nothing", async () => {
  const { teacher, student, key, lesson } = await givenSheet();
  const { version } = await createMark(student, lesson, { mark: 67 });

  const result = await save(teacher, key, { row: student.id, base: version + 1_000, changes: { mark: 72 } });

  expect(result).toMatchObject({ outcome: "conflict", fields: [{ field: "mark", to: 67 }] });
  expect(await marksOf(student.id)).toEqual([{ mark: 67 }]);
});

test("an answer that was lost and is asked for again does not put the old mark back", async () => {
  const { teacher, student, key, lesson } = await givenSheet();
  const { version } = await createMark(student, lesson, { mark: 60 });
  const lost = { row: student.id, base: version, changes: { mark: 72 }, saveId: "lost" };
  const first = await save(teacher, key, lost);
  const colleague = await createTeacher({ permissions: [9, 1] });
  await save(colleague, key, { row: student.id, base: first.stored.version, changes: { mark: 80 } });

  const repeated = await save(teacher, key, lost);

  expect(repeated).toMatchObject({ outcome: "saved", stored: { values: { mark: 80 } } });
  expect(await marksOf(student.id)).toEqual([{ mark: 80 }]);
});

test("two first saves at once leave one row a student, and the later one is told", async () => {
  const { teacher, student, key } = await givenSheet();

  const results = await Promise.all(
    [61, 62, 63, 64].map((mark) =>
      retryUntilAnswered(() => save(teacher, key, { row: student.id, base: 0, changes: { mark } })),
    ),
  );

  expect(results.map(({ outcome }) => outcome).sort()).toEqual(["conflict", "conflict", "conflict", "saved"]);
  expect(await marksOf(student.id)).toHaveLength(1);
});

test("many saves of one sheet at once, in any order of rows, end without a deadlock", async () => {
  const { teacher, students, key } = await givenSheet({ students: 12 });
  const order = students.map(({ id }) => id);

  const saved = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      retryUntilAnswered(() =>
        saveMarks(teacher.person, key, {
          saveId: `crowd-${index}`,
          rows: (index % 2 ? order : order.toReversed()).map((id) => ({
            row: String(id),
            base: 0,
            changes: { mark: 50 },
          })),
        }),
      ),
    ),
  );

  expect(saved.every(({ closed }) => closed === null)).toBe(true);
  const { count } = (await queryRow<{ count: number }>(
    "select count(*) as count from marks where student_key = any ($1)",
    [order],
    noTransaction,
  )) ?? { count: 0 };
  expect(count).toBe(12);
});

test("who does not choose the subject is not on the sheet of a lesson by choice", async () => {
  const { teacher, students, key, lesson } = await givenSheet({ byChoice: true });
  const [chosen, other] = students;
  if (chosen) await chooseLesson(lesson, [chosen]);

  const taken = await save(teacher, key, { row: chosen?.id ?? 0, base: 0, changes: { mark: 40 } });
  const refused = await save(teacher, key, { row: other?.id ?? 0, base: 0, changes: { mark: 40 } });

  expect(taken.outcome).toBe("saved");
  expect(refused).toMatchObject({ outcome: "refused", refusals: [{ reason: "no longer in this class" }] });
});

test("another teacher's sheet is not there, the principal's is read only, a past term's is closed", async () => {
  const { teacher, student, key } = await givenSheet();
  const stranger = await createTeacher();
  const principal = await createPrincipal();
  const rowsToSave = { saveId: "x", rows: [{ row: String(student.id), base: 0, changes: { mark: 1 } }] };

  const foreign = await saveMarks(stranger.person, key, rowsToSave).catch((error: unknown) => error);
  const read = await saveMarks(principal.person, key, rowsToSave);
  const past = await saveMarks(teacher.person, { ...key, academicTermId: TERM_IDS[0] }, rowsToSave);

  expect(foreign).toMatchObject({ kind: "notFound" });
  expect(read).toMatchObject({ closed: { why: "not-yours" } });
  expect(past).toMatchObject({ closed: { why: "past-term" } });
});

test("an old page of the whole sheet does not blank newer marks", async () => {
  const { teacher, students, key, lesson } = await givenSheet({ students: 3 });
  const [first, second, third] = students;
  if (!first || !second || !third) throw new Error("three students");
  const before = await createMark(first, lesson, { mark: 50 });
  await save(admin, key, { row: first.id, base: before.version, changes: { mark: 55 } });
  await save(admin, key, { row: second.id, base: 0, changes: { mark: 66 } });

  const saved = await savePostedForm(MARK_SHEET_SAVE_DEFINITION, { person: teacher.person, key }, [
    buildPostedRow(first.id, before.version, { mark: 50, attendance: 1 }),
    buildPostedRow(second.id, 0, { mark: null, attendance: 1 }),
    buildPostedRow(third.id, 0, { mark: 77, attendance: 1 }),
  ]);

  expect(saved).toEqual({ status: 200, outcomes: { [third.id]: { state: "saved" } } });
  expect(await marksOf(first.id)).toEqual([{ mark: 55 }]);
  expect(await marksOf(second.id)).toEqual([{ mark: 66 }]);
});

type Given = { maxMark?: number; students?: number; byChoice?: boolean };

let sheets = 0;

async function givenSheet({ maxMark, students: count = 2, byChoice = false }: Given = {}) {
  sheets += 1;
  const teacher = await createTeacher();
  const schoolClass = await createClass({ label: `Std 1 ${sheets}` });
  const lesson = await createLesson(teacher, schoolClass, { byChoice });
  if (maxMark !== undefined) await createAssessment(lesson, { maxMark });
  const students = await createStudents(schoolClass, count);
  const [student] = students;
  if (!student) throw new Error("a class without students");
  const key: MarkSheetKey = {
    lessonId: lesson.lessonId,
    academicTermId: TERM_IDS[2],
    testId: 1,
    fortnightlyTestId: null,
  };
  return { teacher, lesson, students, student, key };
}

type Wanted = { row: number; base: number; changes: FieldValues; saveId?: string };

let saves = 0;

async function save(
  who: SignedIn,
  key: MarkSheetKey,
  { row: student, base, changes, saveId }: Wanted,
): Promise<RowResult> {
  saves += 1;
  const saved = await saveMarks(who.person, key, {
    saveId: saveId ?? `save-${saves}`,
    rows: [{ row: String(student), base, changes }],
  });
  const result = saved.closed === null ? saved.results[0] : undefined;
  if (!result) throw new Error(`not saved: ${JSON.stringify(saved)}`);
  return result;
}

function marksOf(student: number): Promise<{ mark: number }[]> {
  return queryRows<{ mark: number }>(
    "select mark::float8 as mark from marks where student_key = $1",
    [student],
    noTransaction,
  );
}

function absent(): never {
  throw new Error("the sheet has no row");
}
