import { expect, test } from "vitest";
import { queryRow, runQuery, transaction, type Transaction } from "#db/index.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { CHECK, FOREIGN, UNIQUE } from "./builders.ts";

await freshDatabase();
await createSchool();
const { accountId } = await createAdmin();
const [own, other] = [
  await createClass({ formClassId: "Std 4" }),
  await createClass({ formClassId: "Std 5" }),
];
const values = { accountId, term: TERM_IDS[2], own: own.classId, other: other.classId };

const ITEM =
  "insert into batch_items (batch_id, class_id, position, students, state, failure, made_document_id)";

test.each([
  ["a class's own document is taken", `${ITEM} values ($batch, $own, 1, 20, 'made', '', $document)`, null],
  [
    "another class's document is not",
    `${ITEM} values ($batch, $other, 1, 20, 'made', '', $document)`,
    FOREIGN,
  ],
  ["made without a document", `${ITEM} values ($batch, $own, 1, 20, 'made', '', null)`, CHECK],
  ["failed without a reason", `${ITEM} values ($batch, $own, 1, 20, 'failed', '', null)`, CHECK],
  ["left out without a reason", `${ITEM} values ($batch, $own, 1, 20, 'empty', '', null)`, CHECK],
  ["left out with a reason", `${ITEM} values ($batch, $own, 1, 20, 'empty', 'Nobody.', null)`, null],
  ["a class of nobody", `${ITEM} values ($batch, $own, 1, 0, 'waiting', '', null)`, CHECK],
  [
    "two in one place",
    `${ITEM} values ($batch, $own, 1, 20, 'waiting', '', null), ($batch, $other, 1, 20, 'waiting', '', null)`,
    UNIQUE,
  ],
  ["cancelled and running", "update batches set cancelled = true where batch_id = $batch", CHECK],
  ["cards of an assessment", "update batches set assessment = 1 where batch_id = $batch", CHECK],
  ["an empty document", "update made_documents set bytes = 0 where made_document_id = $document", CHECK],
])("%s", async (_what, statement, refusal) => {
  const tried = transaction(TEST, async (t) => {
    await runQuery(statement, { ...values, ...(await prepared(t)) }, t);
    throw new Error("taken");
  });

  await expect(tried).rejects.toMatchObject(
    refusal === null ? { message: "taken" } : { parent: { code: refusal } },
  );
});

async function prepared(t: Transaction) {
  await runQuery(
    `insert into files (file_name, kind, media_type, bytes, sha256)
     values ('a.pdf', 'batch', 'application/pdf', 1, '')`,
    [],
    t,
  );
  return queryRow<{ batch: number; document: number }>(
    `with made as (
       insert into made_documents (kind, academic_term_id, class_id, fingerprint, printed, contents, file_name, bytes)
       values ('report-card', $term, $own, '', '{}', '{"pages": 1, "cards": []}', 'a.pdf', 1)
       returning made_document_id
     ), begun as (
       insert into batches (kind, academic_term_id, scope, about, asked_by)
       values ('report-card', $term, 'school', 'whole school', $accountId)
       returning batch_id
     )
     select b.batch_id as batch, m.made_document_id as document from made m cross join begun b order by batch`,
    values,
    t,
  );
}
