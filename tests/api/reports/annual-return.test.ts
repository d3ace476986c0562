import readSpreadsheet from "read-excel-file/node";
import { afterAll, expect, test } from "vitest";
import { runQuery, transaction } from "#db/index.ts";
import { listFigureLines } from "#domain/figures/figure-sheet.ts";
import { readAnnualReturn } from "#features/reports/annual-return/read-return.server.ts";
import { loadReturnFigure, loadAnnualReturn } from "#features/reports/annual-return/load-return.server.ts";
import { closeDocuments } from "#templates/index.ts";
import { markRegister } from "#tests/support/builders/attendance.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
} from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { partsOf } from "../../templates/zip-reader.ts";
import { linesIn, printed } from "./printed.ts";

/**
 * The expected numbers were worked out by hand, in the third term of 2025-2026: Std 4 N has two boys and a girl,
 * `=1+1` has a girl, Std 5 a student of unknown sex; one more is in no class, and has the name and date of birth of
 * another.
 */
await freshDatabase();
afterAll(closeDocuments);
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal({ firstName: "Pearl", lastName: "Lezama" });
const clerk = await createClerk();
const formTeacher = await createFormTeacher({ firstName: "Tara", lastName: "Noel" });
const north = await createClass({ formClassId: "Std 4", label: "Std 4 N", formTeacher });
const hostile = await createClass({ formClassId: "Std 4", label: "=1+1" });
const std5 = await createClass({ formClassId: "Std 5" });
const named = (firstName: string, gender: "M" | "F" | null) => ({ firstName, lastName: "Ali", gender });
const [adam, ben, cara] = (await createStudents(north, [
  named("Adam", "M"),
  named("Ben", "M"),
  named("Cara", "F"),
])) as [Student, Student, Student];
const [dee] = (await createStudents(hostile, [named("Dee", "F")])) as [Student];
const [eve] = (await createStudents(std5, [named("Eve", null)])) as [Student];
const [again] = (await createStudents(north, [named("Ádam", "M")], [])) as [Student];
const BORN = new Map([
  [adam, "2016-09-01"],
  [ben, "2016-09-02"],
  [cara, null],
  [dee, "2015-03-01"],
  [eve, "2006-01-01"],
  [again, "2016-09-01"],
]);
const mathematics = await createLesson(formTeacher, north);
const english = await createLesson(formTeacher, north, { subject: "English" });
const inTerm2 = { termId: TERM_IDS[1] };
await createMark(adam, mathematics, { ...inTerm2, mark: 95 });
await createMark(ben, mathematics, { ...inTerm2, mark: 59.5 });
await createMark(cara, mathematics, { ...inTerm2, attendance: 2 });
await createMark(adam, english, { ...inTerm2, mark: 40, maxMark: 80 });
await markRegister(
  north,
  [
    [adam, "P"],
    [ben, "A"],
    [cara, "L"],
  ],
  { day: "2026-04-14", by: admin },
);
await transaction(TEST, async (t) => {
  for (const [{ id }, born] of BORN)
    await runQuery("update students set date_of_birth = $born where id = $id", { id, born }, t);
  await runQuery("insert into religions (grouping) values ('Hinduism'), ('Islam')", [], t);
  await runQuery(
    `insert into student_personal (student_key, religion_id)
     select $id, religion_id from religions where grouping = 'Hinduism'`,
    { id: dee.id },
    t,
  );
  await runQuery("insert into academic_years (academic_year_id) values (20242025)", [], t);
  await runQuery(
    `insert into academic_terms (academic_term_id, academic_year_id, term, term_start, term_end, total_sessions,
                                 next_term_start, assessment_type)
     values (202420253, 20242025, 3, '2025-04-14', '2025-07-04', 120, '2025-09-01', 'Mid Term')`,
    [],
    t,
  );
  for (const [{ id }, formClassId] of [
    [adam, "Std 4"],
    [ben, "Std 3"],
  ] as const) {
    await runQuery(
      `with held as (insert into classes (academic_year_id, form_class_id, label)
                     values (20242025, $formClassId, $formClassId) returning class_id)
       insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
       select $id, 202420253, 20242025, class_id from held`,
      { id, formClassId },
      t,
    );
  }
  for (const { employeeId, post, qualifications } of [
    {
      ...formTeacher,
      post: "Teacher I (Primary)",
      qualifications: ["Bachelor's Degree", "Diploma in Education"],
    },
    { ...principal, post: "Principal (Primary)", qualifications: ["Teachers' Diploma"] },
    { ...clerk, post: "Clerk II", qualifications: ["First Aid"] },
  ]) {
    await runQuery(
      `insert into employee_employment (employee_id, substantive_post_id)
       select $employeeId, employee_post_id from employee_posts where post = $post`,
      { employeeId, post },
      t,
    );
    await runQuery(
      `insert into employee_qualifications (employee_id, qualification_id, value)
       select $employeeId, qualification_id, 'Yes' from qualifications where title = any ($qualifications::text[])`,
      { employeeId, qualifications },
      t,
    );
  }
});

