import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { SchoolImportKind } from "#domain/people/imports.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { createClass, createSchool, createSubject, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createStudent, createStudents, registerStudents } from "#tests/support/builders/students.ts";
import { createNextClass, outcomeOf, rehearsed } from "../rollover/rollover-scenario.ts";
import { fingerprint } from "../students/import/import-scenario.ts";
import { describeRow, schoolImports } from "./school-scenario.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const { sent, shown, acted, imported } = schoolImports(admin);
await createSubject("Maths", 33);
await createSubject("English", 18);
const [oneA, twoA, fourA] = [
  await createClass({ formClassId: "1A" }),
  await createClass({ formClassId: "2A" }),
  await createClass({ formClassId: "4A" }),
];
const [anya, ben] = await createStudents(
  twoA,
  [
    { studentId: "A1", firstName: "Anya", lastName: "Ali" },
    { studentId: "B2", firstName: "Ben", lastName: "Best" },
  ],
  [TERM_IDS[2]],
);
const [cleo] = await createStudents(oneA, [{ studentId: "C3", firstName: "Cleo", lastName: "Cox" }]);
await createStudents(fourA, [{ studentId: "D4", firstName: "Dev", lastName: "Dass" }], [TERM_IDS[2]]);
const late = await createStudent({ studentId: "E5", firstName: "Eve", lastName: "Eli" });
await createNextClass("1A");
await createNextClass("2A");
if (!anya || !ben || !cleo) throw new Error("a student is missing");
await transaction(TEST, (t) =>
  runQuery(
    "update term_records set signed_by = $1, signed_at = now(), signed_fingerprint = 'x' where student_key = $2",
    [admin.accountId, ben.id],
    t,
  ),
);

const TABLES = [
  "academic_years",
  "academic_terms",
  "students",
  "student_personal",
  "registrations",
  "term_records",
  "marks",
  "archive_registrations",
  "turn_decisions",
];

