import { expect, test } from "vitest";
import { migrate, migrateDown } from "#db/migrate.ts";
import { migrations } from "#db/migrations/index.ts";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { TERM_IDS, TEST, createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";

const url = await freshDatabase();
// The owner runs this, because the other role cannot write the audit trail of an older schema.
process.env.DATABASE_URL = url;
const STEPS = migrations.length - migrations.findIndex(({ name }) => name === "0047-clean-text");

const write = (sql: string, values: readonly unknown[] = []) =>
  transaction(TEST, (t) => runQuery(sql, [...values], t));
const read = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  queryRows<Row>(sql, [...values], noTransaction);

test("texts that were read in a wrong encoding, and what nobody sees, are mended, and only those", async () => {
  await createSchool();
  const { accountId } = await createAdmin();
  const students = await createStudents(await createClass(), 4, [TERM_IDS[2]]);
  const [irish, hindi, plain, changed] = students.map(({ id }) => id);
  await migrateDown(url, STEPS);
  await write("update students set last_name = $2, first_name = $3 where id = $1", [
    irish,
    "O\u0092Brien",
    "\u008Cdith\u200b",
  ]);
  await write("update students set first_name = $2 where id = $1", [hindi, "शक्\u200dति"]);
  await write("update term_records set teacher_comment = $1", [
    "It\u0092s\u00a0good\u0081 \u0096 \u0093very\u0094\u00ad.",
  ]);
  await write("update term_records set teacher_comment = 'Good.' where student_key = $1", [plain]);
  await write(
    "update term_records d set signed_by = $1, signed_at = now(), signed_fingerprint = report_fingerprint(d)",
    [accountId],
  );
  await write("update term_records set respect = 'R' where student_key = $1", [changed]);
  await write(
    "insert into comment_phrases (phrase) values ('Works.'), (E'Works\\u200b.'), (E'Can\\u0092t sit.')",
  );
  const before = await versions();

  await migrate(url);

  const names = await read(
    "select first_name, last_name, search_text like '%obrien%' as is_found from students where id = any ($1) order by id",
    [[irish, hindi]],
  );
  expect(names).toEqual([
    { first_name: "Œdith", last_name: "O’Brien", is_found: true },
    expect.objectContaining({ first_name: "शक्\u200dति" }),
  ]);
  const reports = await read(
    `select teacher_comment, signed_fingerprint = report_fingerprint(d) as is_good
       from term_records d where student_key = any ($1) order by student_key`,
    [[irish, plain, changed]],
  );
  expect(reports).toEqual([
    { teacher_comment: "It’s good – “very”.", is_good: true },
    { teacher_comment: "Good.", is_good: true },
    { teacher_comment: "It’s good – “very”.", is_good: false },
  ]);
  expect(
    (await read<{ phrase: string }>("select phrase from comment_phrases order by 1")).map(
      ({ phrase }) => phrase,
    ),
  ).toEqual(["Can’t sit.", "Works.", "Works\u200b."]);
  expect(await changedSince(before)).toEqual([irish]);
  const events = await read(
    `select actor, old_values ->> 'last_name' as was, new_values ->> 'last_name' as is
       from audit_events where table_name = 'students' and operation = 'update' and row_id = $1
      order by event_id desc limit 1`,
    [String(irish)],
  );
  expect(events).toEqual([{ actor: "migration", was: "O\u0092Brien", is: "O’Brien" }]);
});

function versions() {
  return read<{ id: number; version: string }>("select id, version::text from students order by id");
}

async function changedSince(before: Awaited<ReturnType<typeof versions>>): Promise<number[]> {
  const known = new Map(before.map(({ id, version }) => [id, version]));
  return (await versions()).filter(({ id, version }) => known.get(id) !== version).map(({ id }) => id);
}