const book = readBook();

test("enrolment adds up by level, and counts whose sex is not recorded apart", async () => {
  const { Enrolment } = await book;

  expect(rowsOf(Enrolment)).toEqual([
    ["=1+1", null, 0, 1, 0, 1, 1],
    ["Std 4 N", "Ms. T. Noel", 2, 1, 0, 3, 1 / 3],
    ["Std 4", null, 2, 2, 0, 4, 0.5],
    ["Std 5", null, 0, 0, 1, 1, 0],
    ["Std 5", null, 0, 0, 1, 1, 0],
    ["School", null, 2, 2, 1, 5, 0.4],
  ]);
});

test("ages are those of 1 September; the too old, and who has no birth date, have a line", async () => {
  const { Age } = await book;

  expect(rowsOf(Age)).toEqual([
    ["8", 1, 0, 0, 0, 1, 0, 0, 1, 0.2],
    ["9", 1, 0, 0, 0, 1, 0, 0, 1, 0.2],
    ["10", 0, 1, 0, 0, 0, 1, 0, 1, 0.2],
    ["15 and over", 0, 0, 0, 0, 0, 0, 1, 1, 0.2],
    ["Birth date not recorded", 0, 1, 0, 0, 0, 1, 0, 1, 0.2],
    ["School", 2, 2, 0, 0, 2, 2, 1, 5, 1],
  ]);
});

test("religions are those that somebody is of, as in the school's own statistics", async () => {
  const { Religion } = await book;
  const statistics = linesIn((await printed("/api/religious-group-statistics", admin)).bytes);

  expect(rowsOf(Religion)).toEqual([
    ["Hinduism", 0, 1, 0, 0, 0, 1, 0, 1, 0.2],
    ["Not recorded", 2, 1, 0, 0, 2, 1, 1, 4, 0.8],
    ["School", 2, 2, 0, 0, 2, 2, 1, 5, 1],
  ]);
  expect(statistics).toContain("School · 1 2 1 2 2 4");
});

