import { expect, test } from "vitest";
import type { MarkSheetKey } from "#db/queries/marks/mark-sheet.ts";
import { loadMarkHistory, MARK_SHEET_SAVE_DEFINITION } from "#features/mark-sheet/save/saved-sheet.server.ts";
import { restoreEntry } from "#saving/server/row-history.server.ts";
import { saveMarks } from "#tests/support/saves.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createTeacher, type SignedIn } from "#tests/support/builders/people.ts";
import { TERM_IDS, createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const teacher = await createTeacher({ firstName: "Devi", lastName: "Ramkissoon" });
const schoolClass = await createClass();
const lesson = await createLesson(teacher, schoolClass);
const key: MarkSheetKey = {
  lessonId: lesson.lessonId,
  academicTermId: TERM_IDS[2],
  testId: 1,
  fortnightlyTestId: null,
};

test("a mark's history tells who changed what, newest first", async () => {
  const student = await aStudent();
  const first = await save(teacher, student, 0, { mark: 67 });
  await save(admin, student, first, { attendance: 2, mark: null });

  const { entries, canPutBack } = await loadMarkHistory(teacher.person, key, String(student));

  expect(canPutBack).toBe(true);
  expect(entries.map(({ by, changes }) => ({ by, changes }))).toEqual([
    {
      by: "Admin",
      changes: [
        { title: "Attendance", from: "Present", to: "Absent" },
        { title: "Mark", from: "67", to: "–" },
      ],
    },
    { by: "D. Ramkissoon", changes: [{ title: "Mark", from: "–", to: "67" }] },
  ]);
});

test("an old value is put back by a save of its own", async () => {
  const student = await aStudent();
  const first = await save(teacher, student, 0, { mark: 67 });
  const second = await save(admin, student, first, { attendance: 2, mark: null });

  const back = await putBackTo(student, { base: second, before: second, saveId: "back" });

  expect(back).toMatchObject({
    closed: null,
    results: [{ outcome: "saved", stored: { values: { mark: 67, attendance: 1 } } }],
  });
  const { entries } = await loadMarkHistory(teacher.person, key, String(student));
  expect(entries).toHaveLength(3);
});

test("putting back over a change that was not seen is a conflict", async () => {
  const student = await aStudent();
  const first = await save(teacher, student, 0, { mark: 67 });
  const second = await save(teacher, student, first, { mark: 70 });
  await save(admin, student, second, { mark: 75 });

  const back = await putBackTo(student, { base: second, before: second, saveId: "back2" });

  expect(back).toMatchObject({ closed: null, results: [{ outcome: "conflict", by: "Admin" }] });
});

test("the history of a student who is not on the sheet is not there", async () => {
  const stranger = await createTeacher();
  const student = await aStudent();

  const elsewhere = await loadMarkHistory(teacher.person, key, String(student + 1000)).catch(
    (error: unknown) => error,
  );
  const foreign = await loadMarkHistory(stranger.person, key, String(student)).catch(
    (error: unknown) => error,
  );

  expect(elsewhere).toMatchObject({ kind: "notFound" });
  expect(foreign).toMatchObject({ kind: "notFound" });
});

function putBackTo(student: number, input: { base: number; before: number; saveId: string }) {
  return restoreEntry(
    MARK_SHEET_SAVE_DEFINITION,
    { person: teacher.person, key, row: String(student) },
    input,
  );
}

async function aStudent(): Promise<number> {
  const [student] = await createStudents(schoolClass, 1);
  if (!student) throw new Error("no student");
  return student.id;
}

let saves = 0;

async function save(
  who: SignedIn,
  student: number,
  base: number,
  changes: Record<string, number | null>,
): Promise<number> {
  saves += 1;
  const saved = await saveMarks(who.person, key, {
    saveId: `history-${saves}`,
    rows: [{ row: String(student), base, changes }],
  });
  const result = saved.closed === null ? saved.results[0] : undefined;
  if (result?.outcome !== "saved") throw new Error(`not saved: ${JSON.stringify(saved)}`);
  return result.stored.version;
}
