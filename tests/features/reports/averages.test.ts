import readSpreadsheet from "read-excel-file/node";
import { afterAll, expect, test } from "vitest";
import { transaction, queryRows } from "#db/index.ts";
import { ABSENT_FROM_TEST } from "#domain/attendance.ts";
import { calculateReportAverage } from "#domain/subject-results.ts";
import { loadReport } from "#features/term-reports/report/load-report.server.ts";
import { loadClassOverview } from "#features/term-reports/overview/load-class.server.ts";
import { loadSigning } from "#features/term-reports/sign/sign-report.server.ts";
import { closeDocuments } from "#templates/index.ts";
import { addressOf, printed, wordsIn } from "#tests/api/reports/printed.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createFormTeacher, createPrincipal } from "#tests/support/builders/people.ts";
import { calculateResult } from "#tests/support/builders/results.ts";
import { createClass, createLesson, createSchool, createSubject } from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";

await freshDatabase();
afterAll(closeDocuments);
const { currentTermId: academicTermId } = await createSchool();
const formTeacher = await createFormTeacher();
const otherLead = await createFormTeacher();
const principal = await createPrincipal();
await createSubject("Physical Education", 7);
const std4 = await createClass({ formClassId: "Std 4", formTeacher });
const [maths, reading, science, pe] = await Promise.all(
  ["Mathematics", "Reading", "Science", "Physical Education"].map((subject) =>
    createLesson(formTeacher, std4, { subject }),
  ),
);
if (!maths || !reading || !science || !pe) throw new Error("four lessons were made");
const [ali, bea, cem, dov, eve] = (await createStudents(
  std4,
  ["Ali", "Bea", "Cem", "Dov", "Eve"].map((lastName) => ({ lastName, firstName: "Jo" })),
)) as [Student, Student, Student, Student, Student];
// These are 70.5, 87.5 and 66 per cent: 224 of 300.
await createMark(ali, maths, { mark: 70.5 });
await createMark(ali, reading, { mark: 17.5, maxMark: 20 });
await createMark(ali, science, { mark: 33, maxMark: 50 });
await createMark(ali, pe, { grade: "A" });
// These are 62.5 and 87 per cent: 74.75, a half that is rounded up.
await createMark(bea, maths, { mark: 62.5 });
await createMark(bea, reading, { attendance: ABSENT_FROM_TEST });
await createMark(bea, science, { mark: 43.5, maxMark: 50 });
// These have the same three digits as 224 of 300.
await createMark(cem, maths, { mark: 74.7 });
for (const lesson of [maths, reading, science])
  await createMark(dov, lesson, { attendance: ABSENT_FROM_TEST });
await createMark(eve, maths, { mark: 100 });
await createMark(eve, reading, { mark: 20, maxMark: 20 });
await createMark(eve, science, { mark: 50, maxMark: 50 });
const byCourseWork = await createClass({
  formClassId: "Std 5",
  formTeacher: otherLead,
  courseWorkOnly: true,
});
const courseMaths = await createLesson(otherLead, byCourseWork, { subject: "Mathematics" });
const courseReading = await createLesson(otherLead, byCourseWork, { subject: "Reading" });
const [fay] = (await createStudents(byCourseWork, [{ lastName: "Fay" }])) as [Student];
await createMark(fay, courseMaths, { testId: 2, mark: 55.5 });
await createMark(fay, courseMaths, { mark: 99 });
await createMark(fay, courseReading, { testId: 2, mark: 9.25, maxMark: 15 });

const BY_HAND: [name: string, student: Student, ofClass: { classId: number }, average: string | null][] = [
  ["Ali", ali, std4, "74.7%"],
  ["Bea", bea, std4, "74.8%"],
  ["Cem", cem, std4, "74.7%"],
  ["Dov", dov, std4, null],
  ["Eve", eve, std4, "100%"],
  ["Fay", fay, byCourseWork, "58.6%"],
];

test.each(BY_HAND)(
  "%s has the average worked out by hand on every screen and on the card",
  async (...given) => {
    const [_name, { id: studentKey, studentId }, { classId }, average] = given;
    const key = { classId, academicTermId, studentKey };

    const { marks } = await loadReport(principal.person, key);
    const signing = await loadSigning(principal.person, key);
    const overview = await loadClassOverview(
      principal.person,
      { classId, academicTermId },
      new URLSearchParams(),
    );
    const card = await printed(
      addressOf("/api/report-card", { academic_term_id: academicTermId, student_id: studentId }),
      principal,
    );

    expect(marks.average).toBe(average);
    expect(signing.average).toBe(average);
    expect(overview.reports.find((report) => report.key === studentKey)?.average).toBe(average);
    expect(wordsIn(card.bytes)).toContain(average === null ? "No end of term marks" : average);
  },
);

test("ranks go by the averages that are printed, and the class's mean is rounded once", async () => {
  const { bytes } = await printed(
    addressOf("/api/mark-sheet", {
      academic_term_id: academicTermId,
      form_class_id: "Std 4",
      assesment_id: 2,
      format: "spreadsheet",
    }),
    principal,
  );
  const [sheet] = await readSpreadsheet(bytes);

  const ends = (sheet?.data ?? []).map((row) => [row[1], ...row.slice(-2)]);
  expect(ends.slice(6, 12)).toEqual([
    ["Ali, Jo", 74.7, 2],
    ["Bea, Jo", 74.8, null],
    ["Cem, Jo", 74.7, null],
    ["Dov, Jo", null, null],
    ["Eve, Jo", 100, 1],
    ["Class mean", 81, null],
  ]);
});

test("averages of marks at random are those that PostgreSQL works out", async () => {
  const random = sequence(20_261_126);
  const reports = Array.from({ length: 2_000 }, () =>
    Array.from({ length: 1 + Math.floor(14 * random()) }, () => {
      const maxMark = [100, 100, 100, 20, 50, 15, 30, 37.5, 97][Math.floor(9 * random())] ?? 100;
      return { mark: Math.round(2 * maxMark * random()) / 2, maxMark };
    }),
  );

  const ours = reports.map((marks) =>
    calculateReportAverage(marks.map(({ mark, maxMark }) => calculateResult([{ mark, max_mark: maxMark }]))),
  );

  const stored = reports.flatMap((marks, report) => marks.map((mark) => ({ report, ...mark })));
  const theirs = await transaction(formTeacher.person, (t) =>
    queryRows<{ average: string }>(
      `select case when mean = 0 then '0'
                   else round(mean, greatest(0, 2 - floor(log(mean))::integer))::text end || '%' as average
         from (select report, round(avg(100 * mark / "maxMark"), 12) as mean
                 from jsonb_to_recordset($stored::jsonb) m (report integer, mark numeric, "maxMark" numeric)
                group by report) r
        order by report`,
      { stored: JSON.stringify(stored) },
      t,
    ),
  );
  expect(ours).toEqual(theirs.map(({ average }) => average));
});

/** Random-looking numbers from 0 to 1, the same for the same seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
