import { ABSENT, NO_WORK, PRESENT } from "#domain/attendance.ts";
import { GRADES, gradeOf, percentage, type Rating } from "#domain/grades.ts";
import type { MarkSpread, SheetStudent, SheetTotals } from "./data.ts";

/** Generates marks that look like a class's and are the same every time. */
export function students(names: string[], maxMark: number): SheetStudent[] {
  return names.map((name, index) => {
    const mark = Math.round(maxMark * (0.52 + 0.48 * Math.abs(Math.sin(index * 2.3 + 1))));
    const student = present(name, mark, maxMark, index);
    if (index === 8 || index === 19) return asAbsent(student);
    if (index === 24) return { ...asAbsent(student), attendance: NO_WORK };
    return index === 30 ? { ...student, mark: null, percent: null, grade: null } : student;
  });
}

function present(name: string, mark: number, maxMark: number, index: number): SheetStudent {
  const percent = percentage(mark, maxMark);
  return {
    name,
    attendance: PRESENT,
    mark,
    maxMark,
    percent,
    grade: gradeOf(percent),
    criteria: [],
    application: ratingOf(index),
    preparedness: ratingOf(index * 3 + 1),
  };
}

function ratingOf(index: number): Rating | null {
  return index % 13 === 12 ? null : ((["C", "S", "C", "R", "C"] as const)[index % 5] ?? null);
}

export function asAbsent(student: SheetStudent): SheetStudent {
  return { ...student, attendance: ABSENT, mark: null, percent: null, grade: null, criteria: [] };
}

export function asGraded(student: SheetStudent, index: number): SheetStudent {
  const grade = student.attendance === PRESENT ? (GRADES[(index * 7) % 4] ?? null) : null;
  return { ...student, mark: null, percent: null, grade: index === 30 ? null : grade };
}

export function asCriteria(student: SheetStudent, index: number): SheetStudent {
  const criteria = Array.from({ length: 12 }, (_each, column) =>
    index + column === 20 ? null : 1 + ((index * 7 + column * 3) % 5),
  );
  return {
    ...student,
    mark: null,
    percent: null,
    grade: null,
    criteria: student.attendance === PRESENT ? criteria : [],
  };
}

export function withOddMarks(all: SheetStudent[]): SheetStudent[] {
  return all.map((student, index) => {
    if (student.mark === null) return student;
    if (index === 4) return present(student.name, 21, 25, index);
    return index % 3 === 1 ? present(student.name, student.mark - 0.5, 20, index) : student;
  });
}

export function totalsOf(all: SheetStudent[]): SheetTotals {
  const marks = all.flatMap(({ mark }) => (mark === null ? [] : [mark]));
  const percents = all.flatMap(({ percent }) => (percent === null ? [] : [percent]));
  const absent = all.filter(({ attendance }) => attendance === ABSENT).length;
  const noWork = all.filter(({ attendance }) => attendance === NO_WORK).length;
  const blank = all.filter((student) => student.attendance === PRESENT && !isEntered(student)).length;
  return { count: all.length, absent, noWork, blank, marks: summed(marks), percents: summed(percents) };
}

function summed(figures: number[]): MarkSpread | null {
  if (figures.length === 0) return null;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  return { mean: mean.toFixed(1), highest: Math.max(...figures), lowest: Math.min(...figures) };
}

function isEntered({ mark, grade, criteria }: SheetStudent): boolean {
  return mark !== null || grade !== null || criteria.length > 0;
}