test.each<{ kind: SchoolImportKind; head: string; lines: string[]; judged: unknown[][] }>([
  {
    kind: "term-reports",
    head: "Student ID,Total Sessions,Sessions Absent,Sessions Late,Respect,Attitude,Promoted To,Repeating,Teacher's Comments,Term",
    lines: [
      "a1,,4,2,C,Sometimes,3A,,Works hard.,3",
      "B2,,1,,,,,,,",
      "C3,,100,21,,,,,,",
      "D4,,,,X,,,,,",
      "E5,,1,,,,,,,",
      "PIN003,,1,,,,2A,1A,,",
      "D4,120,0,0,R,,5A,,,Term 2",
    ],
    judged: [
      [
        2,
        "changed",
        "Ali, Anya",
        "Sessions Absent, Term 3: blank to 4",
        "Sessions Late, Term 3: blank to 2",
        "Promoted To, Term 3: blank to 3A",
        "Respect, Term 3: blank to C",
        "Attitude, Term 3: blank to S",
        "Teacher's Comments, Term 3: blank to Works hard.",
      ],
      [
        3,
        "refused",
        "Best, Ben",
        "Report: the principal has signed this report; change it under Term Reports",
      ],
      [4, "refused", "Cox, Cleo", expect.stringContaining("add up to 121, but the term has 120 sessions")],
      [5, "refused", "Dass, Dev", expect.stringContaining("Respect: ")],
      [6, "refused", "E5", expect.stringContaining("Student ID: ")],
      [7, "refused", "Cox, Cleo", expect.stringContaining("choose promoted or repeating, not both")],
      [8, "refused", "Dass, Dev", expect.stringContaining("only reports of 2025-2026, Term 3")],
    ],
  },
  {
    kind: "past-marks",
    head: "Student ID,Class,Term,Maths course,Maths exam,English exam",
    lines: [
      "A1,1A,1,70,65.5,-",
      "a1,1a,Term 2,,101,",
      "PIN001,1A,3,50,,40",
      "A1,2A,3,50,,",
      "D4,3A,2,81,,",
      "D4,4A,1,50,,",
      "C3,1A,1,77,,",
      "C3,2A,1,77,,",
      "Z9,1A,1,50,,",
      "D4,3A,4,50,,",
      "D4,3A,3,,,",
      "E5,2A,2,,33,",
    ],
    judged: [
      [
        2,
        "created",
        "Ali, Anya",
        "Form 1, Term 1, class: blank to 1A",
        "Form 1, Term 1, Maths course: blank to 70",
        "Form 1, Term 1, Maths exam: blank to 65.5",
      ],
      [3, "refused", "Ali, Anya", "Maths exam: the mark must be from 0 to 100, ‘101’"],
      [
        4,
        "created",
        "Ali, Anya",
        "Form 1, Term 3, class: blank to 1A",
        "Form 1, Term 3, Maths course: blank to 50",
        "Form 1, Term 3, English exam: blank to 40",
      ],
      [5, "refused", "Ali, Anya", "Term: this term is not over for the student"],
      [
        6,
        "created",
        "Dass, Dev",
        "Form 3, Term 2, class: blank to 3A",
        "Form 3, Term 2, Maths course: blank to 81",
      ],
      [7, "refused", "Dass, Dev", "Class: the archive has Forms 1 to 3 only"],
      [8, "changed", "Cox, Cleo", "2025-2026, Term 1, Maths course: blank to 77"],
      [9, "refused", "Cox, Cleo", "Term: this term is not over for the student"],
      [10, "refused", "Z9", "Student ID: no student has this ID or birth certificate PIN"],
      [11, "refused", "Dass, Dev", "Term: enter 1, 2 or 3"],
      [12, "refused", "Dass, Dev", "Row: no subject has a mark"],
      [
        13,
        "created",
        "Eli, Eve",
        "Form 2, Term 2, class: blank to 2A",
        "Form 2, Term 2, Maths exam: blank to 33",
      ],
    ],
  },
  {
    kind: "entrants",
    head: "Student ID,First Name,Last Name,Birth Certificate Pin,Date of Birth,Class,Entry Date",
    lines: [
      "N1,Nia,Noel,20150101001,2015-01-01,1A,",
      "N2,Omar,Otto,20150202002,2015-02-02,,2026-09-08",
      "N3,Pia,Paul,20150303003,2015-03-03,9Z,",
      "N4,Quin,Que,20150404004,2015-04-04,1A,2026-01-05",
      "A1,,,,,1A,",
      "E5,,,,,2A,",
      "N6,,Ray,20150505005,2015-05-05,1A,",
    ],
    judged: [
      [
        2,
        "created",
        "Noel, Nia",
        "Born 1 Jan 2015, PIN 20150101001, enters 7 Sep 2026",
        "Goes to 1A in 2026-2027",
      ],
      [
        3,
        "created",
        "Otto, Omar",
        "Born 2 Feb 2015, PIN 20150202002, enters 8 Sep 2026",
        "Enters in 2026-2027, no class yet",
      ],
      [4, "refused", "Paul, Pia", "Class: there is no class ‘9Z’ in 2026-2027"],
      [5, "refused", "Que, Quin", expect.stringContaining("Entry Date: enter a day of 2026-2027")],
      [6, "refused", "Ali, Anya", expect.stringContaining("is in 2A this year")],
      [7, "changed", "Eli, Eve", "Class in 2026-2027: none to 2A"],
      [8, "refused", "Ray", expect.stringContaining("First Name: ")],
    ],
  },
])(
  "a file of $kind is checked row by row, imported as a whole and undone to what was there",
  async ({ kind, head, lines, judged }) => {
    const before = await fingerprint(TABLES);
    const of = await sent(kind, [head, ...lines]);

    const checked = await shown(of);
    expect([checked.state, checked.failure]).toEqual(["judged", ""]);
    expect(checked.rows.map(describeRow)).toEqual(judged);
    expect(await fingerprint(TABLES)).toEqual(before);
    const done = await imported(of);
    expect([done.state, done.failure]).toEqual(["imported", ""]);
    expect(await fingerprint(TABLES)).not.toEqual(before);
    const again = await shown(await sent(kind, [head, ...lines]));
    expect(again.counts).toMatchObject({ created: 0, changed: 0, choose: 0 });
    const undone = await acted(of, { intent: "undo" });

    expect([undone.state, undone.failure]).toEqual(["undone", ""]);
    expect(await fingerprint(TABLES)).toEqual(before);
  },
);

