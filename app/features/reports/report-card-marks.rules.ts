import { USUAL_MAXIMUM } from "#domain/grades.ts";
import { ATTENDANCE_WORDS, PRESENT } from "#domain/attendance.ts";
import { reportAverage, type Scheme, type SubjectResult, type TestMark } from "#domain/subject-results.ts";
import { MARK_TITLES } from "#domain/term-reports.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { END_OF_TERM, OTHER_ASSESSMENT, testTitle } from "#domain/terms.ts";

/** A column of marks: the test, and whether its marks count towards the average. */
export type TestColumn = { test: "first" | "second" | "course" | "exam"; label: string; counts: boolean };

export type Cell =
  | { is: "mark"; mark: string; outOf: string | null }
  | { is: "text"; text: string }
  | { is: "word"; text: string }
  | { is: "none" }
  | { is: "nothing" };

const NOTHING = { is: "nothing" } as const;
const NONE = { is: "none" } as const;
/**
 * The test that counts has a column wherever a subject has marks; another test has one if any subject has a mark in
 * that test.
 */
export function testColumns(subjects: readonly SubjectResult[], scheme: Scheme): TestColumn[] {
  const withTests = subjects.filter(({ kind }) => kind !== "criteria");
  const hasMarked = subjects.some(({ kind }) => kind === "marks");
  return allColumns(scheme).filter(
    ({ counts, test }) => (counts && hasMarked) || withTests.some((subject) => isMarked(subject[test])),
  );
}

function allColumns({ assessment_type, course_work_only }: Scheme): TestColumn[] {
  const other = course_work_only ? "Course work" : testTitle(OTHER_ASSESSMENT, assessment_type, null);
  const exam = testTitle(END_OF_TERM, assessment_type, null);
  return [
    { test: "first", label: MARK_TITLES.mark1, counts: false },
    { test: "second", label: MARK_TITLES.mark2, counts: false },
    { test: "course", label: other, counts: course_work_only },
    { test: "exam", label: exam, counts: !course_work_only },
  ];
}

/** Ignores chosen grades, which have a column of their own. */
function isMarked(mark: TestMark | null): boolean {
  return mark !== null && (mark.mark !== null || mark.attendance !== PRESENT);
}

type Maxima = "all" | "unusual";

/** Lists a subject's cells: a cell for each test, then the percentage and grade that count. */
export function subjectCells(subject: SubjectResult, columns: readonly TestColumn[], maxima: Maxima): Cell[] {
  const { kind, percent, grade } = subject;
  const noPercent = kind === "grades" ? NOTHING : NONE;
  return [
    ...columns.map((column) => markCell(subject, column, maxima)),
    percent === null ? noPercent : { is: "text", text: String(percent) },
    grade === null ? NONE : { is: "text", text: grade },
  ];
}

/** Not every subject has every test: a dash shows only that a mark is missing, and otherwise the cell is empty. */
function markCell(subject: SubjectResult, { test, counts }: TestColumn, maxima: Maxima): Cell {
  const mark = subject[test];
  if (mark !== null && mark.attendance !== PRESENT)
    return { is: "word", text: ATTENDANCE_WORDS[mark.attendance] };
  if (mark?.mark == null) return counts && subject.kind === "marks" ? NONE : NOTHING;
  const isSaid = maxima === "all" || mark.max_mark !== USUAL_MAXIMUM;
  return { is: "mark", mark: String(mark.mark), outOf: isSaid ? String(mark.max_mark) : null };
}

export type Average = { label: string; value: string | null };

/**
 * Returns a line such as `Average of 8 end of term marks`, without absences and graded subjects; null when no subject
 * has marks.
 */
export function averageLine(
  subjects: readonly SubjectResult[],
  { course_work_only }: Scheme,
): Average | null {
  const marked = subjects.filter(({ kind }) => kind === "marks");
  if (marked.length === 0) return null;
  const count = marked.filter(({ percent }) => percent !== null).length;
  const words = course_work_only ? "course mark" : "end of term mark";
  const value = reportAverage(marked);
  if (value === null) return { label: `No ${words}s`, value };
  return { label: `Average of ${formatCountOf(count, words)}`, value };
}

/** Returns one note for all marks if maximums of 100 are left out of the cells. */
export function maximumNote(
  subjects: readonly SubjectResult[],
  columns: readonly TestColumn[],
  maxima: Maxima,
): string | null {
  const marks = subjects.flatMap((subject) => columns.map(({ test }) => subject[test]));
  const isHidden = marks.some((mark) => mark?.mark != null && mark.max_mark === USUAL_MAXIMUM);
  return maxima === "unusual" && isHidden ? "Marks are out of 100 unless shown" : null;
}

/** Returns the word that replaces the criteria of an absent student. */
export function absenceWord({ exam, course, first, second }: SubjectResult): string | null {
  const away = [exam, course, first, second].find((mark) => mark !== null && mark.attendance !== PRESENT);
  return away ? ATTENDANCE_WORDS[away.attendance] : null;
}
