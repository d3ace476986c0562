import { ABSENT_FROM_TEST, NO_WORK_HANDED_IN, type TestAttendance } from "#domain/attendance.ts";
import {
  summarisePercentages,
  summariseFigures,
  resolveGrade,
  isResultEntered,
  markToPercent,
} from "#domain/subject-results.ts";
import { formatDate } from "#domain/dates.ts";
import { RATING_MEANINGS } from "#domain/grades.ts";
import { gradeRanges } from "#domain/grading.ts";
import { formatRegisterName, formatShortName } from "#domain/names.ts";
import {
  hasMarkSheetWorkRatings,
  getMarkSheetKind,
  hasMarkSheetForTest,
  type MarkSheetKind,
} from "#domain/sheets.ts";
import { testTitle, yearLabel } from "#domain/terms.ts";
import {
  listMarkSheetRows,
  type MarkSheetHeading,
  type MarkSheetKey,
  type MarkSheetStudentRow,
} from "#db/queries/marks/mark-sheet.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { noTransaction } from "#db/index.ts";
import { getSchool } from "#db/queries/school.ts";
import { getVisibleMarkSheet } from "#access/visible.server.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import {
  toLetterhead,
  printDocument,
  getPrintTime,
  type PrintFormatAndSignal,
  type PrintedDocument,
} from "./document.server.ts";

type MarkSheet = DocumentData["mark-sheet"];
type Student = MarkSheet["students"][number];

export type MarkSheetToPrint = {
  heading: MarkSheetHeading;
  key: MarkSheetKey;
  rows: readonly MarkSheetStudentRow[];
  school: MarkSheet["school"];
  printed: MarkSheet["printed"];
  /** The title that the person typed; null for the test's own title. */
  title: string | null;
  blank: boolean;
};

/** Converts the stored mark sheet of a lesson to the text of its document. */
function markSheetData({ heading, key, rows, title, ...given }: MarkSheetToPrint): MarkSheet {
  const kind = getMarkSheetKind(heading);
  const test = testTitle(key.testId, heading.assessment_type, heading.fortnightly_title);
  const students = rows.map((row) => studentOf(row, heading, kind));
  const workRatings = hasMarkSheetWorkRatings(heading, key.testId);
  return {
    ...given,
    workRatings,
    students,
    title: title ?? `Mark Sheet, ${test}`,
    subject: heading.subject,
    classLabel: heading.class_label,
    teacher: formatShortName(heading),
    testTitle: test,
    testDate: heading.test_date && formatDate(heading.test_date),
    term: `Term ${heading.term}`,
    year: yearLabel(heading.academic_year_id),
    scheme: schemeOf(kind, heading, students),
    totals: totalsOf(students, kind),
    keys: [
      ...(kind === "criteria" ? [] : gradeRanges(heading.grading)),
      ...(workRatings ? RATING_MEANINGS : []),
    ],
    notes: [],
  };
}

/** Returns the columns of the sheet. A graded subject has a column of marks only if somebody has a mark. */
function schemeOf(
  kind: MarkSheetKind,
  heading: MarkSheetHeading,
  students: readonly Student[],
): MarkSheet["scheme"] {
  if (kind === "criteria") {
    const criteria = heading.criteria.map(({ criterion_id, detail }) => ({ id: criterion_id, detail }));
    return { by: "criteria", criteria };
  }
  const hasMarks = kind === "marks" || students.some(({ mark }) => mark !== null);
  return hasMarks ? { by: "mark", maxMark: heading.max_mark, grades: true } : { by: "grade" };
}

function studentOf(row: MarkSheetStudentRow, heading: MarkSheetHeading, kind: MarkSheetKind): Student {
  const maxMark = row.max_mark ?? heading.max_mark;
  const mark = kind === "criteria" ? null : row.mark;
  const percent = markToPercent({ mark, max_mark: maxMark });
  return {
    name: formatRegisterName(row),
    attendance: row.attendance,
    mark,
    maxMark: kind === "criteria" ? null : maxMark,
    percent,
    grade: resolveGrade(kind, { percent, chosen: row.grade, grading: heading.grading }),
    criteria: heading.criteria.map(({ criterion_id }) => row.criteria?.[criterion_id] ?? null),
    application: row.application,
    preparedness: row.preparedness,
  };
}

function totalsOf(students: readonly Student[], kind: MarkSheetKind): MarkSheet["totals"] {
  const criteriaOf = ({ criteria }: Student) => (kind === "criteria" ? criteria : []);
  const count = (attendance: TestAttendance) =>
    students.filter((student) => student.attendance === attendance).length;
  return {
    count: students.length,
    absent: count(ABSENT_FROM_TEST),
    noWork: count(NO_WORK_HANDED_IN),
    blank: students.filter((student) => !isResultEntered(student, criteriaOf(student))).length,
    marks: summariseFigures(students.map((student) => student.mark)),
    percents: summarisePercentages(
      students.map(({ mark, maxMark }) => (maxMark === null ? null : { mark, max_mark: maxMark })),
    ),
  };
}

export type MarkSheetPrintOptions = PrintFormatAndSignal<FormatOf<"mark-sheet">> & {
  title: string | null;
  blank: boolean;
};

/** Prints the mark sheet of one lesson. @throws notFound also when the person may not read it */
export async function printMarkSheet(
  person: Person,
  key: MarkSheetKey,
  print: MarkSheetPrintOptions,
): Promise<PrintedDocument> {
  const [{ heading }, school] = await Promise.all([
    getVisibleMarkSheet(person, key, noTransaction),
    getSchool(noTransaction),
  ]);
  if (!hasMarkSheetForTest(heading, key.testId))
    throw notFound("The lesson has no mark sheet for this test. Choose another test.");
  const data = markSheetData({
    heading,
    key,
    rows: await listMarkSheetRows({ heading, key }, noTransaction),
    school: toLetterhead(school),
    printed: getPrintTime(school),
    title: print.title,
    blank: print.blank,
  });
  const name = `${data.subject}, ${data.classLabel}, ${data.testTitle}, ${data.term} ${data.year}${print.blank ? ", blank" : ""}`;
  return printDocument(
    { kind: "mark-sheet", format: print.format, data },
    { name, person, signal: print.signal },
  );
}
