import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { closeConnections, runQuery, transaction } from "#db/index.ts";
import { recountStudents } from "#db/queries/people/student-counts.ts";
import { listWrongReportCounts, refreshCounts } from "#db/queries/reports/counts.ts";
import { restoreBackup } from "#files/backup/restore-backup.server.ts";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import { schoolImports } from "#tests/features/imports/school-scenario.ts";
import { createAdmin, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { countLockWaits } from "#tests/support/locks.ts";
import { createDatabase, databaseUrlOf, dropDatabase } from "#tests/support/postgres/postgres-server.ts";

const flavour = "secondary";

const url = await freshDatabase();
await createSchool({ flavour });
const admin = await createAdmin();
const held = await createClass({ formClassId: "1A" });
const lesson = await createLesson(await createTeacher(), held, { subject: "Mathematics" });
const [first, second] = await createStudents(held, [{ studentId: "A1" }, { studentId: "B2" }]);
if (!first || !second) throw new Error("a student is missing");

test("stored counts are right after an import of marks, and after its undo", async () => {
  const { sent, imported, acted } = schoolImports(admin);
  await refreshAll();

  const file = await sent("marks", [
    "Student ID,Subject,Test,Mark",
    "A1,Mathematics,,45",
    "B2,Mathematics,,46",
  ]);
  const { counts } = await imported(file);
  const afterImport = await listWrongReportCounts(flavour);
  await refreshAll();
  await acted(file, { intent: "undo" });

  expect(counts).toMatchObject({ created: 2 });
  expect(afterImport).toEqual([]);
  expect(await listWrongReportCounts(flavour)).toEqual([]);
  expect(await recountStudents()).toEqual({ wereWrong: false });
});

test("a stored total of students that is wrong is found and counted again", async () => {
  await transaction(TEST, (t) =>
    runQuery("insert into student_counts (student_status_id, students) values (1, 3)", [], t),
  );

  expect(await recountStudents()).toEqual({ wereWrong: true });
  expect(await recountStudents()).toEqual({ wereWrong: false });
});

test("two counts of students at the same moment store each student once", async () => {
  const counts = await transaction(TEST, async (t) => {
    await runQuery("select from student_counts for update", [], t);
    const begun = [recountStudents(), recountStudents()];
    await expect.poll(countLockWaits, { interval: 5 }).toBe(2);
    return begun;
  });
  await Promise.all(counts);

  expect(await recountStudents()).toEqual({ wereWrong: false });
});

test("stored counts are right after a backup, with a change that is not counted yet, is restored", async () => {
  await createMark(first, lesson, { mark: 40 });
  await refreshAll();
  await createMark(second, lesson, { mark: 60 });
  const place = await mkdtemp(path.join(tmpdir(), "termbook-counts-"));
  const restored = await emptyDatabase(place);
  await writeBackup(url, path.join(place, "school.zip"));

  await restoreBackup(restored, path.join(place, "school.zip"));
  await useDatabaseAt(restored);

  expect(await listWrongReportCounts(flavour)).toEqual([]);
  expect(await recountStudents()).toEqual({ wereWrong: false });
  await refreshAll();
  expect(await listWrongReportCounts(flavour)).toEqual([]);
});

async function refreshAll(): Promise<void> {
  for (const academicTermId of TERM_IDS) await refreshCounts({ academicTermId, flavour });
}

/** Creates a database that is dropped after the test, together with the directory of the backup. */
async function emptyDatabase(place: string): Promise<string> {
  const { serverUrl, prefix } = inject("postgres");
  const name = `${prefix}_counts_restored`;
  await createDatabase(serverUrl, name);
  onTestFinished(async () => {
    await closeConnections();
    await dropDatabase(serverUrl, name);
    await rm(place, { recursive: true, force: true });
  });
  return databaseUrlOf(serverUrl, name);
}

/** Makes the product's code use another database, as its next process would. */
async function useDatabaseAt(url: string): Promise<void> {
  await closeConnections();
  process.env["DATABASE_URL"] = url;
}
