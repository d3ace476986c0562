import { afterAll, expect, test } from "vitest";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { listResultClasses } from "#db/queries/marks/results.ts";
import { refreshCounts } from "#db/queries/reports/counts.ts";
import { listLateClasses } from "#db/queries/reports/late-classes.ts";
import { listReportCardClasses } from "#db/queries/reports/report-card.ts";
import { getSchool } from "#db/queries/school.ts";
import { ABSENT_FROM_TEST } from "#domain/attendance.ts";
import { calculateSubjectResult } from "#domain/subject-results.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { isReportComplete } from "#domain/report-state.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { roundedMeanPercent } from "#domain/figures/results.ts";
import { readResults } from "#features/attendance-summary/overview/results/class-results.server.ts";
import { readReportStates } from "#features/term-reports/overview/read-states.server.ts";
import { findReport } from "#features/term-reports/find-report.server.ts";
import { readReportMarks } from "#features/term-reports/report/marks/read-subjects.server.ts";
import { findClassReportsHeading } from "#db/queries/reports/term-reports.ts";
import { readAnnualReturn } from "#features/reports/annual-return/read-return.server.ts";
import {
  buildResultColumns,
  formatPrintedMark,
} from "#features/reports/classes/class-mark-sheet-data.server.ts";
import {
  describeComparedAverages,
  loadReportCardClassFigures,
  NO_FIGURES,
} from "#features/reports/class-figures.server.ts";
import { getBegunTerm } from "#features/reports/requested-classes.server.ts";
import { closeDocuments } from "#templates/index.ts";
import { addressOf, printed, wordsIn } from "#tests/api/reports/printed.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { PRIMARY, testMark } from "#tests/support/builders/results.ts";
import { createAdmin, createFormTeacher, createPrincipal } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";

/**
 * A small school that was worked out by hand. In Standard 3 course work counts 40%, but Reading has the exam alone and
 * Music the course work alone; Standard 4 has the exam alone.
 *
 * | Standard 3 | Mathematics, of 50 and of 80 | Reading | Music | Average |
 * | Ann | 72% and 80%: 28.8 + 48 = 76.8 | 61 | 88 | 225.8 / 3 = 75.3 |
 * | Bea | 82% and absent: no result | 70 | 50 | 120 / 2 = 60.0 |
 * | Cem | 50% and no exam yet: not complete | 55 | 65 | 120 / 2 = 60.0 |
 * | Dee | 70% and 70%: 70 | 80 | 60 | 210 / 3 = 70.0 |
 */
await freshDatabase();
afterAll(closeDocuments);
const { currentTermId } = await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();
const teacher = await createFormTeacher();
const std3 = await createClass({ formClassId: "Std 3", formTeacher: teacher });
const std4 = await createClass({ formClassId: "Std 4", formTeacher: await createFormTeacher() });
const maths = await createLesson(teacher, std3);
const reading = await createLesson(teacher, std3, { subject: "Reading" });
const music = await createLesson(teacher, std3, { subject: "Music" });
const usualMaths = await createLesson(teacher, std4);
const [ann, bea, cem, dee] = (await createStudents(
  std3,
  ["Ann", "Bea", "Cem", "Dee"].map((lastName, index) => ({ lastName, studentId: `S-${index}` })),
)) as [Student, Student, Student, Student];
const [eve] = (await createStudents(std4, [{ lastName: "Eve", studentId: "S-4" }])) as [Student];

for (const [student, course, exam] of [
  [ann, 36, { mark: 64 }],
  [bea, 41, { attendance: ABSENT_FROM_TEST }],
  [cem, 25, null],
  [dee, 35, { mark: 56 }],
] as const) {
  await createMark(student, maths, { testId: 2, mark: course, maxMark: 50 });
  if (exam) await createMark(student, maths, { ...exam, maxMark: 80 });
}
for (const [student, exam, course] of [
  [ann, 61, 88],
  [bea, 70, 50],
  [cem, 55, 65],
  [dee, 80, 60],
] as const) {
  await createMark(student, reading, { mark: exam });
  await createMark(student, reading, { testId: 2, mark: 99 });
  await createMark(student, music, { testId: 2, mark: course });
}
await createMark(eve, usualMaths, { mark: 85 });
await createMark(eve, usualMaths, { testId: 2, mark: 10 });

