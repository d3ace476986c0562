import { expect, test } from "vitest";
import { loader as filesOfImport } from "../../../app/routes/settings/import/files.tsx";
import { loader as start } from "../../../app/routes/settings/import/start.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { SchoolImportKind } from "#domain/people/imports.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  createSubject,
  TEST,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { callRoute, getRequest } from "#tests/support/request.ts";
import { fingerprint, workOnImport } from "../students/import/import-scenario.ts";
import { describeRow as said, schoolImports } from "./school-scenario.ts";

await freshDatabase();
const school = await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const clerk = await createClerk({ userName: "clerk" });
const { sent, shown, pressed, acted, imported } = schoolImports(admin);
const hinds = await createTeacher({ userName: "k.hinds", firstName: "Kiara", lastName: "Hinds" });
const pierre = await createTeacher({ userName: "c.pierre", firstName: "Carl", lastName: "Pierre" });
const [oneA, twoA] = [
  await createClass({ formClassId: "1A" }),
  await createClass({ formClassId: "2A", formTeacher: pierre }),
];

const TABLES = [
  "academic_years",
  "subjects",
  "classes",
  "class_teachers",
  "lessons",
  "student_subject_assignments",
  "marks",
];

test.each<{ kind: SchoolImportKind; head: string; lines: string[]; judged: unknown[][] }>([
  {
    kind: "subjects",
    head: "Subject,Abbreviation",
    lines: ["Agricultural  Science,AGR", "Music,", ",ART", `${"x".repeat(81)},X`, "Dance,DAN", "dance,DNC"],
    judged: [
      [2, "created", "Agricultural Science", "Abbreviation AGR"],
      [3, "refused", "Music", "Abbreviation: fill in this cell"],
      [4, "refused", "–", "Subject: fill in this cell"],
      [5, "refused", "x".repeat(81), expect.stringContaining("80")],
      [6, "refused", "Dance", "Row: row 7 is for the same record; keep only one of them"],
      [7, "refused", "dance", "Row: row 6 is for the same record; keep only one of them"],
    ],
  },
  {
    kind: "classes",
    head: "Class,Form Teacher,Year",
    lines: [
      "1A,Kiara Hinds,",
      "3A,,2025-2026",
      "2a,k.hinds,",
      "9Z,,",
      "2A,c.pierre,",
      "1A,,2031",
      "4A,Nobody,",
      "1A,Pierre,2026/27",
      "1A,C. Pierre,2026/27",
      "2A,,2026-2027",
    ],
    judged: [
      [2, "changed", "1A", "Form teacher Hinds, Kiara"],
      [3, "created", "3A", "New class in 2025-2026"],
      [4, "refused", "2a", expect.stringMatching(/already has 1A/)],
      [
        5,
        "refused",
        "9Z",
        expect.stringMatching(/^Class: the school has no form class ‘9Z’; enter one of them, such as \w/),
      ],
      [6, "unchanged", "2A", "No changes"],
      [7, "refused", "1A", "Year: classes of ‘2031’ cannot be imported; enter 2025-2026 or 2026-2027"],
      [8, "refused", "4A", expect.stringContaining("no current employee")],
      [9, "refused", "1A", expect.stringContaining("no current employee")],
      [10, "created", "1A", "New class in 2026-2027", "Form teacher Pierre, Carl"],
      [11, "created", "2A", "New class in 2026-2027"],
    ],
  },
])(
  "a file of $kind is checked row by row, imported as a whole and undone to what was there",
  async ({ kind, head, lines, judged }) => {
    const before = await fingerprint(TABLES);
    const of = await sent(kind, [head, ...lines]);

    const checked = await shown(of);
    expect([checked.state, checked.failure]).toEqual(["judged", ""]);
    expect(checked.rows.map(said)).toEqual(judged);
    expect(await fingerprint(TABLES)).toEqual(before);
    const done = await imported(of);
    expect([done.state, done.failure]).toEqual(["imported", ""]);
    expect(await fingerprint(TABLES)).not.toEqual(before);
    const undone = await acted(of, { intent: "undo" });

    expect([undone.state, undone.failure]).toEqual(["undone", ""]);
    expect(await fingerprint(TABLES)).toEqual(before);
  },
);

test("lessons are imported by names, an ended one is taken up again, and others stay", async () => {
  const [art, maths] = [await createSubject("Art"), await createSubject("Mathematics")];
  const ended = await createLesson(pierre, oneA, { subject: "Art" });
  await createLesson(pierre, oneA, { subject: "Science" });
  const before = await fingerprint(TABLES);
  await transaction(TEST, (t) =>
    runQuery("update lessons set ended_on = '2026-05-01' where lesson_id = $1", [ended.lessonId], t),
  );
  const withEnded = await fingerprint(TABLES);
  const of = await sent("lessons", [
    "Class,Subject,Teacher,By Choice",
    "1A,MATH,k.hinds,",
    "1A,art,c.pierre,yes",
    `2A,Mathematics,${hinds.employeeId},Perhaps`,
    '2A,Mathematics,"Hinds, Kiara",no',
    "2A,Latin,Z. Zed,",
    "1A,Mathematics,K. Hinds,",
    "1A,Science,k.hinds,",
  ]);

  expect((await shown(of)).rows.map(said)).toEqual([
    [2, "refused", "Mathematics, 1A", "Row: row 7 is for the same record; keep only one of them"],
    [3, "changed", "Art, 1A", "C. Pierre teaches this lesson again", "By Choice: No to Yes"],
    [4, "refused", "Mathematics, 2A", "By Choice: enter Yes or No"],
    [5, "created", "Mathematics, 2A", "Teacher Hinds, Kiara, 2025-2026"],
    [
      6,
      "refused",
      "Latin, 2A",
      expect.stringContaining("no subject"),
      expect.stringContaining("no current employee"),
    ],
    [7, "refused", "Mathematics, 1A", "Row: row 2 is for the same record; keep only one of them"],
    [
      8,
      "created",
      "Science, 1A",
      "Teacher Hinds, Kiara, 2025-2026",
      "C. Pierre already teaches this subject in 1A",
    ],
  ]);
  await imported(of);
  expect(
    await queryRows(
      `select l.employee_id, l.class_id, l.subject_id, l.by_choice, l.ended_on
         from lessons l where l.subject_id in ($1, $2) order by l.lesson_id`,
      [art, maths],
      noTransaction,
    ),
  ).toEqual([
    {
      employee_id: pierre.employeeId,
      class_id: oneA.classId,
      subject_id: art,
      by_choice: true,
      ended_on: null,
    },
    {
      employee_id: hinds.employeeId,
      class_id: twoA.classId,
      subject_id: maths,
      by_choice: false,
      ended_on: null,
    },
  ]);
  await acted(of, { intent: "undo" });

  expect(await fingerprint(TABLES)).toEqual(withEnded);
  expect(withEnded).not.toEqual(before);
});

