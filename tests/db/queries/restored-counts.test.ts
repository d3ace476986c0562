import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { closeConnections } from "#db/index.ts";
import { countStudentsAgain } from "#db/queries/people/student-counts.ts";
import { listWrongCounts, refreshCounts } from "#db/queries/reports/counts.ts";
import { restoreBackup } from "#files/backup/restore-backup.server.ts";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS } from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createDatabase, databaseUrlOf, dropDatabase } from "#tests/support/postgres/postgres-server.ts";

const flavour = "secondary";

test("stored counts are right after a backup, with a change that is not counted yet, is restored", async () => {
  const url = await freshDatabase();
  await createSchool({ flavour });
  const held = await createClass({ formClassId: "1A" });
  const lesson = await createLesson(await createTeacher(), held);
  const [first, second] = await createStudents(held, 5);
  if (!first || !second) throw new Error("a student is missing");
  await createMark(first, lesson, { mark: 40 });
  await refreshAll();
  await createMark(second, lesson, { mark: 60 });
  const place = await mkdtemp(path.join(tmpdir(), "termbook-counts-"));
  const restored = await emptyDatabase(place);
  await writeBackup(url, path.join(place, "school.zip"));

  await restoreBackup(restored, path.join(place, "school.zip"));
  await useDatabaseAt(restored);

  expect(await listWrongCounts(flavour)).toEqual([]);
  expect(await countStudentsAgain()).toEqual({ wereWrong: false });
  await refreshAll();
  expect(await listWrongCounts(flavour)).toEqual([]);
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
