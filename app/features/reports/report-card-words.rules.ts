import { ATTENDANCE_WORDS, PRESENT_AT_TEST } from "#domain/attendance.ts";
import { formatDate } from "#domain/dates.ts";
import { type SchoolFlavour, DEFAULT_MAX_MARK } from "#domain/grades.ts";
import { describeWeight, isWeighted } from "#domain/grading.ts";
import {
  calculateReportAverage,
  type MarkingScheme,
  type SubjectResult,
  type TestMark,
} from "#domain/subject-results.ts";
import { isDecisionTerm, MARK_TITLES } from "#domain/term-reports.ts";
import {
  yearLabel,
  formatYear,
  END_OF_TERM_TEST_ID,
  OTHER_ASSESSMENT_TEST_ID,
  testTitle,
} from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import type { TermOfYear, YearResult } from "#domain/figures/year-results.ts";

type Named = { title: string | null; first_name: string; last_name: string };
export type PrintedFormClass = { form_class_id: string; group_title: string };

/** The number of lines in a comment. More lines are joined, because they would push the signature to another page. */
const MOST_LINES = 10;

/** Fits a comment into its space on a card: removes empty lines, and joins a long list of very short lines. */
export function fitCommentToCard(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.join(lines.length > MOST_LINES ? " " : "\n");
}

/** Formats a teacher's name, such as `Mrs. A. Ramkissoon`. */
export function formatFormalName({ title, first_name, last_name }: Named): string {
  const [initial = ""] = first_name.trim();
  return [title, initial && `${initial.toLocaleUpperCase("en")}.`, last_name].filter(Boolean).join(" ");
}

export function formatFormalNames(people: readonly Named[]): string {
  return people.map(formatFormalName).join(" / ");
}

/** Formats a full name, such as `Anaya Celestine Ramdeen-Joseph`. */
export function formatFullName(student: {
  first_name: string;
  other_name: string;
  last_name: string;
}): string {
  const { first_name, other_name, last_name } = student;
  return [first_name, other_name, last_name]
    .map((name) => name.trim())
    .filter(Boolean)
    .join(" ");
}

/** Formats a term, such as `Term 3, 2025–2026`. */
export function formatTermAndYear({
  academic_year_id,
  term,
}: {
  academic_year_id: number;
  term: number;
}): string {
  return `Term ${term}, ${formatYear(academic_year_id)}`;
}

/** Returns a name such as `Form 3A` in a secondary school, and the class's own label in other schools. */
export function formatClassName(
  flavour: SchoolFlavour,
  { label, form_class_id }: { label: string; form_class_id: string },
): string {
  return flavour === "secondary" && label === form_class_id ? `Form ${label}` : label;
}

/** Formats the student's next class, such as `Form 4B` or `Standard 5`. */
function formClassWords(flavour: SchoolFlavour, { form_class_id, group_title }: PrintedFormClass): string {
  return flavour === "secondary" ? `Form ${form_class_id}` : group_title;
}

export type ReportCardPromotion = {
  term: number;
  promotion_progress: boolean | null;
  promoted_to: PrintedFormClass | null;
  repeating: PrintedFormClass | null;
  /** The title of the student's level. `next_group_title` is null for the last level. */
  group_title: string;
  next_group_title: string | null;
};

/** Describes the promotion: the decision in the last term, and otherwise the teacher's advice. */
export function describePromotion(flavour: SchoolFlavour, promotion: ReportCardPromotion): string | null {
  const { term, promoted_to, repeating, promotion_progress } = promotion;
  if (isDecisionTerm(term) && promoted_to) return `Promoted to ${formClassWords(flavour, promoted_to)}`;
  if (isDecisionTerm(term) && repeating) return `Repeating ${formClassWords(flavour, repeating)}`;
  if (promotion_progress === null) return null;
  const aim = promotion.next_group_title
    ? `for promotion to ${promotion.next_group_title}`
    : `to complete ${promotion.group_title}`;
  return promotion_progress ? `On course ${aim}` : `Not yet on course ${aim}`;
}