test("of two imports of the same rows at one moment the second is not carried out, and says what to do", async () => {
  const lines = ["Subject,Abbreviation", ...Array.from({ length: 60 }, (_, n) => `Craft ${n},CR${n}`)];
  const two = [await sent("subjects", lines), await sent("subjects", lines)];
  for (const of of two) await pressed(of, { intent: "import", version: "60" });

  await Promise.all(two.map((of) => workOnImport(of)));

  const found = await Promise.all(two.map(shown));
  expect(found.map(({ state }) => state).toSorted()).toEqual(["imported", "judged"]);
  const second = found.find(({ state }) => state === "judged");
  expect(second?.failure).toBe(
    "The school’s data has changed since the file was checked, so nothing was imported. Check the rows, then import again.",
  );
  expect(second?.counts).toMatchObject({ created: 0, unchanged: 60 });
});

test("an import is not undone after somebody changed its rows, or built on them", async () => {
  const of = await sent("subjects", ["Subject,Abbreviation", "Drama,DRA", "Chess,CHE"]);
  await imported(of);
  await createLesson(hinds, twoA, { subject: "Drama" });

  const used = await acted(of, { intent: "undo" });
  await transaction(TEST, (t) => runQuery("update subjects set abbr = 'CHS' where title = 'Chess'", {}, t));
  const changed = await acted(of, { intent: "undo" });

  expect([used.state, used.failure]).toEqual([
    "imported",
    "This import cannot be undone, because other records now depend on it: lessons.",
  ]);
  expect([changed.state, changed.failure]).toEqual([
    "imported",
    "This import cannot be undone. Changed since the import: Chess.",
  ]);
});

test("a lesson stays while its mark sheet has marks or its subject is chosen", async () => {
  const [student] = await createStudents(twoA, 1);
  if (!student) throw new Error("no student");
  const [subjectId, dance] = [await createSubject("Woodwork"), await createSubject("Dance")];
  const of = await sent("lessons", [
    "Class,Subject,Teacher,By Choice",
    "2A,Woodwork,k.hinds,",
    "2A,Dance,c.pierre,yes",
  ]);
  await imported(of);
  await createMark(student, { subjectId, employeeId: hinds.employeeId }, { mark: 60 });
  const values = [student.id, dance, pierre.employeeId];
  await transaction(TEST, (t) =>
    runQuery("insert into student_subject_assignments values ($1, 20252026, $2, $3)", values, t),
  );
  const kept = await acted(of, { intent: "undo" });

  expect([kept.state, kept.failure]).toEqual([
    "imported",
    "This import cannot be undone, because other records now depend on it: marks, subject choices.",
  ]);
  await transaction(TEST, (t) => runQuery("delete from marks", [], t));
  await transaction(TEST, (t) => runQuery("delete from student_subject_assignments", [], t));
  expect((await acted(of, { intent: "undo" })).state).toBe("undone");
});

test("while a rollover is under way an import waits", async () => {
  const of = await sent("subjects", ["Subject,Abbreviation", "Pottery,POT"]);
  await transaction(TEST, (t) =>
    runQuery(
      `insert into term_rollovers (from_term_id, to_term_id, turns_year, term_start, term_end, total_sessions,
                                   next_term_start, state, fingerprint, asked_by, started_by, started_at)
       values (202520263, 202620271, true, '2026-09-07', '2026-12-11', 132, '2027-01-04', 'running', '{}', $1, $1, now())`,
      [admin.accountId],
      t,
    ),
  );
  await expect(imported(of)).rejects.toThrow(/term/);
  const waiting = await shown(of);
  await transaction(TEST, (t) => runQuery("delete from term_rollovers", [], t));
  await workOnImport(of);

  expect([waiting.state, (await shown(of)).state]).toEqual(["importing", "imported"]);
});

test("only administrators import the school, and other kinds do not exist", async () => {
  const asked = async (importKind: string, visitor: typeof admin) =>
    (await callRoute(start, getRequest(`/app/settings/import/${importKind}`, visitor), { importKind }))
      .status;

  expect([
    await asked("lessons", clerk),
    await asked("lessons", admin),
    await asked("people", admin),
  ]).toEqual([403, 200, 404]);
  const template = await callRoute(
    filesOfImport,
    getRequest("/app/settings/import/lessons/template/csv", admin),
    { importKind: "lessons", format: "csv" },
  );
  expect(template.status).toBe(200);
  expect(String(template.body)).toContain('"Class","Subject","Teacher","By Choice"');
  expect(school.flavour).toBe("secondary");
});
