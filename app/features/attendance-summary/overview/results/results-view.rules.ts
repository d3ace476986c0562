import type { Grading } from "#domain/grading.ts";
import {
  addFigures,
  countAverageGrades,
  figuresBySubject,
  meanOf,
  passRateOf,
  shadeOf,
  wholeMeanOf,
  type ClassSummary,
  type Figures,
  type Shade,
} from "#domain/figures/results.ts";

/** A class with its results, as the tables of the page need it. */
export type ClassInTable = {
  class_id: number;
  label: string;
  form_level: number;
  group_title: string;
  form_class_id: string;
  grading: Grading;
  result: ClassSummary;
};

type SubjectTitle = { subject_id: number; title: string };

/** Adds up all marks of classes. */
export function figuresOfClasses(classes: readonly ClassInTable[]): Figures {
  return addFigures(classes.flatMap(({ result }) => [...result.subjects.values()]));
}

/** Returns the mean to one decimal and the whole pass rate; null without marks. */
export function summaryOf(figures: Figures): { mean: number | null; passRate: number | null } {
  const passRate = passRateOf(figures);
  return { mean: meanOf(figures), passRate: passRate === null ? null : Math.round(passRate) };
}

/**
 * The mean of a subject in a class. A null mean: the subject is taught and has no marks yet. Near the subject's mean
 * there is no shade, and no field for it, because the page sends hundreds of cells.
 */
export type MeanCell = { mean: number | null; shade?: Shade; isLow?: true };

/** Builds the table of means by subject and class. A class that does not take the subject has a null cell. */
export function meansTable(classes: readonly ClassInTable[], titles: readonly SubjectTitle[]) {
  const subjects = figuresBySubject(classes.map(({ result }) => result));
  const levels = [...new Map(classes.map((row) => [row.form_level, row.group_title]))];
  return {
    levels: levels.map(([level, title]) => ({
      level,
      title,
      classes: classes
        .filter(({ form_level }) => form_level === level)
        .map((row) => ({ id: row.class_id, label: row.label, short: shortLabel(row) })),
    })),
    rows: titles.flatMap(({ subject_id: id, title }) => {
      const figures = subjects.get(id);
      return figures
        ? [
            {
              id,
              title,
              cells: classes.map((row) => meanCell(row, id, meanOf(figures))),
              all: meanOf(figures),
            },
          ]
        : [];
    }),
    classMeans: classes.map((row) => wholeMeanOf(figuresOfClasses([row]))),
    all: meanOf(figuresOfClasses(classes)),
  };
}

function meanCell(
  { result, grading }: ClassInTable,
  subjectId: number,
  ofSubject: number | null,
): MeanCell | null {
  const figures = result.subjects.get(subjectId);
  if (!figures) return null;
  const [mean, whole] = [meanOf(figures), wholeMeanOf(figures)];
  if (mean === null || whole === null || ofSubject === null) return { mean: null };
  const shade = shadeOf(mean, ofSubject);
  return {
    mean: whole,
    ...(shade !== 0 && { shade }),
    ...(whole < grading.passMark && { isLow: true }),
  };
}

/** Leaves out what the heading of the level says already: `A` for 3A in Form 3, and `T` for Std 4 T. */
function shortLabel({ label, form_level, form_class_id, group_title }: ClassInTable): string {
  const prefix = [`${form_class_id} `, `${group_title} `, String(form_level)].find((text) =>
    label.startsWith(text),
  );
  return (prefix && label.slice(prefix.length)) || label;
}

/** Builds the rows of levels (or classes, within one level) with the grades of the students' averages. */
export function gradeRows(classes: readonly ClassInTable[], letters: readonly string[], isByLevel: boolean) {
  const groups = isByLevel
    ? [...new Map(classes.map((row) => [row.form_level, row.group_title]))].map(([key, title]) => ({
        key,
        title,
        classes: classes.filter(({ form_level }) => form_level === key),
      }))
    : classes.map((row) => ({ key: row.class_id, title: row.label, classes: [row] }));
  return groups.map(({ key, title, classes: own }) => ({ key, title, ...gradesOf(own, letters) }));
}

/** Counts the students of classes by the grade of their average. */
export function gradesOf(classes: readonly ClassInTable[], letters: readonly string[]) {
  const grades = countAverageGrades(classes.flatMap(({ result }) => result.students));
  return {
    counts: letters.map((letter) => grades.get(letter) ?? 0),
    ...summaryOf(figuresOfClasses(classes)),
  };
}

type Terms = Record<"now" | "before" | "yearAgo", readonly ClassInTable[]>;

/** Builds the rows of subjects with the grades of their marks, and the means of earlier terms. */
export function subjectRows(
  { now, before, yearAgo }: Terms,
  titles: readonly SubjectTitle[],
  letters: readonly string[],
) {
  const [subjects, past, old] = [now, before, yearAgo].map((classes) =>
    figuresBySubject(classes.map(({ result }) => result)),
  );
  const meanIn = (term: Map<number, Figures> | undefined, id: number) => {
    const figures = term?.get(id);
    return figures ? meanOf(figures) : null;
  };
  return titles.flatMap(({ subject_id: id, title }) => {
    const figures = subjects?.get(id);
    if (!figures || figures.sum.count === 0) return [];
    return [
      {
        key: id,
        title,
        counts: letters.map((letter) => figures.grades.get(letter) ?? 0),
        ...summaryOf(figures),
        before: meanIn(past, id),
        yearAgo: meanIn(old, id),
      },
    ];
  });
}

/** Formats a change, such as `+1.2` or `−0.8`, from figures that are rounded to one decimal. */
export function formatChange(now: number, before: number): string {
  const tenths = Math.round(10 * now) - Math.round(10 * before);
  const sign = tenths > 0 ? "+" : tenths < 0 ? "−" : "±";
  return `${sign}${(Math.abs(tenths) / 10).toFixed(1)}`;
}

/** Formats a mean, such as `66.2`. */
export function formatFigure(figure: number | null): string {
  return figure === null ? "–" : figure.toFixed(1);
}