type Signing = {
  /** The day of the signature; null if the report is not signed. */
  signedOn: string | null;
  signer: Named | null;
  changedSinceSigned: boolean;
  gradedSinceSigned: boolean;
  changedSincePosted: boolean;
  /** Text such as `corrected on 2 Dec 2026`; null when the report was not corrected after its term. */
  correctedOn?: string | null;
};

export type ReportCardSignatureText = {
  name: string | null;
  role: string | null;
  state: string;
  changes: string[];
};

/** Returns the text of the signature. The Admin account, which has no employee, signs as Admin. */
export function describeSignature(signing: Signing): ReportCardSignatureText {
  const { signedOn, signer, changedSinceSigned, gradedSinceSigned, changedSincePosted, correctedOn } =
    signing;
  const corrected = correctedOn ? [correctedOn] : [];
  const posted = changedSincePosted ? ["changed since posted"] : [];
  if (signedOn === null) {
    const changes = [...corrected, ...posted];
    return { name: null, role: "Principal", state: "No principal’s signature", changes };
  }
  return {
    name: signer ? `${signer.first_name} ${signer.last_name}` : "Admin",
    role: signer ? "Principal" : null,
    state: `Signed ${formatDate(signedOn)}`,
    changes: [
      ...corrected,
      ...(changedSinceSigned ? ["changed since signed"] : []),
      ...(gradedSinceSigned ? ["grades changed since signed"] : []),
      ...posted,
    ],
  };
}

/** Returns a readable file name: document, student, class and term. */
export function buildFileName(parts: {
  academic_year_id: number;
  term: number;
  classes: readonly string[];
  student: { first_name: string; last_name: string; student_id: string } | null;
}): string {
  const { student } = parts;
  const of = student ? [`${student.last_name} ${student.first_name}`, student.student_id] : [];
  return [
    student ? "Report card" : "Report cards",
    ...of,
    parts.classes.join(" and "),
    formatFilePeriod(parts),
  ].join(" ");
}

/** Formats a term for a file name, such as `Term 3 2025-2026`. */
export function formatFilePeriod({
  academic_year_id,
  term,
}: {
  academic_year_id: number;
  term: number;
}): string {
  return `Term ${term} ${yearLabel(academic_year_id)}`;
}

/** A column of marks: the test, and whether its marks count towards the average. */
export type ReportCardTestColumn = {
  test: "first" | "second" | "course" | "exam";
  label: string;
  counts: boolean;
};

export type ReportCardCell =
  | { is: "mark"; mark: string; outOf: string | null }
  | { is: "text"; text: string }
  | { is: "word"; text: string }
  | { is: "none" }
  | { is: "nothing" };

const NOTHING = { is: "nothing" } as const;
const NONE = { is: "none" } as const;
/** Returns the columns of marks. A test that does not count has a column only if somebody has a mark in it. */
export function listReportCardTestColumns(
  subjects: readonly SubjectResult[],
  scheme: MarkingScheme,
): ReportCardTestColumn[] {
  const withTests = subjects.filter(({ kind }) => kind !== "criteria");
  const hasMarked = subjects.some(({ kind }) => kind === "marks");
  return allColumns(subjects, scheme).filter(
    ({ counts, test }) => (counts && hasMarked) || withTests.some((subject) => isMarked(subject[test])),
  );
}

