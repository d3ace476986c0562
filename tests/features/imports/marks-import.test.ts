import { utils, write } from "@e965/xlsx";
import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import type { TestId } from "#domain/terms.ts";
import { checkImportedMark } from "#features/imports/kinds/judge-mark.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createTeacher } from "#tests/support/builders/people.ts";
import {
  createAssessment,
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents } from "#tests/support/builders/students.ts";
import { fingerprint } from "../students/import/import-scenario.ts";
import { describeRow, schoolImports } from "./school-scenario.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const { sent, shown, acted, imported } = schoolImports(admin);
const hinds = await createTeacher({ firstName: "Kiara", lastName: "Hinds", userName: "k.hinds" });
const pierre = await createTeacher({ firstName: "Carl", lastName: "Pierre", userName: "c.pierre" });
const oneA = await createClass({ formClassId: "1A" });
const maths = await createLesson(hinds, oneA, { subject: "Mathematics" });
const spanish = await createLesson(pierre, oneA, { subject: "Spanish", byChoice: true });
await createAssessment(maths, { maxMark: 50 });
const [anya, ben, cleo] = await createStudents(oneA, [
  { studentId: "A1", firstName: "Anya", lastName: "Ali" },
  { studentId: "B2", firstName: "Ben", lastName: "Best" },
  { studentId: "C3", firstName: "Cleo", lastName: "Cox" },
]);
if (!anya || !ben || !cleo) throw new Error("a student is missing");
await chooseLesson(spanish, [ben]);
await createMark(ben, maths, { mark: 30, maxMark: 50 });

const TABLES = ["marks", "student_subject_assignments"];

test("marks of a term are checked by the rules of their sheets, imported with history, and undone", async () => {
  const before = await fingerprint(TABLES);
  const of = await sent("marks", [
    "Student ID,Subject,Test,Mark,Attendance,Application,Term",
    "a1,Mathematics,,45.5,,C,3",
    "B2,MATH,End of Term,31,,,",
    "C3,Mathematics,Exam,51,,,",
    "C3,Mathematics,Mid Term,nw,,,",
    "C3,Spanish,,70,,,",
    "B2,Spanish,Course work,Abs,,,Term 3",
    "Z9,Mathematics,,50,,,",
    "C3,Latin,Fortnight 1,50,,,",
    "C3,Mathematics,,40,Abs,,",
    "PIN003,Mathematics,,40,,,Term 2",
    "A1,Mathematics,Mid Term,-,,,",
    "A1,Spanish,Mid Term,12,,S,",
    "PIN001,Mathematics,Mid Term,88,,,",
  ]);

  const checked = await shown(of);
  expect(checked.rows.map(describeRow)).toEqual([
    [
      2,
      "created",
      "Ali, Anya",
      "Mathematics, Term 3, End of Term, mark: blank to 45.5",
      "Mathematics, Term 3, End of Term, application: blank to C",
    ],
    [3, "changed", "Best, Ben", "Mathematics, Term 3, End of Term, mark: 30 to 31"],
    [4, "refused", "Cox, Cleo", "Mathematics: the mark must be from 0 to 50, ‘51’"],
    [5, "created", "Cox, Cleo", "Mathematics, Term 3, Mid Term, attendance: Present to No work"],
    [6, "refused", "Cox, Cleo", "Spanish: the student has not chosen this subject"],
    [7, "created", "Best, Ben", "Spanish, Term 3, Mid Term, attendance: Present to Absent"],
    [8, "refused", "Z9", expect.stringContaining("no student who is in a class")],
    [9, "refused", "Cox, Cleo", "Test: enter Mid Term or End of Term"],
    [
      10,
      "refused",
      "Cox, Cleo",
      "Mathematics: a student who was absent or handed in no work cannot have a mark",
    ],
    [
      11,
      "refused",
      "Cox, Cleo",
      "Term: only marks of 2025-2026, Term 3 can be imported, because other terms are over",
    ],
    [12, "refused", "Ali, Anya", "Mathematics: fill in this cell"],
    [13, "refused", "Ali, Anya", "Spanish: the student has not chosen this subject"],
    [14, "created", "Ali, Anya", "Mathematics, Term 3, Mid Term, mark: blank to 88"],
  ]);
  expect(await fingerprint(TABLES)).toEqual(before);
  const done = await imported(of);
  expect([done.state, done.failure]).toEqual(["imported", ""]);
  expect(
    await queryRows(
      `select m.student_key, m.subject_id, m.test_id, m.mark::float8 as mark, m.max_mark::float8 as most, m.attendance,
              m.application, m.employee_id
         from marks m order by m.mark_id`,
      {},
      noTransaction,
    ),
  ).toEqual([
    {
      student_key: ben.id,
      subject_id: maths.subjectId,
      test_id: 1,
      mark: 31,
      most: 50,
      attendance: 1,
      application: null,
      employee_id: hinds.employeeId,
    },
    {
      student_key: anya.id,
      subject_id: maths.subjectId,
      test_id: 1,
      mark: 45.5,
      most: 50,
      attendance: 1,
      application: "C",
      employee_id: hinds.employeeId,
    },
    {
      student_key: cleo.id,
      subject_id: maths.subjectId,
      test_id: 2,
      mark: null,
      most: 100,
      attendance: 3,
      application: null,
      employee_id: hinds.employeeId,
    },
    {
      student_key: ben.id,
      subject_id: spanish.subjectId,
      test_id: 2,
      mark: null,
      most: 100,
      attendance: 2,
      application: null,
      employee_id: pierre.employeeId,
    },
    {
      student_key: anya.id,
      subject_id: maths.subjectId,
      test_id: 2,
      mark: 88,
      most: 100,
      attendance: 1,
      application: null,
      employee_id: hinds.employeeId,
    },
  ]);
  const undone = await acted(of, { intent: "undo" });
  expect([undone.state, undone.failure]).toEqual(["undone", ""]);
  expect(await fingerprint(TABLES)).toEqual(before);
});