test("who was in the same form a year before repeats it", async () => {
  const { Repeaters } = await book;

  expect(rowsOf(Repeaters)).toEqual([
    ["Std 4", 2, 2, 4, 1, 0, 1, 0.5, 0, 0.25],
    ["Std 5", 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ["School", 2, 2, 4, 1, 0, 1, 0.5, 0, 0.25],
  ]);
});

test("staff stand by rank of their post; what is no qualification for one is not recorded", async () => {
  const { Staff } = await book;

  const rows = rowsOf(Staff);
  expect(
    rows.map(([post, ...row]) => [post, row.findIndex((count) => count === 1), ...row.slice(-4)]),
  ).toEqual([
    ["Principal (Primary)", 9, 0, 1, 0, 1],
    ["Teacher I (Primary)", 5, 0, 1, 0, 1],
    ["Teaching staff", 5, 0, 2, 0, 2],
    ["Clerk II", 13, 0, 1, 0, 1],
    ["Other staff", 13, 0, 1, 0, 1],
    ["School", 5, 0, 3, 0, 3],
  ]);
  expect(Staff?.slice(-2).map((row) => row.slice(0, 2))).toEqual([
    ["Teaching staff with a degree", 0.5],
    ["Students per teacher", 2.5],
  ]);
});

test("attendance is counted in sessions of the registers there are", async () => {
  const { Attendance } = await book;

  const rows = rowsOf(Attendance);
  expect(rows.map(([label, open]) => [label, open])).toEqual([
    ...[
      ["Std 4", 300],
      ["Std 5", 150],
      ["Term 1", 450],
    ],
    ...[
      ["Std 4", 240],
      ["Std 5", 120],
      ["Term 2", 360],
    ],
    ...[
      ["Std 4", 240],
      ["Std 5", 120],
      ["Term 3", 360],
    ],
    ["Year so far", 1170],
  ]);
  expect(rows[6]).toEqual(["Std 4", 240, 1, 3, 1, 1, 0, 2, 2 / 3, 1]);
  expect(rows.at(-1)).toEqual(["Year so far", 1170, 1, 3, 1, 1, 0, 2, 2 / 3, 1]);
});

test("results are those of the last term that is over, half up; the mean is of marks only", async () => {
  const { Results } = await book;

  expect(Results?.[1]?.[0]).toBe("Results by form and subject, Term 2, 2025–2026");
  expect(rowsOf(Results)).toEqual([
    ["Std 4", "English", 3, 0, 2, 1, 0, 0, 0, 0, 1, 0, 0, 50],
    ["Std 4", "Mathematics", 3, 1, 0, 2, 1, 0, 0, 1, 0, 2, 1, 77.5],
    ["Std 4", null, 6, 1, 2, 3, 1, 0, 0, 1, 1, 2, 2 / 3, 205 / 3],
    ["Std 5", null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null],
    ["School", null, 6, 1, 2, 3, 1, 0, 0, 1, 1, 2, 2 / 3, null],
  ]);
});

test("the cover says whether the sheets agree, and what was incomplete", async () => {
  const { Cover } = await book;

  const line = (title: string) => Cover?.find(([first]) => first === title);
  expect(line("Age")).toEqual(["Age", 2, 2, 1, 5, "agrees"]);
  expect(line("Staff")?.[1]).toBe(3);
  expect(line("Attendance")?.[1]).toBe(2 / 3);
  expect(
    [
      "Birth date missing",
      "Sex missing",
      "Religion missing",
      "Students not in a class",
      "Possible duplicates",
    ].map((title) => line(title)?.[1]),
  ).toEqual([1, 1, 4, 1, 2]);
  expect(line("Age out of range (under 4, over 15)")?.[1]).toBe(1);
  expect(line("Employees without a qualification")?.[1]).toBe(1);
  expect(line("Sessions with no register")?.[1]).toBe(1169);
  expect(line("Marks not entered, Term 2, 2025–2026")?.[1]).toBe(2);
});

test("what follows is a formula with its value; no name of a class is one, and none of a student is there", async () => {
  const { bytes } = await printed("/api/asr", admin);

  const parts = partsOf(bytes);
  const sheet = (index: number) => parts.get(`xl/worksheets/sheet${index}.xml`) ?? "";
  const formula = (index: number, cell: string) =>
    new RegExp(`<c r="${cell}"[^>]*><f>([^<]*)</f><v>([^<]*)</v>`).exec(sheet(index))?.slice(1);
  expect(formula(2, "C8")).toEqual(["SUBTOTAL(9,C6:C7)", "2"]);
  expect(formula(2, "F7")).toEqual(["SUM(C7:E7)", "3"]);
  expect(formula(2, "C11")).toEqual(["SUBTOTAL(9,C6:C10)", "2"]);
  expect(formula(3, "J7")).toEqual(["IF(I$12=0,0,I7/I$12)", "0.2"]);
  expect(formula(4, "B7")).toEqual(["'Age'!B12", "2"]);
  expect(formula(9, "N8")?.[0]).toBe('SUMPRODUCT(F6:F7,N6:N7)/SUMIF(N6:N7,"&gt;=0",F6:F7)');
  expect(sheet(1)).toMatch(/t="str"><f>IF\(E\d+=E\$\d+,"agrees"/);
  expect(sheet(3)).toMatch(/<pane [^>]*ySplit="6" xSplit="1"|<pane [^>]*xSplit="1" ySplit="6"/);
  expect(sheet(3)).toContain('showGridLines="false"');
  expect(parts.get("xl/workbook.xml")).toContain("'Age'!$A:$A,'Age'!$1:$6</definedName>");
  expect([...parts.values()].join("")).not.toContain("Adam");
});

test("each figure leads to the people that it counts, and what is wrong to their records", async () => {
  const girls = await loadReturnFigure("age", new URLSearchParams({ line: "all", column: "6-girls" }));
  const missing = await loadReturnFigure("no-birth-date", new URLSearchParams());
  const overview = await loadAnnualReturn();

  expect(girls.people?.title).toBe("School · Std 4, Girls");
  expect(girls.people?.people.map(({ name, about }) => [name, about])).toEqual([
    ["Ali, Cara", "Std 4 N"],
    ["Ali, Dee", "=1+1"],
  ]);
  expect(missing.people?.people.map(({ name, to }) => [name, to])).toEqual([
    ["Ali, Cara", `/app/students/${cara.id}`],
  ]);
  expect(overview.checks.find(({ id }) => id === "no-class")).toMatchObject({ records: "1", isFound: true });
});

test("behind every figure are as many as it says", async () => {
  const { themes } = await readAnnualReturn();

  for (const { sheet, people } of themes) {
    for (const { key: line, kind, values } of listFigureLines(sheet)) {
      for (const { key: column } of sheet.columns.filter(
        (item) => item.kind === "count" || item.kind === "sum",
      )) {
        if (kind === "note" || values[column] === 0) continue;
        const sum = people({ line, column })?.reduce((all, { figure }) => all + figure, 0);
        expect([sheet.id, line, column, sum]).toEqual([sheet.id, line, column, values[column]]);
      }
    }
  }
});

test.each([
  ["no-such-figure", {}],
  ["age", { line: "all", column: "row" }],
  ["age", { line: "99", column: "boys" }],
  ["results", { line: "all", column: "mean" }],
])("%s %o is no figure", async (figure, query) => {
  await expect(loadReturnFigure(figure, new URLSearchParams(query))).rejects.toMatchObject({
    kind: "notFound",
  });
});

test("it is called what the specification writes", async () => {
  expect((await printed("/api/asr", admin)).fileName).toContain(
    "2025-2026 Primary Schools ASR ver. 2 UPDATED.xlsx",
  );
});

test("it is no PDF", async () => {
  expect((await printed("/api/asr?format=pdf", admin)).status).toBe(422);
});

/** The workbook is made once, because nothing is written while these tests read it. */
async function readBook() {
  const sheets = await readSpreadsheet((await printed("/api/asr", admin)).bytes);
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data]));
}

/** Returns the lines of a table, up to the one that adds up all. */
function rowsOf(data: unknown[][] | undefined): unknown[][] {
  const head =
    data?.findIndex((row, index) => index > 3 && typeof row.at(1) === "string" && row[0] !== null) ?? 0;
  const last = data?.findIndex(([first]) => first === "School" || first === "Year so far") ?? 0;
  return data?.slice(head + 1, last + 1) ?? [];
}
