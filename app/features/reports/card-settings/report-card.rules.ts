import {
  describeWeight,
  HIGHEST_PERCENTAGE,
  type CourseWorkWeights,
  type GradingScale,
  type GradeScaleStep,
} from "#domain/grading.ts";
import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import {
  REPORT_CARD_BLOCK_ORDERS,
  REPORT_CARD_PARTS,
  type ReportCardSettings,
} from "#domain/documents/card-parts.ts";
import { formatCountOf } from "#domain/text/noun.ts";

const MOST_GRADES = 8;
export const MAX_GRADE_WORDS_LENGTH = 24;

/** The numbers of the form's rows of grades and of exceptions: the last part of a field's name, as in `letter.1`. */
export const REPORT_CARD_FORM_ROW_NUMBERS = Array.from({ length: MOST_GRADES }, (_row, index) =>
  String(index + 1),
);

/** A row of the form as typed. */
export type GradeScaleFormRow = { row: string; letter: string; from: string; words: string };

type Faults = Record<string, string>;

/**
 * Returns the URL of the settings of a level.
 * @param term the term in which the settings begin; without a term, the URL is that of the current settings
 */
export function reportCardSettingsUrl(level: number, term?: number): string {
  return withQuery(PATHS.reportCard, term === undefined ? { level } : { level, term });
}

export function reportCardPreviewUrl(level: number, values: object): string {
  const entries = Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (typeof value === "string") return PREVIEWED.test(name) && value !== "" ? [[name, value]] : [];
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([row, text]: [string, unknown]): [string, string][] =>
      typeof text === "string" && text !== "" ? [[`${name}.${row}`, text]] : [],
    );
  });
  // The parameters are sorted so that equal values have equal URLs and a picture is not drawn again.
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return withQuery(PATHS.reportCardPreview, { level, ...Object.fromEntries(sorted) });
}

const PREVIEWED = /^(?:passMark|order|courseWork|(?:letter|from|words|parts|subject|weight)\.\w+)$/;

/**
 * Reads the scale and pass mark from the form. Returns the grading, or the errors by field. Empty rows are left out,
 * and the others may be in any order. The form's schema has already limited the length of the words.
 */
export function parseGradingForm(
  rows: readonly GradeScaleFormRow[],
  passMark: string,
): { grading: GradingScale; faults: null } | { grading: null; faults: Faults } {
  const used = rows.filter(({ letter, from, words }) => [letter, from, words].some((text) => text.trim()));
  // A row with an unreadable percentage goes to the end, so that it causes no errors in other rows.
  const sorted = used.toSorted(
    (one, other) => (wholeNumber(other.from) ?? -1) - (wholeNumber(one.from) ?? -1),
  );
  const steps = sorted.map(({ letter, from, words }): GradeScaleStep => ({
    letter: letter.trim().toUpperCase(),
    from: wholeNumber(from) ?? NaN,
    words: words.trim(),
  }));
  const faults: Faults = {
    ...(used.length < 2 ? { [`letter.${used.length + 1}`]: "Enter at least two grades." } : null),
    ...Object.fromEntries(sorted.flatMap(({ row }, index) => faultsOf(row, index, steps))),
    ...passMarkFault(passMark),
  };
  if (Object.keys(faults).length > 0) return { grading: null, faults };
  return { grading: { steps, passMark: wholeNumber(passMark) ?? NaN }, faults: null };
}

function faultsOf(row: string, index: number, steps: readonly GradeScaleStep[]): [string, string][] {
  const step = steps[index];
  if (!step) return [];
  const before = steps.slice(0, index);
  const named = [
    [`letter.${row}`, letterFault(step, before)],
    [`from.${row}`, lowestFault(step, before.at(-1), index === steps.length - 1)],
  ] as const;
  return named.flatMap(([field, fault]) => (fault === null ? [] : [[field, fault]]));
}

function letterFault({ letter }: GradeScaleStep, before: readonly GradeScaleStep[]): string | null {
  if (!/^[A-Z]$/.test(letter)) return "Enter one letter, like A.";
  return before.some((step) => step.letter === letter)
    ? `${letter} is already a grade in this scale. Enter another letter.`
    : null;
}

function lowestFault(
  { from }: GradeScaleStep,
  above: GradeScaleStep | undefined,
  isLast: boolean,
): string | null {
  if (Number.isNaN(from) || from > HIGHEST_PERCENTAGE)
    return `Enter a whole percentage from 0 to ${HIGHEST_PERCENTAGE}.`;
  if (above && !Number.isNaN(above.from) && from >= above.from)
    return `Enter a percentage below ${above.from}, the lowest percentage of the grade above.`;
  return isLast && from > 0 ? "Enter 0: the last grade needs to cover every lower result." : null;
}

function passMarkFault(typed: string): Faults {
  const passMark = wholeNumber(typed);
  if (passMark !== null && passMark >= 1 && passMark <= HIGHEST_PERCENTAGE) return {};
  return { passMark: `Enter a whole percentage from 1 to ${HIGHEST_PERCENTAGE}.` };
}

/** An exception as typed: the number of a subject, and how much its course work counts. */
export type WeightExceptionFormRow = { row: string; subject: string; weight: string };

/**
 * Reads the weights of course work and exam. Returns the weights (undefined if only the exam counts), or the errors by
 * field. A subject with the same weight as its level is left out of the exceptions.
 */
