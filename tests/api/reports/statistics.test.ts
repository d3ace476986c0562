import readSpreadsheet from "read-excel-file/node";
import { afterAll, expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { AGE_ON_DAY_SQL } from "#db/queries/parts.ts";
import { countWholeYears } from "#domain/dates.ts";
import { closeDocuments } from "#templates/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { linesIn, printed, wordsIn } from "./printed.ts";

/**
 * The expected numbers were worked out by hand: Std 4 N has 3 boys, 1 girl and one student of unknown sex, Std 4 R 1
 * girl, Std 5 nobody.
 */
await freshDatabase();
afterAll(closeDocuments);
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const north = await createClass({ formClassId: "Std 4", label: "Std 4 N" });
const river = await createClass({ formClassId: "Std 4", label: "Std 4 R" });
await createClass({ formClassId: "Std 5" });
const inNorth = await createStudents(north, [
  { firstName: "A", lastName: "A", gender: "M" },
  { firstName: "B", lastName: "B", gender: "M" },
  { firstName: "C", lastName: "C", gender: "M" },
  { firstName: "D", lastName: "D", gender: "F" },
  { firstName: "E", lastName: "E", gender: null },
]);
const inRiver = await createStudents(river, [{ firstName: "F", lastName: "F", gender: "F" }]);
const BORN = ["2016-09-01", "2016-09-02", null, "2015-03-01", "2016-01-01", "2016-08-31"];
const RELIGION = ["Hinduism", "Islam", "Islam", null, "Islam", "Islam"];
await transaction({ system: "test" }, async (t) => {
  await runQuery("insert into religions (grouping) values ('Hinduism'), ('Islam'), ('Moravian')", [], t);
  for (const [place, { id }] of [...inNorth, ...inRiver].entries()) {
    await runQuery(
      "update students set date_of_birth = $born where id = $id",
      { id, born: BORN[place] ?? null },
      t,
    );
    await runQuery(
      `insert into student_personal (student_key, religion_id)
       select $id, (select religion_id from religions where grouping = $religion)`,
      { id, religion: RELIGION[place] ?? null },
      t,
    );
  }
});

test("students are counted by religion, class and sex; what adds up adds up, and who is left out is told", async () => {
  const { status, bytes } = await printed("/api/religious-group-statistics?reference_date=2025-11-20", admin);

  const [lines, words] = [linesIn(bytes), wordsIn(bytes)];
  expect(status).toBe(200);
  expect(lines).toContain("Std 4 N 1 · 2 · · 1 3 1 4");
  expect(lines).toContain("Std 4 R · · · 1 · · · 1 1");
  expect(lines).toContain("School 1 · 2 1 · 1 3 2 5");
  expect(lines).toContain("Percentage of the school 20.0% 60.0% 20.0% 60.0% 40.0% 100%");
  expect(words).toContain(
    "Counted: 5 of 6 enrolled students. Left out: 1 whose sex is not recorded (Std 4 N).",
  );
  expect(words).toContain("Religion statistics, on 20 Nov 2025");
});

test("ages are those of 1 September, or of the day that is asked for", async () => {
  const september = await printed("/api/student-age-statistics", admin);
  const result = await printed("/api/student-age-statistics?reference_date=2025-09-02", admin);

  expect(linesIn(september.bytes)).toContain("School 1 · 1 1 · 1 1 · 3 2 5");
  expect(linesIn(result.bytes)).toContain("School 2 1 · 1 1 · 3 2 5");
  expect(wordsIn(result.bytes)).toContain("on 2 Sep 2025");
});

test("the database counts years as the product does, of who was born on 29 February too", async () => {
  const days = ["2023-12-31", "2024-02-28", "2024-02-29", "2024-03-01", "2025-02-28", "2025-03-01"];
  const ages = await queryRows<{ born: string; day: string; age: number }>(
    `select s.born, d.day, ${AGE_ON_DAY_SQL.replace("$day", "d.day")} as age
       from (select b.born, b.born::date as date_of_birth
               from unnest(array['2012-02-29', '2015-02-28', '2015-03-01', '2015-12-31']) b (born)) s
      cross join unnest($days::text[]) d (day)
      order by s.born, d.day`,
    { days },
    noTransaction,
  );

  expect(ages).toHaveLength(4 * days.length);
  for (const { born, day, age } of ages)
    expect([born, day, age]).toEqual([born, day, countWholeYears(born, day)]);
});

test("as a spreadsheet the sums are formulas with their values", async () => {
  const { bytes } = await printed("/api/religious-group-statistics?format=spreadsheet", clerk);

  const [sheet] = await readSpreadsheet(bytes);
  expect(sheet?.data.find(([first]) => first === "School")).toEqual(["School", 1, 0, 2, 1, 0, 1, 3, 2, 5]);
});

test("nobody's group is recorded: one group of all", async () => {
  const { bytes } = await printed("/api/ethnic-group-statistics", admin);

  expect(linesIn(bytes)).toContain("School 3 2 3 2 5");
});

test.each([
  ["no day", "?reference_date=2025-02-30"],
  ["a year that the database has not", "?reference_date=0000-01-01"],
  ["no format of a list", "?format=docx"],
])("%s is refused", async (_what, query) => {
  const statuses = ["religious-group-statistics", "ethnic-group-statistics", "student-age-statistics"].map(
    async (kind) => (await printed(`/api/${kind}${query}`, admin)).status,
  );

  expect(await Promise.all(statuses)).toEqual([422, 422, 422]);
});
