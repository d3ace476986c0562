import { afterAll, expect, test } from "vitest";
import readSpreadsheet from "read-excel-file/node";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { listResultClasses } from "#db/queries/marks/results.ts";
import { refreshCounts } from "#db/queries/reports/counts.ts";
import { ABSENT_FROM_TEST } from "#domain/attendance.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { calculateYearResult } from "#domain/figures/year-results.ts";
import { readResults } from "#features/attendance-summary/overview/results/class-results.server.ts";
import { findReport } from "#features/term-reports/find-report.server.ts";
import { readReportMarks } from "#features/term-reports/report/marks/read-subjects.server.ts";
import { closeDocuments } from "#templates/index.ts";
import { addressOf, printed, wordsIn } from "#tests/api/reports/printed.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createFormTeacher, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  TEST,
  type Lesson,
} from "#tests/support/builders/school.ts";
import {
  createMark,
  createStudents,
  registerStudents,
  type Student,
} from "#tests/support/builders/students.ts";

/**
 * A small school that was worked out by hand. In Form 3 course work counts 40% in Mathematics; English has the exam
 * alone. Course work and exam have the same mark except for Ann. Cy joined in Term 2, Eve moved from 3A to 3B then.
 *
 * |     | Mathematics 1, 2, 3                    | English 1, 2, 3 | Year: Mathematics, English, average |
 * | Ann | 70 and 80: 76, 80 and 90: 86, 60 and 65: 63 | 60, 70, 81 | 225 / 3 = 75, 211 / 3 = 70.33, 72.67 |
 * | Bea | 50, 60, 70                             | 51, 61, 72      | 60, 61.33, 60.67 |
 * | Cy  | –, 90, absent                          | –, 90, 40       | 90, 65, 77.5, without a rank |
 * | Dee | 70, 60, 50                             | 72, 61, 51      | 60, 61.33, 60.67 |
 * | Eve | 40, 50, 55                             | 44, 50, 57      | 48.33, 50.33, 49.33 |
 */
await freshDatabase();
afterAll(closeDocuments);
const { terms, currentTermId } = await createSchool({ flavour: "secondary" });
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const otherTeacher = await createTeacher();
const form3a = await createClass({ formClassId: "3A", formTeacher });
const form3b = await createClass({ formClassId: "3A", label: "3B", formTeacher: await createFormTeacher() });
const [maths, english] = [
  await createLesson(formTeacher, form3a),
  await createLesson(formTeacher, form3a, { subject: "English" }),
];
await createLesson(otherTeacher, form3b);
await createLesson(otherTeacher, form3b, { subject: "English" });
const [first, second, third] = terms;
const [ann, bea, dee, eve] = (await createStudents(
  form3a,
  ["Ann", "Bea", "Dee", "Eve"].map((lastName) => ({ lastName, studentId: `S-${lastName}` })),
)) as [Student, Student, Student, Student];
const [cy] = (await createStudents(form3a, [{ lastName: "Cy", studentId: "S-Cy" }], [second, third])) as [
  Student,
];
await registerStudents(form3b, [eve], [second, third]);
await weightMathematics(maths);

type Marks = readonly [term: number, course: number | null, exam: number | null, english: number];
const MARKS: readonly [Student, readonly Marks[]][] = [
  [
    ann,
    [
      [first, 70, 80, 60],
      [second, 80, 90, 70],
      [third, 60, 65, 81],
    ],
  ],
  [
    bea,
    [
      [first, 50, 50, 51],
      [second, 60, 60, 61],
      [third, 70, 70, 72],
    ],
  ],
  [
    cy,
    [
      [second, 90, 90, 90],
      [third, 80, null, 40],
    ],
  ],
  [
    dee,
    [
      [first, 70, 70, 72],
      [second, 60, 60, 61],
      [third, 50, 50, 51],
    ],
  ],
  [
    eve,
    [
      [first, 40, 40, 44],
      [second, 50, 50, 50],
      [third, 55, 55, 57],
    ],
  ],
];
for (const [student, own] of MARKS)
  for (const [termId, course, exam, ofEnglish] of own) {
    await createMark(student, maths, { termId, testId: 2, mark: course });
    await createMark(
      student,
      maths,
      exam === null ? { termId, attendance: ABSENT_FROM_TEST } : { termId, mark: exam },
    );
    await createMark(student, english, { termId, mark: ofEnglish });
  }

