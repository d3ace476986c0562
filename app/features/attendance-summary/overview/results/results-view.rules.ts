import type { GradingScale } from "#domain/grading.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import {
  sumMarkTotals,
  sumAverageGrades,
  sumMarkTotalsBySubject,
  roundedMeanPercent,
  calculatePassRate,
  distanceFromMean,
  wholeMeanPercent,
  type ClassSummary,
  type MarkTotals,
  type DistanceFromMean,
} from "#domain/figures/results.ts";

/** The kind of a list, which decides its columns. */
export type MarkListKind = "average" | "mark" | "subject mark" | "failing" | "change" | "missing" | "report";

export type MarkListRow = {
  key: string;
  name: string;
  label: string;
  /** The URL of the term report or the mark sheet; null if the person may not open that page. */
  url: string | null;
  /** The subject, the subjects that the student fails, or what is missing in the report. */
  subject: string;
  /** The average, the mark, the number of failed subjects, or `3 of 35` marks missing. */
  figure: string;
  grade: string;
  before: string;
  change: string;
  isLow: boolean;
};

export const EMPTY_MARK_LIST_ROW = {
  subject: "",
  figure: "",
  grade: "",
  before: "",
  change: "",
  isLow: false,
};

export type ClassWithMarkTotals = {
  class_id: number;
  label: string;
  form_level: number;
  group_title: string;
  form_class_id: string;
  grading: GradingScale;
  result: Pick<ClassSummary, "subjects" | "averages">;
};

type SubjectTitle = { subject_id: number; title: string };

export function sumMarkTotalsOfClasses(classes: readonly ClassWithMarkTotals[]): MarkTotals {
  return sumMarkTotals(classes.flatMap(({ result }) => [...result.subjects.values()]));
}

/** Returns the mean rounded to one decimal and the pass rate rounded to a whole number. Both are null without marks. */
export function roundedMeanAndPassRate(figures: MarkTotals): {
  mean: number | null;
  passRate: number | null;
} {
  const passRate = calculatePassRate(figures);
  return { mean: roundedMeanPercent(figures), passRate: passRate === null ? null : Math.round(passRate) };
}

/**
 * A subject's mean in one class as short text, because the page sends hundreds of means. `66` is a mean; each `+` or
 * `-` after it is one step of shading; `!` marks a mean below the pass mark. `?` means no marks yet, and empty text
 * means that the class does not take the subject.
 */
export type EncodedMean = string;

const SIGNS: Readonly<Record<DistanceFromMean, string>> = {
  "-2": "--",
  "-1": "-",
  "0": "",
  "1": "+",
  "2": "++",
};

export type MeansTableCell = { mean: number; shade: DistanceFromMean; isLow: boolean };

/** Parses the text of a mean. Returns null without marks. */
export function parseEncodedMean(text: EncodedMean): MeansTableCell | null {
  const [, mean, sign, low] = /^(\d+)([-+]*)(!?)$/.exec(text) ?? [];
  if (mean === undefined) return null;
  const shade = ((sign?.length ?? 0) * (sign?.startsWith("-") ? -1 : 1)) as DistanceFromMean;
  return { mean: Number(mean), shade, isLow: low === "!" };
}

/** Adds up the classes of each level, as if they were one class with the id 0. A level has one grading. */
export function mergeClassesByLevel(classes: readonly ClassWithMarkTotals[]): ClassWithMarkTotals[] {
  return [...groupBy(classes, ({ form_level }) => form_level).values()].flatMap((own) => {
    const [first] = own;
    const results = own.map(({ result }) => result);
    const result = { subjects: sumMarkTotalsBySubject(results), averages: sumAverageGrades(results) };
    return first ? [{ ...first, class_id: 0, label: "all", result }] : [];
  });
}

/** Builds the table of means by subject and class. The cells of a row are separated by commas. */
export function buildMeansTable(classes: readonly ClassWithMarkTotals[], titles: readonly SubjectTitle[]) {
  const subjects = sumMarkTotalsBySubject(classes.map(({ result }) => result));
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
              cells: classes.map((row) => meanText(row, id, roundedMeanPercent(figures))).join(","),
              all: roundedMeanPercent(figures),
            },
          ]
        : [];
    }),
    classMeans: classes.map((row) => wholeMeanPercent(sumMarkTotalsOfClasses([row]))),
    all: roundedMeanPercent(sumMarkTotalsOfClasses(classes)),
  };
}

function meanText(
  { result, grading }: ClassWithMarkTotals,
  subjectId: number,
  ofSubject: number | null,
): EncodedMean {
  const figures = result.subjects.get(subjectId);
  if (!figures) return "";
  const [mean, whole] = [roundedMeanPercent(figures), wholeMeanPercent(figures)];
  if (mean === null || whole === null || ofSubject === null) return "?";
  return `${whole}${SIGNS[distanceFromMean(mean, ofSubject)]}${whole < grading.passMark ? "!" : ""}`;
}

/**
 * Shortens a class's label by the part that the heading of the level already shows: 3A in Form 3 becomes `A`, and Std
 * 4 T becomes `T`.
 */
function shortLabel({ label, form_level, form_class_id, group_title }: ClassWithMarkTotals): string {
  const prefix = [`${form_class_id} `, `${group_title} `, String(form_level)].find((text) =>
    label.startsWith(text),
  );
  return (prefix && label.slice(prefix.length)) || label;
}

/** Builds the rows of levels (or classes, within one level) with the grades of the students' averages. */
export function buildGradeRows(
  classes: readonly ClassWithMarkTotals[],
  letters: readonly string[],
  isByLevel: boolean,
) {
  const groups = isByLevel
    ? [...new Map(classes.map((row) => [row.form_level, row.group_title]))].map(([key, title]) => ({
        key,
        title,
        classes: classes.filter(({ form_level }) => form_level === key),
      }))
    : classes.map((row) => ({ key: row.class_id, title: row.label, classes: [row] }));
  return groups.map(({ key, title, classes: own }) => ({
    key,
    title,
    ...countGradesOfClasses(own, letters),
  }));
}

export function countGradesOfClasses(classes: readonly ClassWithMarkTotals[], letters: readonly string[]) {
  const grades = sumAverageGrades(classes.map(({ result }) => result));
  return {
    counts: letters.map((letter) => grades.get(letter) ?? 0),
    ...roundedMeanAndPassRate(sumMarkTotalsOfClasses(classes)),
  };
}

type Terms = Record<"now" | "before" | "yearAgo", readonly ClassWithMarkTotals[]>;

/** Builds the rows of subjects with the grades of their marks, and the means of earlier terms. */
export function buildSubjectRows(
  { now, before, yearAgo }: Terms,
  titles: readonly SubjectTitle[],
  letters: readonly string[],
) {
  const [subjects, past, old] = [now, before, yearAgo].map((classes) =>
    sumMarkTotalsBySubject(classes.map(({ result }) => result)),
  );
  const meanIn = (term: Map<number, MarkTotals> | undefined, id: number) => {
    const figures = term?.get(id);
    return figures ? roundedMeanPercent(figures) : null;
  };
  return titles.flatMap(({ subject_id: id, title }) => {
    const figures = subjects?.get(id);
    if (!figures || figures.sum.count === 0) return [];
    return [
      {
        key: id,
        title,
        counts: letters.map((letter) => figures.grades.get(letter) ?? 0),
        ...roundedMeanAndPassRate(figures),
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

/** Returns a sentence that explains the order of a list, or empty text if there is nothing to sort. */
export function formatListOrder(list: readonly unknown[], words: string): string {
  return list.length > 1 ? ` ${words}` : "";
}