test("an import of new entrants is undone after a rehearsal that foresaw their classes", async () => {
  const before = await fingerprint(TABLES);
  const of = await sent("entrants", [
    "Student ID,First Name,Last Name,Birth Certificate Pin,Date of Birth,Class",
    "N7,Nia,Noel,20150101001,2015-01-01,1A",
  ]);
  await imported(of);
  await rehearsed(admin);

  const undone = await acted(of, { intent: "undo" });

  expect([undone.state, undone.failure]).toEqual(["undone", ""]);
  expect(await fingerprint(TABLES)).toEqual(before);
});

test("the rollover puts new entrants into the classes of their rows, and a changed outcome prevents the undoing", async () => {
  const of = await sent("entrants", [
    "Student ID,First Name,Last Name,Birth Certificate Pin,Date of Birth,Class",
    "N1,Nia,Noel,20150101001,2015-01-01,1A",
    "E5,,,,,2A",
  ]);
  await imported(of);
  const [nia] = await queryRows<{ id: number }>(
    "select id from students where student_id = 'N1'",
    {},
    noTransaction,
  );

  const first = await rehearsed(admin);
  const of2 = (student: { id: number }) => outcomeOf(first, { ...late, ...student });
  expect([await of2({ id: nia?.id ?? 0 }), await of2(late)]).toMatchObject([
    { what: "new", next: "1A" },
    { what: "new", next: "2A" },
  ]);
  await transaction(TEST, (t) =>
    runQuery(
      "update turn_decisions set kind = 'leave', class_id = null where student_key = $1",
      [nia?.id ?? 0],
      t,
    ),
  );
  const kept = await acted(of, { intent: "undo" });

  expect([kept.state, kept.failure]).toEqual([
    "imported",
    "This import cannot be undone. Changed or added since the import: Nia Noel, N1 (1 outcome of the rollover).",
  ]);
});

test("an import of past marks is undone although a later one uses the same term of the archive", async () => {
  const head = "Student ID,Class,Term,Maths course";
  const first = await sent("past-marks", [head, "A1,1A,1,70"]);
  await imported(first);
  const second = await sent("past-marks", [head, "E5,1A,1,71"]);
  await imported(second);

  const [undone, rest] = [await acted(first, { intent: "undo" }), await acted(second, { intent: "undo" })];

  expect([undone.state, undone.failure, rest.state, rest.failure]).toEqual(["undone", "", "undone", ""]);
  const left = await queryRows("select mark_id from marks order by mark_id", {}, noTransaction);
  expect(left).toEqual([]);
});

test("past marks of a student who repeated a form go to the year of the class, and a class of both years is refused", async () => {
  const [yearId, termId] = [20242025, 202420251];
  await transaction(TEST, async (t) => {
    await runQuery("insert into academic_years (academic_year_id) values ($1)", [yearId], t);
    await runQuery(
      `insert into academic_terms (academic_term_id, academic_year_id, term, term_start, term_end, next_term_start,
                                   total_sessions, assessment_type)
       values ($1, $2, 1, '2024-09-02', '2024-12-13', '2025-01-06', 120, 'Mid Term')`,
      [termId, yearId],
      t,
    );
    await runQuery(
      "insert into form_classes (form_class_id, group_title, form_level, position) values ('1B', 'Form 1', 1, 11)",
      [],
      t,
    );
  });
  const oneBThen = await createClass({ formClassId: "1B", yearId });
  const oneAThen = await createClass({ formClassId: "1A", yearId });
  const [fay] = await createStudents(oneA, [{ studentId: "F6", firstName: "Fay", lastName: "Fox" }]);
  if (!fay) throw new Error("the student is missing");
  await registerStudents(oneBThen, [cleo], [termId]);
  await registerStudents(oneAThen, [fay], [termId]);

  const checked = await shown(
    await sent("past-marks", [
      "Student ID,Class,Term,Maths course",
      "C3,1B,1,61",
      "C3,1A,1,62",
      "F6,1A,1,63",
      "F6,1B,1,64",
    ]),
  );

  const repeated =
    "Term: the student was in this form more than once (2024-2025, Term 1 and 2025-2026, Term 1); enter these marks in the Marks Archive";
  expect(checked.rows.map(describeRow)).toEqual([
    [2, "changed", "Cox, Cleo", "2024-2025, Term 1, Maths course: blank to 61"],
    [3, "changed", "Cox, Cleo", "2025-2026, Term 1, Maths course: blank to 62"],
    [4, "refused", "Fox, Fay", repeated],
    [5, "refused", "Fox, Fay", repeated],
  ]);
});
