import { read, utils, write } from "@e965/xlsx";
import { expect, test } from "vitest";
import { loader as filesOfImport } from "../../../app/routes/settings/import/files.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudent, createStudents } from "#tests/support/builders/students.ts";
import { callRoute, getRequest } from "#tests/support/request.ts";
import { fingerprint } from "../students/import/import-scenario.ts";
import { describeRow, schoolImports } from "./school-scenario.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const { sent, shown, acted, imported } = schoolImports(admin);
await createTeacher({ firstName: "Kiara", lastName: "Hinds", userName: "k.hinds" });
await createStudent({ studentId: "OLD1", firstName: "Old", lastName: "Name" });

const TABLES = [
  "subjects",
  "employees",
  "accounts",
  "account_permissions",
  "classes",
  "class_teachers",
  "students",
  "student_personal",
  "registrations",
  "term_records",
  "lessons",
  "student_subject_assignments",
  "marks",
];

const SHEETS = {
  Marks: [
    ["Student ID", "Subject", "Test", "Mark"],
    ["N1", "Mathematics", "", "77"],
    ["N2", "Spanish", "Mid Term", "Abs"],
    ["N9", "Mathematics", "", "50"],
    ["N1", "Mathematics", "Mid Term", "101"],
  ],
  "Subject Choices": [
    ["Student ID", "Subject"],
    ["N2", "Spanish"],
  ],
  Lessons: [
    ["Class", "Subject", "Teacher", "By Choice"],
    ["2A", "MAT", "Akilah George", ""],
    ["2A", "Spanish", "k.hinds", "Yes"],
    ["2A", "Latin", "k.hinds", ""],
  ],
  Students: [
    [
      "Student ID",
      "First Name",
      "Last Name",
      "Birth Certificate Pin",
      "Gender",
      "Date of Birth",
      "Entry Date",
      "Class",
      "Remark",
    ],
    ["N1", "Anya", "Ali", "20140101001", "F", "2014-01-01", "2025-09-01", "2A", "likes art"],
    ["N2", "Ben", "Best", "20140202002", "M", "2014-02-02", "2025-09-01", "2A", ""],
    ["N9", "Cleo", "Cox", "", "F", "2014-03-03", "2025-09-01", "2A", ""],
  ],
  Classes: [
    ["Class", "Form Teacher"],
    ["2A", "Akilah George"],
  ],
  Subjects: [
    ["Subject", "Abbreviation"],
    ["Mathematics", "MAT"],
    ["Spanish", "SPA"],
  ],
  Employees: [
    ["First Name", "Last Name"],
    ["Akilah", "George"],
  ],
};

function workbook(sheets: Readonly<Record<string, string[][]>>): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  for (const [name, cells] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells), name);
  return new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
}

