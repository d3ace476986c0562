import { utils, write } from "@e965/xlsx";
import { expect, test } from "vitest";
import { noTransaction, queryRows } from "#db/index.ts";
import { ARCHIVE_SUBJECTS } from "#domain/archive/archive-terms.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { createSchool, createSubject } from "#tests/support/builders/school.ts";
import { createFormClass } from "../rollover/rollover-scenario.ts";
import { fingerprint } from "../students/import/import-scenario.ts";
import { schoolImports } from "./school-scenario.ts";

/** A small school in every run of the tests; with WHOLE_SCHOOL=1 a real one, which takes minutes. */
const IS_WHOLE = process.env["WHOLE_SCHOOL"] === "1";
const [CLASSES, IN_A_CLASS, EMPLOYEES, LESSONS_OF_A_CLASS] = IS_WHOLE ? [35, 35, 70, 11] : [5, 4, 6, 3];
const MARKS = IS_WHOLE ? 22_000 : 70;
const STUDENTS = IS_WHOLE ? 1_200 : CLASSES * IN_A_CLASS;
const MINUTES = 60_000;

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const { sent, shown, acted, imported } = schoolImports(admin);
for (const { id, title } of ARCHIVE_SUBJECTS) await createSubject(title, id);
// New subjects get ids after those of the archive, as in a school that the first page made.
await queryRows(
  "select nextval(pg_get_serial_sequence('subjects', 'subject_id')) from generate_series(1, 60)",
  {},
  noTransaction,
);

const formClasses = Array.from({ length: CLASSES }, (_, index) => ({
  name: `${1 + (index % 5)}${"ABCDEFGH".charAt(Math.floor(index / 5))}`,
  level: 1 + (index % 5),
}));
for (const { name, level } of formClasses.filter((item) => !item.name.endsWith("A")))
  await createFormClass(name, level, level * 10 + name.charCodeAt(1));

type Cells = (string | number)[];
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const padded = (index: number) => String(index + 1).padStart(4, "0");
const classOf = (student: number) => formClasses[student % CLASSES]?.name ?? "";
const userOf = (index: number) => `teacher.${padded(index % EMPLOYEES)}`;
const subjectOf = (place: number) => `Course ${padded(place)}`;

/** The first classes have one more lesson than the others, so that a whole school has 390. */
const lessonsOf = (index: number) => LESSONS_OF_A_CLASS + (index < CLASSES / 7 ? 1 : 0);

const subjects = range(lessonsOf(0)).map((place): Cells => [subjectOf(place), `C${padded(place)}`]);
const employees = range(EMPLOYEES).map((index): Cells => ["Teacher", `Of ${padded(index)}`, userOf(index)]);
const classes = formClasses.map(({ name }, index): Cells => [name, userOf(index)]);
const students = range(STUDENTS).map((index): Cells => [
  `ST${padded(index)}`,
  `Añjali${padded(index)}`,
  `O'Brien-${padded(index)}`,
  `000${padded(index)}`,
  index % 2 === 0 ? "F" : "M",
  `2012-${String(1 + (index % 12)).padStart(2, "0")}-${String(1 + (index % 28)).padStart(2, "0")}`,
  "2024-09-02",
  classOf(index),
  `${5550000 + index}`,
]);
const lessons = formClasses.flatMap(({ name }, index) =>
  range(lessonsOf(index)).map((place): Cells => [
    name,
    subjectOf(place),
    userOf(index + place),
    place === 0 ? "Yes" : "",
  ]),
);
const choices = range(STUDENTS)
  .filter((index) => index % 2 === 0)
  .map((index): Cells => [`ST${padded(index)}`, subjectOf(0)]);