const WEIGHTS = {
  level: 40,
  exceptions: [
    { subject_id: reading.subjectId, weight: 0 },
    { subject_id: music.subjectId, weight: 100 },
  ],
};
const PARTS = ["classPosition", "classAverage", "highest"];
await transaction(TEST, (t) =>
  runQuery(
    `insert into report_card_settings (form_level, from_term_id, grading, card) values (5, $1, $2, $3), (6, $1, $4, $3)`,
    [
      currentTermId,
      JSON.stringify({ ...DEFAULT_GRADING, weights: WEIGHTS }),
      JSON.stringify({ parts: PARTS, order: "attendance" }),
      JSON.stringify(DEFAULT_GRADING),
    ],
    t,
  ),
);

test.each<[string, Student, (number | null)[], string]>([
  ["both parts", ann, [77, 88, 61], "75.3%"],
  ["an absence from one part", bea, [null, 50, 70], "60.0%"],
  ["a part that is not entered", cem, [null, 65, 55], "60.0%"],
  ["equal parts", dee, [70, 60, 80], "70.0%"],
])("the report of a student with %s", async (_what, student, percentages, average) => {
  const { marks } = await reportOf(student);

  expect(marks.subjects.map(({ title, percentage }) => [title, percentage])).toEqual(
    ["Mathematics", "Music", "Reading"].map((title, index) => [title, percentages[index]]),
  );
  expect(marks.average).toBe(average);
  expect(marks.subjects[0]).toMatchObject({ made: "Course work 40%, exam 60%" });
});

test("a card that does not compare has no averages of the class, as on the sample card of the settings", () => {
  const figures = { ...NO_FIGURES, averages: { mean: "64.3%", highest: "91.4%" } };

  expect(describeComparedAverages(["slip"], figures, false)).toBeNull();
  expect(describeComparedAverages(["slip", "highest"], figures, true)).toBe("highest 91.4%");
  expect(describeComparedAverages(["classAverage", "highest"], NO_FIGURES, false)).toBeNull();
});

test("the card shows both parts, the result, ranks and averages by it, and explains the exceptions", async () => {
  const [card, away, unweighted] = await Promise.all([words("S-0"), words("S-1"), words("S-4")]);

  for (const part of [
    ...["Result", "Average of 3 results", "75.3%", "1 of 2"],
    "Music: course work alone. Reading: exam alone",
    "Positions are provisional: marks are missing",
  ])
    expect(card).toContain(part);
  expect(card).toMatch(/Mid Term\s*40%\s*End of Term\s*60%/);
  expect(card).toMatch(/Mathematics\s*36 \/ 50\s*64 \/ 80\s*77\s*C\s*73\s*77/);
  expect(away).toMatch(/Mathematics\s*41 \/ 50\s*Absent\s*–\s*–/);
  expect(away).toContain("Not ranked");
  expect(unweighted).toContain("Average of 1 end of term mark 85.0%");
  expect(unweighted).not.toContain("Result");
});

test("the class's mark sheet has both parts and the result, and the same averages and ranks", async () => {
  const address = addressOf("/api/mark-sheet", {
    academic_term_id: currentTermId,
    form_class_id: "Std 3",
    test_id: 3,
    assesment_id: 2,
    assesment_title: "End of Term",
  });
  const sheet = wordsIn((await printed(address, admin)).bytes);

  expect(sheet).toContain("Result: Course work 40%, exam 60%. A result needs both parts.");
  // Both parts, the result, Music, Reading, the total, the average and the rank.
  expect(sheet).toMatch(/Ann, First001\s*36 \/ 50\s*64 \/ 80\s*77\s*88\s*61\s*226\s*75\.3\s*1/);
  expect(sheet).toMatch(/Bea, First002\s*41 \/ 50\s*Abs\s*Abs\s*50\s*70/);
  expect(sheet).toMatch(/Class mean.*66\.3/);
});

test("the class's mark sheet has no result while course work is missing, even with an exam mark", () => {
  const scheme = { ...PRIMARY, grading: { ...DEFAULT_GRADING, weights: WEIGHTS } };
  const result = calculateSubjectResult(maths.subjectId, {
    scheme,
    criteria: [],
    marks: [testMark({ subject_id: maths.subjectId, mark: 80 })],
  });
  const student = { subjects: [{ subject_id: maths.subjectId, ...result }] } as never;
  const subject = { subject_id: maths.subjectId, kind: "marks" } as never;
  const stored = { scheme, maxima: [], tests: [], fortnightlyMarks: () => [], today: "2026-06-26" };

  const columns = buildResultColumns([subject], { testId: 1, fortnightlyTestId: null }, stored);

  expect(columns.map((column) => formatPrintedMark(column, student))).toEqual([null, 80, null]);
});