function allColumns(subjects: readonly SubjectResult[], scheme: MarkingScheme): ReportCardTestColumn[] {
  const { assessment_type, course_work_only } = scheme;
  const other = course_work_only ? "Course work" : testTitle(OTHER_ASSESSMENT_TEST_ID, assessment_type, null);
  const exam = testTitle(END_OF_TERM_TEST_ID, assessment_type, null);
  const level = levelWeight(scheme);
  const marked = subjects.filter(({ kind }) => kind === "marks");
  const shareOf = (weight: number) => (isWeighted(level) ? ` ${weight}%` : "");
  return [
    { test: "first", label: MARK_TITLES.mark1, counts: false },
    { test: "second", label: MARK_TITLES.mark2, counts: false },
    {
      test: "course",
      label: `${other}${shareOf(level)}`,
      counts: course_work_only || marked.some(({ weight }) => weight > 0),
    },
    {
      test: "exam",
      label: `${exam}${shareOf(WHOLE - level)}`,
      counts: !course_work_only && (marked.length === 0 || marked.some(({ weight }) => weight < WHOLE)),
    },
  ];
}

const WHOLE = 100;

/** Returns the percentage of the course work in subjects that are not exceptions. */
function levelWeight({ course_work_only, by_criteria, grading }: MarkingScheme): number {
  return course_work_only || by_criteria ? 0 : (grading.weights?.level ?? 0);
}

/** Explains the subjects whose result is not worked out as the column headings say: `Art: Course work alone`. */
export function describeUnusualWeights(
  subjects: readonly (SubjectResult & { subject: string })[],
  scheme: MarkingScheme,
): string | null {
  if (scheme.course_work_only) return null;
  const others = subjects.filter(({ kind, weight }) => kind === "marks" && weight !== levelWeight(scheme));
  const notes = others.map(({ subject, weight }) => `${subject}: ${describeWeight(weight).toLowerCase()}`);
  return notes.length === 0 ? null : notes.join(". ");
}

/** Tells whether a subject's result is made of course work and exam. */
export function hasWeightedResult(subjects: readonly SubjectResult[]): boolean {
  return subjects.some(({ weight }) => isWeighted(weight));
}

/**
 * Tells whether there is a mark or an absence. A grade chosen by the teacher does not count, because it has its own
 * column.
 */
function isMarked(mark: TestMark | null): boolean {
  return mark !== null && (mark.mark !== null || mark.attendance !== PRESENT_AT_TEST);
}

type Maxima = "all" | "unusual";

/** Returns a subject's cells: one for each test, then the percentage and grade that count. */
export function buildSubjectCells(
  subject: SubjectResult,
  columns: readonly ReportCardTestColumn[],
  maxima: Maxima,
): ReportCardCell[] {
  const { kind, percent, grade } = subject;
  const noPercent = kind === "grades" ? NOTHING : NONE;
  return [
    ...columns.map((column) => markCell(subject, column, maxima)),
    percent === null ? noPercent : { is: "text", text: String(percent) },
    grade === null ? NONE : { is: "text", text: grade },
  ];
}

/** Returns the cell of a mark: a dash if it is missing, and empty if the subject cannot have the test. */
function markCell(
  subject: SubjectResult,
  { test, counts }: ReportCardTestColumn,
  maxima: Maxima,
): ReportCardCell {
  const mark = subject[test];
  if (mark !== null && mark.attendance !== PRESENT_AT_TEST)
    return { is: "word", text: ATTENDANCE_WORDS[mark.attendance] };
  if (mark?.mark == null) return counts && isPart(subject, test) ? NONE : NOTHING;
  const isSaid = maxima === "all" || mark.max_mark !== DEFAULT_MAX_MARK;
  return { is: "mark", mark: String(mark.mark), outOf: isSaid ? String(mark.max_mark) : null };
}

/** Tells whether the mark of a test counts in the subject. */
function isPart({ kind, weight }: SubjectResult, test: ReportCardTestColumn["test"]): boolean {
  if (kind !== "marks") return false;
  return test === "course" ? weight > 0 : test === "exam" && weight < WHOLE;
}

/**
 * Returns the labels and values of the averages, such as `Average of 8 end of term marks`. Absences and graded
 * subjects are left out. The result is empty if no subject has marks.
 */
