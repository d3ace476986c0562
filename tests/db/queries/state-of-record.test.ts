import { expect, test } from "vitest";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { auditTrailFingerprint } from "#db/queries/batches/batches.ts";
import { createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";

await freshDatabase();
await createSchool();
const [early, late] = (await createStudents(await createClass(), 2)) as [Student, Student];

test("a change that was written before another one and ends after it is told", async () => {
  const before = await auditTrailFingerprint(noTransaction);
  const seen = await transaction(TEST, async (t) => {
    await rename(early, t);
    await transaction(TEST, (other) => rename(late, other));
    return auditTrailFingerprint(noTransaction);
  });
  const after = await auditTrailFingerprint(noTransaction);

  expect(seen).not.toBe(before);
  expect(after).not.toBe(seen);
});

test("while nothing changes it stays the same", async () => {
  await expect
    .poll(
      async () =>
        (await auditTrailFingerprint(noTransaction)) === (await auditTrailFingerprint(noTransaction)),
    )
    .toBe(true);
});

function rename({ id }: Student, t: Parameters<typeof runQuery>[2]): Promise<void> {
  return runQuery("update students set last_name = 'Changed' where id = $id", { id }, t);
}