test("a school in one workbook is checked, imported in the right order and undone to what was there", async () => {
  const before = await fingerprint(TABLES);
  const of = await sent("workbook", workbook(SHEETS));

  const checked = await shown(of);
  expect([checked.state, checked.failure]).toEqual(["judged", ""]);
  expect(
    checked.sheets?.map(({ title, all, created, refused, left }) => [title, all, created, refused, left]),
  ).toEqual([
    ["Subjects", 2, 2, 0, []],
    ["Employees", 1, 1, 0, []],
    ["Classes", 1, 1, 0, []],
    ["Students", 3, 2, 1, ["Remark"]],
    ["Lessons", 3, 2, 1, []],
    ["Subject choices", 1, 1, 0, []],
    ["Marks", 4, 2, 2, []],
  ]);
  expect(checked.sheets?.map(({ refusedFor }) => refusedFor)).toEqual([
    [],
    [],
    [],
    [{ field: "Birth Certificate Pin", count: 1 }],
    [{ field: "Subject", count: 1 }],
    [],
    [
      { field: "Mathematics", count: 1 },
      { field: "Student ID", count: 1 },
    ],
  ]);
  expect(checked.pulled).toEqual({ students: 1, sheets: [{ title: "Marks", count: 1 }] });
  expect(checked.rows.filter(({ sheet }) => sheet === "Marks").map(describeRow)).toEqual([
    [2, "created", "Ali, Anya", "Mathematics, Term 3, End of Term, mark: blank to 77"],
    [3, "created", "Best, Ben", "Spanish, Term 3, Mid Term, attendance: Present to Absent"],
    [4, "refused", "N9", expect.stringContaining("no student who is in a class")],
    [5, "refused", "Ali, Anya", "Mathematics: the mark must be from 0 to 100, ‘101’"],
  ]);
  expect(await fingerprint(TABLES)).toEqual(before);
  const done = await imported(of);
  expect([done.state, done.failure]).toEqual(["imported", ""]);
  expect(
    await queryRows(
      `select s.student_id, c.label, b.title, m.test_id, m.mark::float8 as mark, m.attendance, e.last_name as teacher
         from marks m
         join students s on s.id = m.student_key
         join registrations r using (student_key, academic_term_id)
         join classes c using (class_id)
         join subjects b using (subject_id)
         join employees e on e.employee_id = m.employee_id
        order by s.student_id`,
      {},
      noTransaction,
    ),
  ).toEqual([
    {
      student_id: "N1",
      label: "2A",
      title: "Mathematics",
      test_id: 1,
      mark: 77,
      attendance: 1,
      teacher: "George",
    },
    {
      student_id: "N2",
      label: "2A",
      title: "Spanish",
      test_id: 2,
      mark: null,
      attendance: 2,
      teacher: "Hinds",
    },
  ]);
  const undone = await acted(of, { intent: "undo" });

  expect([undone.state, undone.failure]).toEqual(["undone", ""]);
  expect(await fingerprint(TABLES)).toEqual(before);
});

test("marks by student in a workbook may be of subjects that come with it", async () => {
  const before = await fingerprint(TABLES);
  const { Marks: _, ...others } = SHEETS;
  const bySubject = [
    ["Student ID", "Test", "MAT", "Spanish", "Latin"],
    ["N1", "", "61", "", ""],
    ["N2", "Mid Term", "Abs", "72.5", ""],
    ["N2", "", "101", "", "50"],
  ];
  const of = await sent("workbook", workbook({ "Marks by student": bySubject, ...others }));

  const checked = await shown(of);
  expect([checked.failure, checked.sheets?.at(-1)]).toMatchObject(["", { left: ["Latin"] }]);
  expect(checked.rows.filter(({ sheet }) => sheet === "Marks by student").map(describeRow)).toEqual([
    [2, "created", "Ali, Anya", "Mathematics, Term 3, End of Term, mark: blank to 61"],
    [
      3,
      "created",
      "Best, Ben",
      "Mathematics, Term 3, Mid Term, attendance: Present to Absent",
      "Spanish, Term 3, Mid Term, mark: blank to 72.5",
    ],
    [4, "refused", "Best, Ben", expect.stringMatching(/^Mathematics: the mark must be from 0 to 100/)],
  ]);
  const done = await imported(of);
  expect([done.state, done.failure]).toEqual(["imported", ""]);
  expect(await queryRows("select mark_id from marks order by mark_id", {}, noTransaction)).toHaveLength(3);
  await acted(of, { intent: "undo" });

  expect(await fingerprint(TABLES)).toEqual(before);
});

test("a workbook with a row to decide waits for the answer, and nothing of it is undone after a change", async () => {
  const students = [
    [
      "Student ID",
      "First Name",
      "Last Name",
      "Birth Certificate Pin",
      "Gender",
      "Date of Birth",
      "Entry Date",
    ],
    ["", "Old", "Name", "20160504009", "F", "2016-05-04", "2021-09-06"],
  ];
  const of = await sent(
    "workbook",
    workbook({
      Students: students,
      Subjects: [
        ["Subject", "Abbreviation"],
        ["Music", "MUS"],
      ],
    }),
  );
  const checked = await shown(of);
  const asked = checked.rows.find(({ outcome }) => outcome === "choose");
  const answered = await acted(of, { intent: "choose", row: String(asked?.key), choice: "another" });
  expect([checked.counts.choose, answered.state, answered.counts.choose, answered.counts.created]).toEqual([
    1,
    "judged",
    0,
    2,
  ]);
  await imported(of);
  await transaction(TEST, (t) => runQuery("update subjects set abbr = 'MU' where title = 'Music'", {}, t));
  const kept = await acted(of, { intent: "undo" });

  expect([kept.state, kept.failure]).toEqual([
    "imported",
    "This import cannot be undone. Changed since the import: Music.",
  ]);
  expect(
    await queryRows("select 1 from students where birth_certificate_pin = '20160504009'", {}, noTransaction),
  ).toHaveLength(1);
});