test.each([
  [
    "S-Ann",
    "72.7% Term 1 68.0% · Term 2 78.0% · Term 3 72.0% · position 1 of 3",
    /Mathematics.*63\s*D\s*76\s*86\s*75/,
  ],
  [
    "S-Bea",
    "60.7% Term 1 50.5% · Term 2 60.5% · Term 3 71.0% · position = 2 of 3",
    /English.*72\s*C\s*51\s*61\s*61/,
  ],
  ["S-Cy", "77.5% Term 2 90.0% · Term 3 40.0% · not ranked", /Mathematics.*Absent.*90\s*90/],
  [
    "S-Eve",
    "49.3% Term 1 42.0% · Term 2 50.0% · Term 3 56.0% · position 1 of 1",
    /Mathematics.*55\s*R\s*40\s*50\s*48/,
  ],
])("the card of %s in Term 3 has the results of the year", async (studentId, line, subject) => {
  const words = await wordsOf(
    addressOf("/api/report-card", { academic_term_id: third, student_id: studentId }),
  );

  expect(words).toContain(`Average for the year ${line}`);
  expect(words).toMatch(subject);
});

test("the card of Term 2 has no results of the year", async () => {
  const words = await wordsOf(
    addressOf("/api/report-card", { academic_term_id: second, student_id: "S-Ann" }),
  );

  expect(words).not.toContain("Average for the year");
});

test("the transcript and the cumulative record have the results, average and position of the card", async () => {
  const query = { academic_term_id: third };
  const transcript = await wordsOf(addressOf("/api/transcript/S-Ann", query));
  const record = await wordsOf(addressOf("/api/cumulative-record/S-Cy", query));

  expect(transcript).toMatch(/English\s*70\s*C/);
  expect(transcript).toMatch(/Mathematics\s*75\s*C/);
  expect(transcript).toMatch(
    /Average for the year\s*72\.7%\s*Position in class\s*1 of 3\s*Subjects passed\s*2 of 2/,
  );
  expect(record).toMatch(/Mathematics\s*90\s*Absent\s*90\s*A/);
  expect(record).toMatch(/Average\s*90\.0%\s*40\.0%\s*77\.5%/);
  expect(record).toMatch(/Position in class\s*Not ranked/);
});

test("the report on the screen, the class's mark sheet and the statistics have the figures of the cards", async () => {
  const ofReport = async ({ id }: Student) => {
    const key = { classId: form3a.classId, academicTermId: third, studentKey: id };
    const { marks } = await readReportMarks(await findReport(principal.person, key, noTransaction), id);
    return [marks.average, ...marks.subjects.map(({ percentage }) => percentage)];
  };
  const query = { academic_term_id: third, form_class_id: "3A", employee_id: formTeacher.employeeId };
  const end = { test_id: 3, assesment_id: 2, assesment_title: "End of Term" };
  const sheet = await wordsOf(addressOf("/api/mark-sheet", { ...query, ...end }));
  await refreshCounts({ academicTermId: third, flavour: "secondary" });
  const classes = await listResultClasses({ employeeId: null, all: true, terms: [third] }, noTransaction);
  const statistics = await readResults(classes, { testId: 1, flavour: "secondary" });

  expect(await Promise.all([ann, bea, cy, dee].map(ofReport))).toEqual([
    ["72.0%", 81, 63],
    ["71.0%", 72, 70],
    ["40.0%", 40, null],
    ["50.5%", 51, 50],
  ]);
  // English, both parts of Mathematics and its result, the total, the average and the rank.
  expect(sheet).toMatch(/Ann, First001\s*81\s*60\s*65\s*63\s*144\s*72\.0\s*1/);
  expect(sheet).toMatch(/Bea, First002\s*72\s*70\s*70\s*70\s*142\s*71\.0\s*2/);
  expect(sheet).toMatch(/Cy, First005\s*40\s*80\s*Abs\s*Abs\s*40\s*40\.0\s*–/);
  expect(sheet).toMatch(/Dee, First003\s*51\s*50\s*50\s*50\s*101\s*50\.5\s*3/);
  expect(
    statistics.get(form3a.classId)?.students.map(({ average, isComplete }) => [average, isComplete]),
  ).toEqual([
    [72, true],
    [71, true],
    [40, false],
    [50.5, true],
  ]);
});