test("a row for each student with a column for each subject is imported, and a changed mark prevents its undoing", async () => {
  const of = await sent("marks-by-student", [
    "Student ID,Test,Mathematics,SPAN",
    "A1,,44,",
    "B2,,32,75",
    "C3,,abc,",
    "C3,Mid Term,,",
  ]);

  const checked = await shown(of);
  expect([checked.state, ...checked.rows.map(describeRow)]).toEqual(["matching"]);
  const matched = await acted(of, {
    intent: "match",
    version: String(checked.matching?.version),
    ...Object.fromEntries(
      (checked.matching?.columns ?? []).map(({ place, field }) => [`match.${place}`, field]),
    ),
  });
  expect(matched.rows.map(describeRow)).toEqual([
    [2, "created", "Ali, Anya", "Mathematics, Term 3, End of Term, mark: blank to 44"],
    [
      3,
      "changed",
      "Best, Ben",
      "Mathematics, Term 3, End of Term, mark: 30 to 32",
      "Spanish, Term 3, End of Term, mark: blank to 75",
    ],
    [4, "refused", "Cox, Cleo", "Mathematics: enter the mark as a number, ‘abc’"],
    [5, "refused", "Cox, Cleo", "Row: no subject has a mark"],
  ]);
  await imported(of);
  await transaction(TEST, (t) => runQuery("update marks set mark = 46 where student_key = $1", [anya.id], t));
  const kept = await acted(of, { intent: "undo" });

  expect([kept.state, kept.failure]).toEqual([
    "imported",
    "This import cannot be undone. Changed since the import: Ali, Anya.",
  ]);
});

test("choices of subjects are imported where the lesson is by choice", async () => {
  const before = await fingerprint(TABLES);
  const of = await sent("choices", [
    "Student ID,Subject,Teacher",
    "A1,Spanish,",
    "B2,Spanish,c.pierre",
    "C3,Mathematics,",
    "C3,Spanish,k.hinds",
  ]);

  expect((await shown(of)).rows.map(describeRow)).toEqual([
    [2, "created", "Ali, Anya", "Spanish with Pierre, Carl, 2025-2026"],
    [3, "unchanged", "Best, Ben", "No changes"],
    [4, "refused", "Cox, Cleo", "Subject: 1A has no By Choice lesson in Mathematics"],
    [5, "refused", "Cox, Cleo", "Subject: 1A has no By Choice lesson in Spanish with K. Hinds"],
  ]);
  await imported(of);
  const undone = await acted(of, { intent: "undo" });
  expect([undone.failure, await fingerprint(TABLES)]).toEqual(["", before]);
});