test("sheets of other names are named, a guessed column is left out, and a merged cell stops its own row only", async () => {
  const before = await fingerprint(TABLES);
  const book = read(
    workbook({
      ...SHEETS,
      Fees: [["Name"], ["Ali"]],
      "Choices ": [["Student ID", "Subject"]],
      Employees: [
        ["First Name", "Last Name", "Zzz"],
        ["Akilah", "George", "a.george@example.org"],
        ["Carl", "Pierre", "c.pierre@example.org"],
      ],
      Classes: [
        ["Class", "Form Teacher"],
        ["2A", "Akilah George"],
        ["3A", ""],
        ["3A", "Carl Pierre"],
      ],
    }),
  );
  const classes = book.Sheets["Classes"];
  if (classes) classes["!merges"] = [utils.decode_range("B2:B3")];
  const of = await sent(
    "workbook",
    new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer),
  );

  const checked = await shown(of);
  expect([checked.failure, checked.unread]).toEqual(["", ["Fees", "Choices "]]);
  expect(checked.sheets?.find(({ kind }) => kind === "employees")?.left).toEqual(["Zzz"]);
  expect(
    checked.rows.filter(({ sheet }) => sheet === "Classes").map(({ row, outcome }) => [row, outcome]),
  ).toEqual([
    [2, "refused"],
    [3, "refused"],
    [4, "created"],
  ]);
  await imported(of);
  const undone = await acted(of, { intent: "undo" });
  expect([undone.failure, await fingerprint(TABLES)]).toEqual(["", before]);
});

test.each([
  ["without a known sheet", { Fees: [["Name"], ["Ali"]] }, "no rows on any of the sheets"],
  [
    "with a sheet that lacks a column",
    {
      Lessons: [
        ["Class", "Subject"],
        ["2A", "Art"],
      ],
    },
    "Sheet Lessons has no column Teacher",
  ],
])("a workbook %s is refused with the reason", async (_what, sheets, reason) => {
  const { state, failure } = await shown(await sent("workbook", workbook(sheets)));

  expect([state, failure]).toEqual(["refused", expect.stringContaining(reason)]);
});

test("the template has a sheet for each list, and the refused rows come back on their sheets", async () => {
  const params = { importKind: "workbook", format: "xlsx" };
  const template = await callRoute(
    filesOfImport,
    getRequest("/app/settings/import/workbook/template/xlsx", admin),
    params,
  );
  const of = await sent("workbook", workbook(SHEETS));
  const refused = await callRoute(
    filesOfImport,
    getRequest(`/app/settings/import/workbook/${of.importId}/refused`, admin),
    of,
  );

  expect([template.status, refused.status]).toEqual([200, 200]);
  expect(refused.headers.get("Content-Disposition")).toContain("Refused rows.xlsx");
});

test("a mark that is refused for a reason of its own is not counted as refused with its student", async () => {
  await createStudents(await createClass({ formClassId: "1A" }), [{ studentId: "HERE1" }]);
  const [heads = []] = SHEETS.Students;
  const of = await sent(
    "workbook",
    workbook({
      Students: [heads, ["HERE1", "", "", "", "", "not a date", "", "", ""]],
      Marks: [
        ["Student ID", "Subject", "Test", "Mark"],
        ["HERE1", "Nonsense", "", "50"],
      ],
    }),
  );

  const checked = await shown(of);

  expect(checked.sheets?.map(({ refused }) => refused)).toEqual([1, 1]);
  expect(checked.pulled).toEqual({ students: 0, sheets: [] });
});
