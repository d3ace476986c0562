import { ABSENT, NO_WORK, type Attendance } from "#domain/attendance.ts";
import { formatDate } from "#domain/dates.ts";
import { GRADE_RANGES, RATINGS, type Grade, type Rating } from "#domain/grades.ts";
import { registerName, shortName } from "#domain/names.ts";
import { sheetHasWorkRatings, sheetKind, type SheetKind } from "#domain/sheets.ts";
import { gradeIn, isEntered, percentOf } from "#domain/subject-results.ts";
import { testTitle, yearLabel } from "#domain/terms.ts";
import type { SheetHeading, SheetKey, SheetRow } from "#db/queries/marks/mark-sheet.ts";
import type { DocumentData } from "#templates/index.ts";

type MarkSheet = DocumentData["mark-sheet"];
type Student = MarkSheet["students"][number];

export type SheetToPrint = {
  heading: SheetHeading;
  key: SheetKey;
  rows: readonly SheetRow[];
  school: MarkSheet["school"];
  printed: MarkSheet["printed"];
  /** The heading that the asker chose; the test's own title where none was given. */
  title: string | null;
  blank: boolean;
};

/** What is stored of a lesson's sheet, as the finished words and figures of its document (design section 7). */
export function markSheetData({
  heading,
  key,
  rows,
  school,
  printed,
  title,
  blank,
}: SheetToPrint): MarkSheet {
  const kind = sheetKind(heading);
  const test = testTitle(key.testId, heading.assessment_type, heading.fortnightly_title);
  const students = rows.map((row) => studentOf(row, heading, kind));
  const workRatings = sheetHasWorkRatings(heading, key.testId);
  return {
    school,
    printed,
    blank,
    workRatings,
    students,
    title: title ?? `Mark Sheet, ${test}`,
    subject: heading.subject,
    classLabel: heading.class_label,
    teacher: shortName(heading),
    testTitle: test,
    testDate: heading.test_date && formatDate(heading.test_date),
    term: `Term ${heading.term}`,
    year: yearLabel(heading.academic_year_id),
    scheme: schemeOf(kind, heading, students),
    totals: totalsOf(students),
    keys: [...(kind === "criteria" ? [] : GRADE_RANGES), ...(workRatings ? ratingKeys() : [])],
    notes: [],
  };
}

/** Where grades are chosen and nobody was given a mark, there is no column for one. */
function schemeOf(kind: SheetKind, heading: SheetHeading, students: readonly Student[]): MarkSheet["scheme"] {
  if (kind === "criteria") {
    const criteria = heading.criteria.map(({ criterion_id, detail }) => ({ id: criterion_id, detail }));
    return { by: "criteria", criteria };
  }
  const hasMarks = kind === "marks" || students.some(({ mark }) => mark !== null);
  return hasMarks ? { by: "mark", maxMark: heading.max_mark, grades: true } : { by: "grade" };
}

function studentOf(row: SheetRow, heading: SheetHeading, kind: SheetKind): Student {
  const maxMark = row.max_mark ?? heading.max_mark;
  const mark = kind === "criteria" ? null : row.mark;
  const percent = percentOf({ mark, max_mark: maxMark });
  return {
    name: registerName(row),
    attendance: row.attendance as Attendance,
    mark,
    maxMark: kind === "criteria" ? null : maxMark,
    percent,
    grade: gradeIn(kind, { percent, chosen: row.grade as Grade | null }),
    criteria: heading.criteria.map(({ criterion_id }) => row.criteria?.[criterion_id] ?? null),
    application: row.application as Rating | null,
    preparedness: row.preparedness as Rating | null,
  };
}

function totalsOf(students: readonly Student[]): MarkSheet["totals"] {
  const count = (attendance: Attendance) =>
    students.filter((student) => student.attendance === attendance).length;
  return {
    count: students.length,
    absent: count(ABSENT),
    noWork: count(NO_WORK),
    blank: students.filter((student) => !isEntered(student)).length,
    marks: summary(students.map((student) => student.mark)),
    percents: summary(students.map((student) => student.percent)),
  };
}

function summary(values: readonly (number | null)[]): MarkSheet["totals"]["marks"] {
  const given = values.filter((value) => value !== null);
  if (given.length === 0) return null;
  const mean = given.reduce((sum, value) => sum + value, 0) / given.length;
  return { mean: mean.toFixed(1), highest: Math.max(...given), lowest: Math.min(...given) };
}

function ratingKeys(): MarkSheet["keys"] {
  return Object.entries(RATINGS).map(([letter, meaning]) => ({ letter, meaning }));
}