test("the results overview and the annual return have the same results", async () => {
  await refreshCounts({ academicTermId: currentTermId, flavour: "primary" });
  const classes = await listResultClasses(
    { employeeId: null, all: true, terms: [currentTermId] },
    noTransaction,
  );
  const results = await readResults(classes, { testId: 1, flavour: "primary" });

  const [three, four] = [std3, std4].map(({ classId }) => results.get(classId));
  expect(three?.students.map(({ average, isComplete }) => [average, isComplete])).toEqual([
    [75.3, true],
    [60, false],
    [60, false],
    [70, true],
  ]);
  expect(
    [three, four].map((found) => roundedMeanPercent(found?.subjects.get(maths.subjectId) ?? absent())),
  ).toEqual([73.4, 85]);
  expect(await readAnnualReturn()).toBeDefined();
});

test("a report waits for both parts, in the counts of the school as on the report itself", async () => {
  await transaction(TEST, (t) =>
    runQuery(
      `update term_records set teacher_comment = 'Good.', ${BEHAVIOUR_FIELDS.map((field) => `${field} = 'C'`).join(", ")}`,
      [],
      t,
    ),
  );

  const before = { counted: await countComplete(), reports: await completeReports() };
  await createMark(cem, maths, { mark: 40, maxMark: 80 });
  const after = { counted: await countComplete(), reports: await completeReports() };

  expect(before).toEqual({ counted: 3, reports: [ann.id, bea.id, dee.id] });
  expect(after).toEqual({ counted: 4, reports: [ann.id, bea.id, cem.id, dee.id] });
});

test("in a class graded by criteria the exam counts alone, in the counts as on the report", async () => {
  const byCriteria = (isByCriteria: boolean) =>
    transaction(TEST, (t) =>
      runQuery(
        "update classes set assessment_type = $1 where class_id = $2",
        [isByCriteria ? "Grade" : null, std3.classId],
        t,
      ),
    );

  await byCriteria(true);
  const found = { counted: await countComplete(), reports: await completeReports() };
  const { marks } = await reportOf(ann);
  await byCriteria(false);

  // Nobody has an exam mark in Music; in Mathematics Ann has 64 of 80.
  expect(found).toEqual({ counted: 0, reports: [] });
  expect(marks.subjects.map(({ percentage }) => percentage)).toEqual([80, null, 61]);
});

test("the counts are renewed when results are made in another way", async () => {
  await setWeights({ ...WEIGHTS, exceptions: [] });

  const counted = await countComplete();

  // Nobody has an exam mark in Music.
  expect(counted).toBe(0);
  expect(await completeReports()).toEqual([]);
});

test("cards do not share the results of a class that was read before its weights changed", async () => {
  await setWeights(WEIGHTS);
  const [term, school] = await Promise.all([getBegunTerm(currentTermId), getSchool(noTransaction)]);
  const readClass = () =>
    listReportCardClasses({ classIds: [std3.classId], academicTermId: currentTermId }, noTransaction);
  const before = await readClass();
  await setWeights({ level: 0, exceptions: [] });

  await loadReportCardClassFigures(before, { term, school });
  const figures = await loadReportCardClassFigures(await readClass(), { term, school });

  const own = figures.get(std3.classId)?.results?.students.find((item) => item.student_key === ann.id);
  expect(own?.subjects.find(({ subject_id }) => subject_id === maths.subjectId)?.percent).toBe(80);
});

async function reportOf({ id }: Student) {
  const key = { classId: std3.classId, academicTermId: currentTermId, studentKey: id };
  return readReportMarks(await findReport(admin.person, key, noTransaction), id);
}

async function words(studentId: string): Promise<string> {
  const address = addressOf("/api/report-card", { academic_term_id: currentTermId, student_id: studentId });
  return wordsIn((await printed(address, principal)).bytes);
}

function setWeights(weights: typeof WEIGHTS): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      "update report_card_settings set grading = grading || jsonb_build_object('weights', $1::jsonb) where form_level = 5",
      [JSON.stringify(weights)],
      t,
    ),
  );
}

async function countComplete(): Promise<number | undefined> {
  const classes = await listLateClasses({ academicTermId: currentTermId, flavour: "primary" });
  return classes.find(({ class_id }) => class_id === std3.classId)?.reports.complete;
}

/** Lists the students of the class whose reports are complete, judged one by one. */
async function completeReports(): Promise<number[]> {
  const key = { classId: std3.classId, academicTermId: currentTermId };
  const heading = await findClassReportsHeading({ ...key, employeeId: null, all: true }, noTransaction);
  if (!heading) return absent();
  const states = await readReportStates(
    { key, heading, role: { writes: false, signs: false, admin: false } },
    null,
    noTransaction,
  );
  return states.filter(isReportComplete).map(({ record }) => record.student_key);
}

function absent(): never {
  throw new Error("the class has no results");
}