export function buildAverageLines(
  subjects: readonly SubjectResult[],
  { course_work_only }: MarkingScheme,
): { label: string; value: string | null }[] {
  const marked = subjects.filter(({ kind }) => kind === "marks");
  if (marked.length === 0) return [];
  const count = marked.filter(({ percent }) => percent !== null).length;
  const words = hasWeightedResult(marked) ? "result" : course_work_only ? "course mark" : "end of term mark";
  const value = calculateReportAverage(marked);
  if (value === null) return [{ label: `No ${words}s`, value }];
  return [{ label: `Average of ${formatCountOf(count, words)}`, value }];
}

/** Returns a note for all marks if the maximum of 100 is left out of the cells; otherwise null. */
export function describeMaxMark(
  subjects: readonly SubjectResult[],
  columns: readonly ReportCardTestColumn[],
  maxima: Maxima,
): string | null {
  const marks = subjects.flatMap((subject) => columns.map(({ test }) => subject[test]));
  const isHidden = marks.some((mark) => mark?.mark != null && mark.max_mark === DEFAULT_MAX_MARK);
  return maxima === "unusual" && isHidden ? "Marks are out of 100 unless a max mark is shown" : null;
}

export function findAbsenceWord({ exam, course, first, second }: SubjectResult): string | null {
  const away = [exam, course, first, second].find(
    (mark) => mark !== null && mark.attendance !== PRESENT_AT_TEST,
  );
  return away ? ATTENDANCE_WORDS[away.attendance] : null;
}

/** A column of the year: a term before the last one, or the year itself. */
export type ReportCardYearColumn = { label: string; cellOf: (subjectId: number) => ReportCardCell };

/** Returns the columns of the year's results: the earlier terms with results, then the year. */
export function buildReportCardYearColumns(
  { subjects, averages }: YearResult,
  term: number,
): ReportCardYearColumn[] {
  const byId = new Map(subjects.map((subject) => [subject.subject_id, subject]));
  const earlier = Array.from({ length: term - 1 }, (_each, index) => index + 1).filter(
    (number) => averages.has(number) || subjects.some(({ terms }) => terms.has(number)),
  );
  const cell = (text: string | null | undefined): ReportCardCell =>
    text == null ? NOTHING : { is: "text", text };
  return [
    ...earlier.map((number) => ({
      label: `Term ${number}`,
      cellOf: (id: number) => cell(byId.get(id)?.terms.get(number)),
    })),
    {
      label: "Year",
      cellOf: (id: number) => {
        const subject = byId.get(id);
        return cell(subject?.percent === null ? subject.grade : subject && String(subject.percent));
      },
    },
  ];
}

export type ReportCardYearLine = { label: string; value: string; details: string };

/**
 * Returns the average of the year with the average of each term and the position. Returns null if there is no
 * average.
 * @param own the subjects on the card; the line names other subjects that count in the year
 */
export function buildReportCardYearLine(
  { average, averages, subjects }: YearResult,
  { position, own }: { position: string | null; own: ReadonlySet<number> },
): ReportCardYearLine | null {
  if (average === null) return null;
  const others = subjects.filter(({ subject_id, percent }) => percent !== null && !own.has(subject_id));
  const details = [
    ...[...averages].map(([term, value]) => `Term ${term} ${value}`),
    ...(position === null ? [] : [position === "Not ranked" ? "not ranked" : `position ${position}`]),
    ...(others.length === 0 ? [] : [`with ${others.map(({ subject }) => subject).join(", ")}`]),
  ];
  return { label: "Average for the year", value: average, details: details.join(" · ") };
}

/**
 * Tells whether a student's year has terms before this one, so that the results of the year differ from the results
 * of the term.
 */
export function hasEarlierTerms(terms: readonly TermOfYear[], term: number): boolean {
  return terms.some(
    (item) =>
      item.term < term && item.subjects.some(({ percent, grade }) => percent !== null || grade !== null),
  );
}