test("marks that were checked in one term are not imported into another, nor undone there", async () => {
  const inTerm = (termId: number) =>
    transaction(TEST, (t) => runQuery("update schools set current_term_id = $1", [termId], t));
  const lines = ["Student ID,Subject,Mark", "C3,Mathematics,40"];
  const [checked, done] = [await sent("marks", lines), await sent("marks", lines)];
  await imported(done);
  await inTerm(TERM_IDS[1]);
  const kept = await acted(done, { intent: "undo" });
  const again = await imported(checked);
  await inTerm(TERM_IDS[2]);
  const undone = await acted(done, { intent: "undo" });

  expect([kept.state, kept.failure]).toEqual([
    "imported",
    "This import cannot be undone, because its term is over.",
  ]);
  expect([again.state, again.failure]).toEqual(["judged", expect.stringContaining("data has changed")]);
  expect(undone.state).toBe("undone");
});

test("a row of a workbook can be about a student whom another sheet names too", async () => {
  const book = utils.book_new();
  const head = ["Student ID", "First Name", "Last Name", "Birth Certificate Pin", "Gender", "Date of Birth"];
  const sheets = {
    Students: [head, ["", "Ben", "Best", "20160504009", "F", "2016-05-04"]],
    Marks: [
      ["Student ID", "Subject", "Mark"],
      ["B2", "Mathematics", "21"],
    ],
  };
  for (const [name, cells] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells), name);
  const of = await sent(
    "workbook",
    new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer),
  );
  const asked = (await shown(of)).rows.find(({ outcome }) => outcome === "choose");
  const answered = await acted(of, { intent: "choose", row: String(asked?.key), choice: "B2" });

  expect([asked?.sheet, answered.counts.choose, answered.rows.map(({ publicId }) => publicId)]).toEqual([
    "Students",
    0,
    ["B2", "B2"],
  ]);
});

const sheet = {
  class_id: 1,
  subject_id: 20,
  title: "Science",
  form_level: 3,
  by_criteria: false,
  criteria: 0,
  grading: DEFAULT_GRADING,
  end_of_term: 80,
  other: 20,
};

test.each<{
  cell: string;
  subject?: number;
  testId?: TestId;
  criteria?: number;
  flavour?: SchoolFlavour;
  judged: string;
}>([
  { cell: "80", judged: "mark to 80, attendance 1" },
  { cell: "81", judged: "the mark must be from 0 to 80, ‘81’" },
  { cell: "7,5", testId: 2, judged: "mark to 7.5, attendance 1" },
  { cell: "21", testId: 2, judged: "the mark must be from 0 to 20, ‘21’" },
  { cell: "1.234", judged: "enter the mark with at most two decimals, ‘1.234’" },
  { cell: "absent", judged: "attendance to Absent, attendance 2" },
  { cell: "nw", judged: "no work cannot be entered for this test" },
  { cell: "A", subject: 7, judged: "grade to A, attendance 1" },
  { cell: "A", subject: 7, flavour: "secondary", judged: "attendance to Absent, attendance 2" },
  { cell: "55", subject: 7, judged: "‘55’" },
  { cell: "55", criteria: 3, judged: "this subject is graded by criteria on its mark sheet" },
  { cell: "55", criteria: -1, testId: 2, judged: "this class has marks at the end of the term only" },
])("a cell with $cell is read as the mark sheet would read it: $judged", (given) => {
  const { cell, subject = 20, testId = 1, criteria = 0, flavour = "primary", judged } = given;
  const of = { ...sheet, subject_id: subject, by_criteria: criteria !== 0, criteria: Math.max(0, criteria) };

  const result = checkImportedMark(
    { either: { text: cell, fault: null } },
    { sheet: of, stored: null, testId, flavour },
  );

  const words =
    "faults" in result
      ? result.faults.map(({ reason }) => reason)
      : [
          ...result.lines.map((line) =>
            line.say === "change" ? `${line.title.toLowerCase()} to ${line.to}` : "",
          ),
          `attendance ${String(result.columns["attendance"])}`,
        ];
  expect(words.join(", ")).toContain(judged);
});
