import { ABSENT, ATTENDANCE_WORDS, NO_WORK, PRESENT } from "#domain/attendance.ts";
import type { Attendance } from "#domain/attendance.ts";
import { averageText } from "#domain/averages.ts";
import { gradeOf, percentage } from "#domain/grades.ts";
import type { Grade } from "#domain/grades.ts";
import type { SheetKind } from "#domain/sheets.ts";
import { MARK_TITLES } from "#domain/term-reports.ts";
import { END_OF_TERM, FORTNIGHTLY, OTHER_ASSESSMENT, testTitle } from "#domain/terms.ts";
import type { AssessmentType, TestId } from "#domain/terms.ts";

/** A mark as a report card sees it; `place` tells the first two fortnightly tests of the term apart. */
export type Mark = {
  test_id: TestId;
  place: number | null;
  mark: number | null;
  max_mark: number;
  attendance: Attendance;
  grade: Grade | null;
};

export type Subject = { kind: SheetKind; marks: readonly Mark[] };

/** What the term is marked by: the class's exams, or its course work alone (T9). */
export type Scheme = { assessmentType: AssessmentType; courseWorkOnly: boolean };

/** A column of marks: which test it is, and whether the average is made of it. */
export type TestColumn = { testId: TestId; place: number | null; label: string; counts: boolean };

export type Cell =
  | { is: "mark"; mark: string; outOf: string | null }
  | { is: "text"; text: string }
  | { is: "word"; text: string }
  | { is: "none" }
  | { is: "nothing" };

const NOTHING = { is: "nothing" } as const;
const NONE = { is: "none" } as const;
/** Said once on a card, and left out of its marks. */
const USUAL_MAXIMUM = 100;

/** What counts has its column wherever subjects are marked, the others where one has a mark of them (look/print.md). */
export function testColumns(subjects: readonly Subject[], scheme: Scheme): TestColumn[] {
  const marks = subjects.flatMap((subject) => (subject.kind === "criteria" ? [] : subject.marks));
  const hasMarked = subjects.some(({ kind }) => kind === "marks");
  return allColumns(scheme).filter(
    (column) => (column.counts && hasMarked) || marks.some((mark) => isOf(mark, column) && isMarked(mark)),
  );
}

function allColumns({ assessmentType, courseWorkOnly }: Scheme): TestColumn[] {
  const other = courseWorkOnly ? "Course work" : testTitle(OTHER_ASSESSMENT, assessmentType, null);
  return [
    { testId: FORTNIGHTLY, place: 1, label: MARK_TITLES.mark1, counts: false },
    { testId: FORTNIGHTLY, place: 2, label: MARK_TITLES.mark2, counts: false },
    { testId: OTHER_ASSESSMENT, place: null, label: other, counts: courseWorkOnly },
    {
      testId: END_OF_TERM,
      place: null,
      label: testTitle(END_OF_TERM, assessmentType, null),
      counts: !courseWorkOnly,
    },
  ];
}

/** A grade that was chosen stands in the column of grades. */
function isMarked({ mark, attendance }: Mark): boolean {
  return mark !== null || attendance !== PRESENT;
}

function isOf(mark: Mark, { testId, place }: TestColumn): boolean {
  return mark.test_id === testId && mark.place === place;
}

/** The subject's mark of a test; where the student changed class and has two of one place, the first given. */
function markOf({ marks }: Subject, column: TestColumn): Mark | null {
  return marks.find((mark) => isOf(mark, column)) ?? null;
}

type Maxima = "all" | "unusual";

/** The subject's cells under its tests, then percentage and grade of what counts. */
export function subjectCells(subject: Subject, columns: readonly TestColumn[], maxima: Maxima): Cell[] {
  const counted = columns.find(({ counts }) => counts);
  const mark = counted ? markOf(subject, counted) : null;
  return [
    ...columns.map((column) => markCell({ ...subject, ...column }, markOf(subject, column), maxima)),
    percentCell(subject, mark),
    gradeCell(subject, mark),
  ];
}

/** Not every subject has every test: an empty place says so, a dash only where a mark was to be. */
function markCell(
  { kind, counts }: Subject & Pick<TestColumn, "counts">,
  mark: Mark | null,
  maxima: Maxima,
): Cell {
  if (mark !== null && mark.attendance !== PRESENT)
    return { is: "word", text: ATTENDANCE_WORDS[mark.attendance] };
  if (mark?.mark == null) return counts && kind === "marks" ? NONE : NOTHING;
  const isSaid = maxima === "all" || mark.max_mark !== USUAL_MAXIMUM;
  return { is: "mark", mark: String(mark.mark), outOf: isSaid ? String(mark.max_mark) : null };
}

function percentCell({ kind }: Subject, mark: Mark | null): Cell {
  if (mark?.mark == null) return kind === "grades" ? NOTHING : NONE;
  return { is: "text", text: String(percentage(mark.mark, mark.max_mark)) };
}

/** Chosen in some subjects, elsewhere what the scale says of the percentage (design section 8). */
function gradeCell({ kind, marks }: Subject, mark: Mark | null): Cell {
  if (kind === "grades") return chosenGrade(mark, marks);
  if (mark?.mark == null) return NONE;
  return { is: "text", text: gradeOf(percentage(mark.mark, mark.max_mark)) };
}

/** Also in a class with course work only, grades may be chosen on the exam's sheet. */
function chosenGrade(mark: Mark | null, marks: readonly Mark[]): Cell {
  const exam = marks.find(({ test_id }) => test_id === END_OF_TERM);
  const grade = mark?.grade ?? exam?.grade ?? null;
  return grade === null ? NONE : { is: "text", text: grade };
}

export type Average = { label: string; value: string | null };

/** `Average of 8 end of term marks`: who was absent, and what is graded, is not among them. Null where no subject is marked. */
export function averageOf(subjects: readonly Subject[], columns: readonly TestColumn[]): Average | null {
  const counted = columns.find(({ counts }) => counts);
  const marked = subjects.filter(({ kind }) => kind === "marks");
  if (!counted || marked.length === 0) return null;
  const marks = marked.flatMap((subject) => markOf(subject, counted) ?? []);
  const count = marks.filter(({ mark }) => mark !== null).length;
  const words = counted.testId === END_OF_TERM ? "end of term mark" : "course mark";
  const average = averageText(
    marks.map(({ mark, max_mark, attendance }) => ({ mark, maxMark: max_mark, attendance, isGraded: false })),
  );
  if (average === null) return { label: `No ${words}s`, value: null };
  return { label: `Average of ${count} ${words}${count === 1 ? "" : "s"}`, value: average };
}

/** One line where maxima of 100 are left out. */
export function maximumNote(
  subjects: readonly Subject[],
  columns: readonly TestColumn[],
  maxima: Maxima,
): string | null {
  const hidden = subjects.some((subject) =>
    columns.some((column) => {
      const mark = markOf(subject, column);
      return mark?.mark != null && mark.max_mark === USUAL_MAXIMUM;
    }),
  );
  return maxima === "unusual" && hidden ? "Marks are out of 100 unless shown" : null;
}

/** What stands in place of a subject's criteria. */
export function absenceWord(marks: readonly Mark[]): string | null {
  const away = marks.find(({ attendance }) => attendance === ABSENT || attendance === NO_WORK);
  return away ? ATTENDANCE_WORDS[away.attendance] : null;
}
