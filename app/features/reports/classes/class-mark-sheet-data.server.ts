import { ATTENDANCE_SHORT, PRESENT } from "#domain/attendance.ts";
import { rankAverages, summarise, sumMarks } from "#domain/documents/class-figures.ts";
import { meanOf, toDecimals } from "#domain/fraction.ts";
import { gradeOf, isLow, USUAL_MAXIMUM } from "#domain/grades.ts";
import { registerName } from "#domain/names.ts";
import { reportAverage, meanPercent, toPercent, type TestMark } from "#domain/subject-results.ts";
import type { DocumentData } from "#templates/index.ts";
import { hasChoices, subjectsOfClass, type ClassResults, type ClassSubject } from "./class-results.server.ts";
import {
  resultColumns,
  type ResultColumn,
  type SheetTest,
  type TestResult,
  type TestsOfClass,
} from "./sheet-columns.server.ts";

type Sheet = DocumentData["class-mark-sheet"]["classes"][number];
type Student = Sheet["students"][number];
type Result = Student["results"][number];
type Summary = Sheet["closing"][number];

export type SheetOfClass = {
  sheet: Sheet;
  subjects: ClassSubject[];
  columns: ResultColumn[];
  isCourseWorkOnly: boolean;
};

const KINDS = ["marks", "grades", "criteria"];
const SCALES = { grades: "grade", criteria: "criteria" };
/**
 * Builds the mark sheet of a class in one test, with each student's total, average and rank. The title may be empty.
 */
export function sheetOfClass(
  results: ClassResults,
  { title, test }: { title: string; test: SheetTest },
  stored: Omit<TestsOfClass, "scheme">,
): SheetOfClass {
  const subjects = inSheetOrder(subjectsOfClass(results));
  const columns = resultColumns(subjects, test, { ...stored, scheme: results.scheme });
  const isChosen = hasChoices(subjects);
  const marked = columns.filter(({ subject }) => subject.kind === "marks");
  const students = withRanks(results.students.map((student) => studentOf(student, columns)));
  const closing = [
    ...(marked.length === 0 ? [] : summaries(results, { columns, students, isChosen })),
    ...(isChosen ? [takers(results, columns)] : []),
  ];
  const sheet = {
    title,
    students,
    closing,
    columns: columns.map((column) => headOf(column, isChosen)),
    outOf: isChosen || marked.length === 0 ? null : `of ${sumMarks(marked.map(({ maxMark }) => maxMark))}`,
    ranked: marked.length === 0 ? null : students.filter(({ rank }) => rank !== null).length,
  };
  return { sheet, subjects, columns, isCourseWorkOnly: results.scheme.course_work_only };
}

/** Puts core subjects before options and, within each, subjects with marks before graded ones. */
export function inSheetOrder(subjects: readonly ClassSubject[]): ClassSubject[] {
  const placeOf = ({ isOption, kind }: ClassSubject) => (isOption ? KINDS.length : 0) + KINDS.indexOf(kind);
  return subjects.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Describes a column. In classes with options, a maximum of 100 is left out, because a note says it once for all. */
function headOf({ subject, place, maxMark }: ResultColumn, isChosen: boolean): Sheet["columns"][number] {
  const { kind, abbr, isOption } = subject;
  const isSaid = !isChosen || maxMark !== USUAL_MAXIMUM;
  return {
    subject: abbr,
    test: place === null ? null : `Test ${place}`,
    scale: kind === "marks" ? (isSaid ? `of ${maxMark}` : "") : SCALES[kind],
    hasMarks: kind === "marks",
    isOption,
  };
}

function studentOf(student: ClassResults["students"][number], columns: readonly ResultColumn[]): Student {
  const marks = marksOf(student, columns);
  const average = reportAverage(marks.map((counted) => ({ kind: "marks", counted })));
  return {
    name: registerName(student),
    results: columns.map((column) => resultIn(column, column.resultOf(student))),
    total: marks.length === 0 ? null : sumMarks(marks.flatMap(({ mark }) => mark ?? [])),
    average: average && average.replace("%", ""),
    rank: null,
  };
}

/** Returns the marks that count towards the total and the average. */
function marksOf(student: ClassResults["students"][number], columns: readonly ResultColumn[]): TestMark[] {
  return columns.flatMap(({ subject: { kind }, resultOf }) => {
    const mark = resultOf(student)?.mark ?? null;
    return kind === "marks" && mark !== null && mark.mark !== null ? [mark] : [];
  });
}

function withRanks(students: readonly Student[]): Student[] {
  const ranks = rankAverages(students.map(({ average }) => average));
  return students.map((student, index) => ({ ...student, rank: ranks[index] ?? null }));
}

/** Formats a result; a mark has its own maximum beside it when that differs from the column's. */
export function resultIn(
  { subject, maxMark }: Pick<ResultColumn, "subject" | "maxMark">,
  result: TestResult | null,
): Result {
  if (!result) return { is: "nothing" };
  const { mark, grade, criteria } = result;
  if (mark && mark.attendance !== PRESENT) return { is: "word", text: ATTENDANCE_SHORT[mark.attendance] };
  if (subject.kind === "criteria") return criteriaIn(criteria);
  if (subject.kind === "grades" && grade !== null) return { is: "result", text: grade, isLow: isLow(grade) };
  const percent = toPercent(mark);
  if (mark?.mark == null || percent === null) return { is: "none" };
  const outOf = mark.max_mark === maxMark ? {} : { outOf: mark.max_mark };
  return { is: "result", text: String(mark.mark), isLow: isLow(gradeOf(percent)), ...outOf };
}

function criteriaIn(grades: readonly (number | null)[]): Result {
  if (grades.every((grade) => grade === null)) return { is: "none" };
  return { is: "result", text: grades.map((grade) => grade ?? "–").join(" "), isLow: false };
}

type Summed = { columns: readonly ResultColumn[]; students: readonly Student[]; isChosen: boolean };

function summaries(results: ClassResults, { columns, students, isChosen }: Summed): Summary[] {
  const marks = columns.map(({ subject, resultOf }) =>
    subject.kind === "marks"
      ? summarise(results.students.map((student) => resultOf(student)?.mark?.mark ?? null))
      : null,
  );
  const totals = isChosen
    ? null
    : summarise(
        students.map(({ total }) => total),
        0,
      );
  const averages = students.flatMap(({ average }) => average ?? []);
  const ordered = averages.toSorted((one, other) => Number(one) - Number(other));
  const mean = meanOf(results.students.flatMap((student) => meanPercent(marksOf(student, columns)) ?? []));
  return [
    rowOf(
      "Class mean",
      marks.map((mark) => mark?.mean),
      { total: totals?.mean, average: mean && toDecimals(mean, 1) },
    ),
    rowOf(
      "Highest",
      marks.map((mark) => mark?.highest),
      { total: totals?.highest, average: ordered.at(-1) },
    ),
    rowOf(
      "Lowest",
      marks.map((mark) => mark?.lowest),
      { total: totals?.lowest, average: ordered.at(0) },
    ),
  ];
}

type Figure = string | number | null | undefined;

function rowOf(label: string, figures: readonly Figure[], ends: { total: Figure; average: Figure }): Summary {
  const text = (figure: Figure) => (figure == null ? null : String(figure));
  return { label, figures: figures.map(text), total: text(ends.total), average: text(ends.average) };
}

function takers({ students }: ClassResults, columns: readonly ResultColumn[]): Summary {
  const counts = columns.map(
    ({ resultOf }) => students.filter((student) => resultOf(student) !== null).length,
  );
  return rowOf("Students taking it", counts, { total: null, average: null });
}
