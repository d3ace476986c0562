import { expect, test } from "vitest";
import { noTransaction, runQuery, transaction, type Transaction } from "#db/index.ts";
import { lockBatch } from "#db/queries/batches/batch-work.ts";
import { auditTrailFingerprint } from "#db/queries/batches/batches.ts";
import { recordStoredFile } from "#db/queries/pictures.ts";
import { randomFileName } from "#runtime/ids.ts";
import { createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";

await freshDatabase();
await createSchool();
const [early, late] = (await createStudents(await createClass(), 2)) as [Student, Student];

test("a change that was written before another one and ends after it is told", async () => {
  const before = await auditTrailFingerprint(noTransaction);
  const seen = await transaction(TEST, async (t) => {
    await rename(early, "First", t);
    await transaction(TEST, (other) => rename(late, "Second", other));
    return auditTrailFingerprint(noTransaction);
  });
  const after = await auditTrailFingerprint(noTransaction);

  expect(seen).not.toBe(before);
  expect(after).not.toBe(seen);
});

test("a change is told even if its transaction locks a batch, as the deletion of a term does", async () => {
  const seen = await transaction(TEST, async (t) => {
    await rename(early, "Third", t);
    await lockBatch({ batchId: 1 }, t);
    await transaction(TEST, (other) => rename(late, "Fourth", other));
    return auditTrailFingerprint(noTransaction);
  });

  expect(await auditTrailFingerprint(noTransaction)).not.toBe(seen);
});

test("while nothing changes, or a batch stores a document, it stays the same", async () => {
  const before = await auditTrailFingerprint(noTransaction);
  const meanwhile = await transaction(TEST, async (t) => {
    await storeDocument(t);
    return auditTrailFingerprint(noTransaction);
  });

  expect([meanwhile, await auditTrailFingerprint(noTransaction)]).toEqual([before, before]);
});

/** Writes as a print job does when it has made a document. */
async function storeDocument(t: Transaction): Promise<void> {
  await lockBatch({ batchId: 1 }, t);
  const file = {
    fileName: randomFileName(".pdf"),
    kind: "batch",
    mediaType: "application/pdf",
    bytes: 1,
  } as const;
  await recordStoredFile({ ...file, sha256: Buffer.alloc(32), width: null, height: null }, t);
}

function rename({ id }: Student, lastName: string, t: Transaction): Promise<void> {
  return runQuery("update students set last_name = $lastName where id = $id", { id, lastName }, t);
}
