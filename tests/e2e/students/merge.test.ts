import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, waitForMessage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { termTitle } from "#domain/terms.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

test("without script, on a phone, a clerk finds two records of one child, decides what stays, merges and undoes it", async () => {
  const keys = [63, 64];
  const name = await makeAlike(keys);
  const marksOfBoth = await giveMarks(keys);
  const before = await fingerprintOf(keys);
  const page = await newPage({ origin, javaScript: false, phone: true });
  const compare = page.getByRole("link", { name: `Compare ${name} and ${name}` });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/students");

  await page.getByRole("link", { name: "Duplicates" }).click();
  await page.getByRole("heading", { name: "Duplicates" }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await compare.click();
  await page.getByRole("heading", { name: "Merge two records" }).waitFor();
  await page.getByRole("button", { name: "Merge records" }).click();
  await waitForMessage(page, "Choose which value to keep");
  expect(marksOfBoth).toHaveLength(3);
  for (const named of marksOfBoth) await waitForMessage(page, named);
  expect(await violationsOn(page)).toEqual([]);
  await chooseAll(page);
  await page.getByRole("button", { name: "Merge records" }).click();
  await waitForMessage(page, "were merged");
  expect(await statusesOf(keys)).toEqual([1, 6]);
  const [none, ofOne = []] = (await marksIn(keys)).toSorted((one, other) => one.length - other.length);
  expect([none, ofOne.length, new Set(ofOne).size]).toEqual([[], 3, 1]);
  await page
    .getByRole("link", { name: /^Undo the merge of / })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Undo the merge?" });
  await waitForMessage(dialog, "will be two records again");
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Undo the merge" }).click();
  await waitForMessage(page, "is a separate record again");

  await compare.waitFor();
  expect(await fingerprintOf(keys)).toEqual(before);
});

/** Gives the second student the name and date of birth of the first, and returns the name. */
async function makeAlike(keys: readonly number[]): Promise<string> {
  const [made] = await queryDatabase<{ name: string }>(
    databaseUrl,
    `update students s
        set first_name = o.first_name, last_name = o.last_name, date_of_birth = o.date_of_birth
       from students o
      where o.id = $1 and s.id = $2
     returning s.last_name || ', ' || s.first_name as name`,
    keys,
  );
  return made?.name ?? "nobody";
}

/**
 * Gives both a mark for the same test in each of the last three terms, 10.25 to the first and 11.25 to the second.
 * Returns the page's names for the contradictions, such as `2025-2026, Term 3: Mathematics, Mid Term`.
 */
async function giveMarks(keys: readonly number[]): Promise<string[]> {
  const given = await queryDatabase<{ term: number; subject: string }>(
    databaseUrl,
    `with tests as (
       select distinct on (m.academic_term_id) m.academic_term_id, m.subject_id, m.test_id, m.max_mark
         from marks m
        where m.fortnightly_test_id is null and m.academic_term_id > 1000000
        order by m.academic_term_id desc, m.subject_id, m.test_id
        limit 3
     ), given as (
       insert into marks (student_key, academic_term_id, subject_id, test_id, max_mark, mark)
       select k.key, t.academic_term_id, t.subject_id, t.test_id, t.max_mark, 9.25 + k.place
         from tests t, unnest($1::integer[]) with ordinality k (key, place)
       on conflict (student_key, academic_term_id, subject_id, test_id, coalesce(fortnightly_test_id, 0))
       do update set mark = excluded.mark, attendance = 1, grade = null
       returning academic_term_id, subject_id)
     select distinct g.academic_term_id as term, u.title as subject from given g join subjects u using (subject_id)`,
    [keys],
  );
  return given.map(({ term, subject }) => `${termTitle(term)}: ${subject}`);
}

/** Reads the marks for those tests by student. */
async function marksIn(keys: readonly number[]): Promise<string[][]> {
  const found = await queryDatabase<{ student_key: number; mark: string }>(
    databaseUrl,
    "select student_key, mark::text from marks where student_key = any ($1) and mark in (10.25, 11.25)",
    [keys],
  );
  const of = (key: number | undefined) =>
    found.filter(({ student_key }) => Object.is(student_key, key)).map(({ mark }) => mark);
  return [of(keys[0]), of(keys[1])];
}

/** Returns everything that both have, except versions and times. */
async function fingerprintOf(keys: readonly number[]): Promise<object[]> {
  const tables = [
    "marks",
    "registrations",
    "term_records",
    "student_personal",
    "student_medical",
    "student_family",
  ];
  const rows = [
    "select 'students' as name, to_jsonb(s) as row from students s where id = any ($1)",
    ...tables.map((name) => `select '${name}', to_jsonb(x) from ${name} x where student_key = any ($1)`),
  ].join(" union all ");
  const sql = `select name, count(*)::integer as rows, md5(string_agg((row - 'version' - 'updated_at')::text, ',' order by (row - 'version' - 'updated_at')::text)) as hash
                 from (${rows}) all_rows group by name order by name`;
  return queryDatabase(databaseUrl, sql, [keys]);
}

async function statusesOf(keys: readonly number[]): Promise<number[]> {
  const found = await queryDatabase<{ student_status_id: number }>(
    databaseUrl,
    "select student_status_id from students where id = any ($1) order by student_status_id",
    [keys],
  );
  return found.map(({ student_status_id: id }) => id);
}

/** Keeps the remaining record's value wherever both have one. */
async function chooseAll(page: Page): Promise<void> {
  const kept = page.locator("input[type=radio][value=kept]");
  for (let place = 0; place < (await kept.count()); place += 1) await kept.nth(place).check();
}