export function parseWeightsForm(
  courseWork: string,
  rows: readonly WeightExceptionFormRow[],
): { weights: CourseWorkWeights | undefined; faults: Faults } {
  const level = courseWork.trim() === "" ? 0 : wholeNumber(courseWork);
  const used = rows.filter(({ subject, weight }) => subject.trim() || weight.trim());
  const faults: Faults = {};
  if (!isShare(level)) faults["courseWork"] = SHARE_FAULT;
  for (const [index, { row, subject, weight }] of used.entries()) {
    if (parseId(subject) === null) faults[`subject.${row}`] = "Choose a subject.";
    else if (used.slice(0, index).some((other) => other.subject === subject))
      faults[`subject.${row}`] = "This subject is already in the list. Choose another subject.";
    if (!isShare(wholeNumber(weight))) faults[`weight.${row}`] = SHARE_FAULT;
  }
  const exceptions = used
    .map(({ subject, weight }) => ({ subject_id: Number(subject), weight: wholeNumber(weight) ?? 0 }))
    .filter(({ weight }) => weight !== level)
    .toSorted((one, other) => one.subject_id - other.subject_id);
  const isUsual = (level ?? 0) === 0 && exceptions.length === 0;
  return { weights: isUsual ? undefined : { level: level ?? 0, exceptions }, faults };
}

const SHARE_FAULT = `Enter a whole percentage from 0 to ${HIGHEST_PERCENTAGE}.`;

function isShare(share: number | null): boolean {
  return share !== null && share <= HIGHEST_PERCENTAGE;
}

/** Describes how much is left for the exam, while the share of the course work is typed. */
export function describeExamShare(courseWork: string): string {
  const share = courseWork.trim() === "" ? 0 : wholeNumber(courseWork);
  return share === null || !isShare(share) ? "" : describeWeight(share);
}

function wholeNumber(typed: string): number | null {
  const text = typed.trim().replace("%", "").trim();
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}

/**
 * Describes what each row covers while the user types, such as `80 to 89%`. The result is empty for a row that cannot
 * be read.
 */
export function describeGradeRanges(rows: readonly GradeScaleFormRow[]): string[] {
  const read = rows.map(({ from }) => wholeNumber(from));
  return read.map((from, index) => {
    if (from === null || from > HIGHEST_PERCENTAGE || read.indexOf(from) < index) return "";
    const above = read.filter((other) => other !== null && other > from);
    return `${from} to ${Math.min(HIGHEST_PERCENTAGE + 1, ...above.map(Number)) - 1}%`;
  });
}

/** The names of the scale's fields for the error summary. */
export const GRADE_FIELD_LABELS: Record<string, string> = Object.fromEntries(
  REPORT_CARD_FORM_ROW_NUMBERS.flatMap((row) => [
    [`letter.${row}`, `Grade ${row}`],
    [`from.${row}`, `Lowest percentage of grade ${row}`],
    [`words.${row}`, `Grade ${row} in words`],
  ]),
);

/** Formats a grading in a line: `A 80, B 70, C 60, D 50, R 0; pass mark 50; course work 40%, exam 60%`. */
export function describeGrading({ steps, passMark, weights }: GradingScale): string {
  const grades = `${steps.map(({ letter, from }) => `${letter} ${from}`).join(", ")}; pass mark ${passMark}`;
  if (!weights) return grades;
  const count = weights.exceptions.length;
  const others = count === 0 ? "" : `, except in ${formatCountOf(count, "subject")}`;
  return `${grades}; ${describeWeight(weights.level).toLowerCase()}${others}`;
}

export function areSameReportCardSettings(one: ReportCardSettings, other: ReportCardSettings): boolean {
  return one.order === other.order && one.parts.toSorted().join() === other.parts.toSorted().join();
}

/** Formats the content of the card on one line: `Position in class; Parent’s slip`. */
export function describeReportCardSettings({ parts, order }: ReportCardSettings): string {
  return [...parts.map((part) => REPORT_CARD_PARTS[part]), REPORT_CARD_BLOCK_ORDERS[order]].join("; ");
}

type Affected = {
  signed: number;
  posted: number;
  regraded: number;
  /** True when the change also weights course work and exam differently. */
  isWeighedAnew: boolean;
  terms: readonly string[];
};

/** Describes the reports that a change would affect. `terms` is empty if they are all of the current term. */
export function describeAffectedReports({
  signed,
  posted,
  regraded,
  isWeighedAnew,
  terms,
}: Affected): string {
  const given = [
    ...(signed > 0 ? [formatCountOf(signed, "signed report")] : []),
    ...(posted > 0 ? [`${posted} posted ${posted === 1 ? "class" : "classes"}`] : []),
  ];
  const grades =
    regraded === 0
      ? `No ${isWeighedAnew ? "results" : "grades or passes"} change on these reports.`
      : `On ${regraded} of these reports, ${isWeighedAnew ? "a result or its grade changes" : "a grade changes or a result changes between pass and fail"}.`;
  const where = terms.length === 0 ? "" : `, in ${terms.join(" and ")}`;
  return `This would change ${given.join(" and ")}${where}. ${grades} Signatures are kept. Choose the term in which the change starts, then save again.`;
}

export function isSameGrading(one: GradingScale, other: GradingScale): boolean {
  const textOf = ({ steps, passMark }: GradingScale) =>
    JSON.stringify([passMark, ...steps.map(({ letter, from, words }) => [letter, from, words])]);
  return textOf(one) === textOf(other) && isSameWeighting(one, other);
}

/** Tells whether two scales weight course work and exam in the same way. */
export function isSameWeighting(one: GradingScale, other: GradingScale): boolean {
  const textOf = ({ weights }: GradingScale) =>
    JSON.stringify([
      weights?.level ?? 0,
      ...(weights?.exceptions ?? [])
        .map(({ subject_id, weight }) => [subject_id, weight])
        .toSorted(([first = 0], [second = 0]) => first - second),
    ]);
  return textOf(one) === textOf(other);
}
