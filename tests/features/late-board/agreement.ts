import { expect, test } from "vitest";
import { loadDemoSchool } from "#db/demo/load.ts";
import { noTransaction, run, transaction } from "#db/index.ts";
import { lateClasses } from "#db/queries/reports/late-classes.ts";
import { sheetTerms } from "#db/queries/lessons.ts";
import { theSchool } from "#db/queries/school.ts";
import { termRecords } from "#db/queries/reports/term-records.ts";
import { reportHeading } from "#db/queries/reports/term-reports.ts";
import { gradedSubjects } from "#domain/grades.ts";
import type { Flavour } from "#domain/grades.ts";
import { missingParts } from "#domain/report-state.ts";
import { readSubjects } from "#features/term-reports/report/marks/read-subjects.server.ts";
import { valuesOfRecord } from "#features/term-reports/save/record-values.rules.ts";
import { TEST } from "#tests/support/builders/school.ts";

type CompleteReports = { term: number; class: string; complete: number };

const PATIENCE_MS = 60_000;

/** The tests of one demo school, each in a file of its own: they take long and run beside each other. */
export async function testAgreement(databaseUrl: string, flavour: Flavour): Promise<void> {
  await loadDemoSchool({ databaseUrl, flavour, today: "2026-06-26" });

  test(
    `the board and each report of the ${flavour} school agree on what is complete`,
    async () => {
      const { onBoard, byReport } = await completeReports();

      expect(onBoard).toEqual(byReport);
      expect(onBoard.some(({ complete }) => complete > 0)).toBe(true);
    },
    PATIENCE_MS,
  );

  test(
    "they agree where marks, grades, ratings, comments and whole records are missing",
    async () => {
      await leaveGaps();

      const { onBoard, byReport } = await completeReports();

      expect(onBoard).toEqual(byReport);
      expect(onBoard.filter(({ complete }) => complete > 0).length).toBeGreaterThan(3);
    },
    PATIENCE_MS,
  );
}

/** How many reports of each class and term are complete: as the board counts them, and as each report says itself. */
async function completeReports(): Promise<{
  onBoard: CompleteReports[];
  byReport: CompleteReports[];
}> {
  const { flavour } = await theSchool(noTransaction);
  const onBoard: CompleteReports[] = [];
  const byReport: CompleteReports[] = [];
  for (const { academic_term_id: academicTermId } of await sheetTerms(noTransaction)) {
    const asked = { academicTermId, gradedSubjects: gradedSubjects(flavour) };
    for (const { class_id: classId, class_label, complete } of await lateClasses(asked, noTransaction)) {
      const named = { term: academicTermId, class: class_label };
      onBoard.push({ ...named, complete });
      byReport.push({ ...named, complete: await completeIn({ classId, academicTermId }) });
    }
  }
  return { onBoard, byReport };
}

async function completeIn(key: { classId: number; academicTermId: number }): Promise<number> {
  const heading = await reportHeading({ ...key, scope: { employeeId: null, all: true } }, noTransaction);
  if (!heading) throw new Error("a class of the board has no reports");
  const records = await termRecords({ ...key, studentKey: null }, noTransaction);
  const subjectsOf = await readSubjects({ key, heading }, null, noTransaction);
  const incomplete = records.filter((record) => {
    return missingParts(valuesOfRecord(record), subjectsOf(record.student_key)).length > 0;
  });
  return records.length - incomplete.length;
}

/** Leaves gaps of every kind, each with some of the students: blank rows, absences, nothing chosen, nothing written. */
function leaveGaps(): Promise<void> {
  return transaction(TEST, async (t) => {
    for (const statement of GAPS) await run(statement, [], t);
  });
}

const GAPS = [
  "update marks set mark = null where student_key % 9 = 0 and mark_id % 11 = 0",
  "update marks set mark = null, grade = null, attendance = 2 where student_key % 9 = 1 and mark_id % 5 = 0",
  "update marks set mark = null, grade = null, attendance = 3 where test_id = 2 and student_key % 9 = 2 and mark_id % 5 = 0",
  "update marks set grade = null where student_key % 9 = 3 and mark_id % 7 = 0",
  "delete from marks where student_key % 9 = 4 and mark_id % 11 = 0",
  "update criterion_grades set grade = null where mark_id % 3 = 0",
  "update criterion_grades set grade = null where mark_id % 3 = 1 and criterion_id % 2 = 0",
  "update term_records set teacher_comment = '' where student_key % 9 = 5 and term_record_id % 3 = 0",
  "update term_records set self_confidence = null where student_key % 9 = 6 and term_record_id % 3 = 0",
  "delete from term_records where student_key % 9 = 7 and term_record_id % 3 = 0",
  `insert into marks (student_key, academic_term_id, subject_id, test_id, mark, max_mark)
   select r.student_key, r.academic_term_id, s.subject_id, 1 + r.student_key % 2, 50, 100
     from registrations r
    cross join subjects s
    where r.student_key % 9 = 8
   on conflict do nothing`,
  "update classes set course_work_only = not course_work_only where class_id % 4 = 0",
  "update classes set assessment_type = 'Grade' where class_id % 4 = 1",
];