test("marks of the archive come first in the transcript", async () => {
  await transaction(TEST, async (t) => {
    await runQuery(
      "insert into academic_terms (academic_term_id, term) values (101, 1) on conflict do nothing",
      [],
      t,
    );
  });
  await createMark(ann, maths, { termId: 101, mark: 91 });

  const words = await wordsOf(addressOf("/api/transcript/S-Ann", { academic_term_id: third }));

  expect(words).toMatch(/Mathematics\s*91\s*A\s*75\s*C/);
  expect(words).toContain("come from the marks archive");
});

test("the merit list of a level ranks by average, names the first in each subject and those who rose most", async () => {
  const query = { academic_term_id: currentTermId, form_level: 3, format: "spreadsheet" };
  const { bytes } = await printed(addressOf("/api/merit-list", query), principal);

  const rows = (await readSpreadsheet(bytes)).flatMap(({ data }) =>
    data.map((row) => row.filter((cell) => cell !== null)),
  );
  for (const line of [
    ["1", expect.stringContaining("Ann"), "3A", "72.0"],
    ["2", expect.stringContaining("Bea"), "3A", "71.0"],
    ["3", expect.stringContaining("Eve"), "3B", "56.0"],
    ["4", expect.stringContaining("Dee"), "3A", "50.5"],
    ["English", expect.stringContaining("Ann"), "3A", "81"],
    ["Mathematics", expect.stringContaining("Bea"), "3A", "70"],
    ["1", expect.stringContaining("Bea"), "3A", "60.5 to 71.0", "+10.5"],
    ["2", expect.stringContaining("Eve"), "3B", "50.0 to 56.0", "+6.0"],
  ])
    expect(rows).toContainEqual(line);
  expect(JSON.stringify(rows)).toContain("1 student not ranked, because a mark is missing");
});

test.each([
  ["a transcript", "/api/transcript/S-Ann"],
  ["a cumulative record", "/api/cumulative-record/S-Ann"],
])("a teacher without the class cannot print %s", async (_what, path) => {
  const { status } = await printed(addressOf(path, { academic_term_id: third }), otherTeacher);

  expect([403, 404]).toContain(status);
});

test("a form teacher of Term 1 reads a student's results until Term 1, and the principal all of them", async () => {
  const address = addressOf("/api/cumulative-record/S-Eve", { academic_term_id: first });
  const { status, bytes } = await printed(address, formTeacher);
  const later = await printed(
    addressOf("/api/cumulative-record/S-Eve", { academic_term_id: third }),
    formTeacher,
  );

  const words = wordsIn(bytes);
  expect([status, later.status]).toEqual([200, 404]);
  expect(words).toContain("42.0%");
  expect(words).not.toContain("50.0%");
  expect(await wordsOf(address)).toContain("50.0%");
});

test.each(["/api/merit-list", "/api/collection-list"])(
  "%s names the school or level only if it has all of its classes",
  async (path) => {
    const level = { academic_term_id: third, form_level: 3 };

    expect(await wordsOf(addressOf(path, { academic_term_id: third }))).toContain("Whole school");
    expect(await wordsOf(addressOf(path, level))).not.toContain("Whole school");
    for (const query of [{ academic_term_id: third }, level]) {
      const words = wordsIn((await printed(addressOf(path, query), formTeacher)).bytes);
      expect(words).toContain("Form 3A");
      expect(words).not.toMatch(/Whole school|Dean of/);
    }
  },
);