const marks = range(STUDENTS)
  .flatMap((index) =>
    range(LESSONS_OF_A_CLASS).flatMap((place) =>
      place === 0 && index % 2 === 1
        ? []
        : ["End of Term", "Mid Term"].map((testName, ofTest): Cells => [
            `ST${padded(index)}`,
            subjectOf(place),
            testName,
            index % 17 === 3 ? "Abs" : ((index * 7 + place * 3 + ofTest) % 199) / 2,
          ]),
    ),
  )
  .slice(0, MARKS);
const reports = range(STUDENTS).map((index): Cells => [
  `ST${padded(index)}`,
  index % 9,
  index % 4,
  "CSR".charAt(index % 3),
  `Works well, ${padded(index)}.`,
]);
const past = range(STUDENTS)
  .filter((index) => Number(classOf(index).charAt(0)) > 1)
  .map((index): Cells => [`ST${padded(index)}`, "1A", 1 + (index % 3), index % 101, (index % 201) / 2]);
const entrants = range(IS_WHOLE ? 240 : 5).map((index): Cells => [
  `NE${padded(index)}`,
  "New",
  `Entrant${padded(index)}`,
  `111${padded(index)}`,
]);

const SHEETS: Readonly<Record<string, Cells[]>> = {
  Subjects: [["Subject", "Abbreviation"], ...subjects],
  Employees: [["First Name", "Last Name", "User Name"], ...employees],
  Classes: [["Class", "Form Teacher"], ...classes],
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
      "Phone (Mobile)",
    ],
    ...students,
  ],
  Lessons: [["Class", "Subject", "Teacher", "By Choice"], ...lessons],
  "Subject choices": [["Student ID", "Subject"], ...choices],
  Marks: [["Student ID", "Subject", "Test", "Mark"], ...marks],
  "Term reports": [
    ["Student ID", "Sessions Absent", "Sessions Late", "Respect", "Teacher's Comments"],
    ...reports,
  ],
  "Past marks": [["Student ID", "Class", "Term", "Maths course", "English exam"], ...past],
  "New entrants": [["Student ID", "First Name", "Last Name", "Birth Certificate Pin"], ...entrants],
};

function workbook(): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  for (const [name, cells] of Object.entries(SHEETS))
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells), name);
  return new Uint8Array(write(book, { type: "buffer", bookType: "xlsx", compression: true }) as Buffer);
}

/** The records of imports themselves, the trail of events, and counts that are made from others. */
const NOT_COMPARED =
  /^(?:audit_events.*|imports|import_.*|files|security_events|counts_to_renew|report_counts|sheet_counts|student_counts|register_states|sessions|record_reads|migrations)$/;

async function listTables(): Promise<string[]> {
  const found = await queryRows<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    {},
    noTransaction,
  );
  return found.map(({ name }) => name).filter((name) => !NOT_COMPARED.test(name));
}