test("a chosen grade stays the grade of its last term, and a subject of one term keeps its result", () => {
  const result = (
    subject_id: number,
    kind: "marks" | "grades",
    grade: string | null,
    mark: number | null,
  ) => ({
    subject_id,
    subject: `Subject ${subject_id}`,
    kind,
    counted: { ...BLANK, subject_id, mark, grade },
    percent: mark,
    grade,
    isEntered: true,
  });
  const year = calculateYearResult(
    [
      { term: 1, subjects: [result(1, "grades", "B", null), result(2, "marks", "A", 95)] },
      { term: 2, subjects: [result(1, "grades", "A", null)] },
    ],
    DEFAULT_GRADING,
  );

  expect(year.subjects).toMatchObject([
    { subject_id: 1, percent: null, grade: "A" },
    { subject_id: 2, percent: 95, grade: "A" },
  ]);
  expect(year).toMatchObject({ average: "95.0%", taken: 2, passed: 2 });
});

test("the collection list names every student, and says whose card is not signed yet", async () => {
  await transaction(TEST, (t) =>
    runQuery(
      `update term_records d set signed_by = $1, signed_at = now(), signed_fingerprint = report_fingerprint(d)
        where student_key = $2 and academic_term_id = $3`,
      [principal.accountId, ann.id, third],
      t,
    ),
  );
  const query = { academic_term_id: third, form_class_id: "3A", employee_id: formTeacher.employeeId };

  const words = await wordsOf(addressOf("/api/collection-list", query));

  for (const text of ["Ann,", "Bea,", "Cy,", "Dee,", "Signature", "Do not hand out a card"])
    expect(words).toContain(text);
  expect(words.match(/not signed yet/g)).toHaveLength(3);
});

test("while a mark is missing, every document with a position says that it is provisional", async () => {
  const ofTerm = { academic_term_id: third };
  const sheet = {
    ...ofTerm,
    form_class_id: "3A",
    employee_id: formTeacher.employeeId,
    test_id: 3,
    assesment_id: 2,
  };
  const addresses = [
    addressOf("/api/report-card", { ...ofTerm, student_id: "S-Ann" }),
    addressOf("/api/mark-sheet", sheet),
    addressOf("/api/merit-list", { ...ofTerm, form_class_id: "3A" }),
    addressOf("/api/transcript/S-Ann", ofTerm),
    addressOf("/api/cumulative-record/S-Ann", ofTerm),
  ];
  const areProvisional = () =>
    Promise.all(addresses.map(async (address) => /provisional/i.test(await wordsOf(address))));

  const before = await areProvisional();
  await createStudents(form3a, [{ lastName: "Fay", studentId: "S-Fay" }], [third]);
  const after = await areProvisional();
  const [card, , list] = await Promise.all(addresses.map(wordsOf));

  expect([before, after]).toEqual([addresses.map(() => false), addresses.map(() => true)]);
  expect(card).toContain("position 1 of 3");
  expect(list).toContain("2 students not ranked, because a mark is missing");
});

const BLANK = {
  test_id: 1,
  place: null,
  max_mark: 100,
  attendance: 1,
  application: null,
  preparedness: null,
  remark: null,
  criteria: {},
} as const;

async function wordsOf(address: string): Promise<string> {
  const { status, bytes } = await printed(address, principal);
  expect(status).toBe(200);
  return wordsIn(bytes);
}

async function weightMathematics({ subjectId }: Lesson): Promise<void> {
  const weights = { level: 0, exceptions: [{ subject_id: subjectId, weight: 40 }] };
  const card = { parts: ["classPosition", "year"], order: "attendance" };
  await transaction(TEST, (t) =>
    runQuery(
      "insert into report_card_settings (form_level, from_term_id, grading, card) values (3, $1, $2, $3)",
      [first, JSON.stringify({ ...DEFAULT_GRADING, weights }), JSON.stringify(card)],
      t,
    ),
  );
}