/** Reads what was imported as the rows of the sheets. */
async function readBack(): Promise<Record<string, Cells[]>> {
  const rowsOf = async (sql: string) =>
    (await queryRows<{ cells: Cells }>(sql, {}, noTransaction)).map(({ cells }) => cells);
  return {
    Subjects: await rowsOf(
      `select jsonb_build_array(title, abbr) as cells from subjects where title like 'Course %' order by title`,
    ),
    Employees: await rowsOf(
      `select jsonb_build_array(e.first_name, e.last_name, a.user_name) as cells
         from employees e join accounts a using (employee_id) order by a.user_name`,
    ),
    Classes: await rowsOf(
      `select jsonb_build_array(c.label, a.user_name) as cells
         from classes c join class_teachers h using (class_id) join accounts a using (employee_id) order by c.label`,
    ),
    Students: await rowsOf(
      `select jsonb_build_array(s.student_id, s.first_name, s.last_name, s.birth_certificate_pin, s.gender,
                                s.date_of_birth, s.entry_date, c.label, p.phone_mobile) as cells
         from students s join student_personal p on p.student_key = s.id
         join registrations r on r.student_key = s.id join classes c using (class_id) order by s.student_id`,
    ),
    Lessons: await rowsOf(
      `select jsonb_build_array(c.label, b.title, a.user_name, case when l.by_choice then 'Yes' else '' end) as cells
         from lessons l join classes c using (class_id) join subjects b using (subject_id)
         join accounts a using (employee_id) order by c.label, b.title`,
    ),
    "Subject choices": await rowsOf(
      `select jsonb_build_array(s.student_id, b.title) as cells
         from student_subject_assignments x join students s on s.id = x.student_key
         join subjects b using (subject_id) order by s.student_id`,
    ),
    Marks: await rowsOf(
      `select jsonb_build_array(s.student_id, b.title, case m.test_id when 1 then 'End of Term' else 'Mid Term' end,
                                case when m.attendance = 2 then to_jsonb('Abs'::text) else to_jsonb(m.mark::float8) end) as cells
         from marks m join students s on s.id = m.student_key join subjects b using (subject_id)
        where m.academic_term_id > 1000 order by s.student_id, b.title, m.test_id`,
    ),
    "Term reports": await rowsOf(
      `select jsonb_build_array(s.student_id, d.sessions_absent, d.sessions_late, d.respect, d.teacher_comment) as cells
         from term_records d join students s on s.id = d.student_key order by s.student_id`,
    ),
    "Past marks": await rowsOf(
      `select jsonb_build_array(s.student_id, g.form_class_id, g.academic_term_id % 100, max(m.mark::float8) filter (where m.subject_id = 33),
                                max(m.mark::float8) filter (where m.subject_id = 18)) as cells
         from archive_registrations g join students s on s.id = g.student_key
         join marks m using (student_key, academic_term_id)
        group by s.student_id, g.form_class_id, g.academic_term_id order by s.student_id`,
    ),
    "New entrants": await rowsOf(
      `select jsonb_build_array(s.student_id, s.first_name, s.last_name, s.birth_certificate_pin) as cells
         from students s where s.student_status_id = 2 or s.entry_date > '2026-08-31' order by s.student_id`,
    ),
  };
}

const sortedSource = Object.fromEntries(
  Object.entries(SHEETS).map(([name, [, ...rows]]) => [name, sorted(name, rows)]),
);

/** The sheets in the order in which they are read back. */
function sorted(name: string, rows: Cells[]): Cells[] {
  const keyOf = (cells: Cells) =>
    (name === "Employees" ? [cells[2]] : name === "Marks" ? cells.slice(0, 3) : cells.slice(0, 2)).join(" ");
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

test(
  "a school of one workbook is imported, compared cell by cell, undone to what was there, and imported again",
  { timeout: 20 * MINUTES },
  async () => {
    const tables = await listTables();
    const before = await fingerprint(tables);
    const begun = performance.now();
    const took = (what: string, since: number) => {
      if (IS_WHOLE) console.log(`${what}: ${((performance.now() - since) / 1_000).toFixed(1)} s`);
      return performance.now();
    };

    const of = await sent("workbook", workbook());
    let at = took("dry run", begun);
    const checked = await shown(of);
    expect([checked.state, checked.failure, checked.counts.refused, checked.counts.choose]).toEqual([
      "judged",
      "",
      0,
      0,
    ]);
    expect(checked.sheets?.map(({ title, all }) => [title, all])).toEqual(
      Object.entries(SHEETS).map(([title, rows]) => [title, rows.length - 1]),
    );
    at = performance.now();
    const done = await imported(of);
    at = took("import", at);
    expect([done.state, done.failure]).toEqual(["imported", ""]);
    expect(await readBack()).toEqual(sortedSource);
    at = performance.now();
    const undone = await acted(of, { intent: "undo" });
    took("undo", at);
    expect([undone.state, undone.failure]).toEqual(["undone", ""]);
    expect(await fingerprint(tables)).toEqual(before);
    const again = await sent("workbook", workbook());
    await imported(again);

    expect(await readBack()).toEqual(sortedSource);
  },
);
