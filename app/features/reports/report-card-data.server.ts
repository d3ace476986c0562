import type { TermRow } from "#db/queries/lessons.ts";
import type { ReportCardClass, ReportCardStudent } from "#db/queries/reports/report-card.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import type { CorrectedValue } from "#db/queries/entry/corrected-values.ts";
import { toCalendarDay, formatDate } from "#domain/dates.ts";
import { describeSlipReturn, type ReportCardPart } from "#domain/documents/card-parts.ts";
import { formatCorrectedBy, formatCorrectedOn, type CompletedCorrection } from "#domain/entry/corrections.ts";
import { formatActorName } from "#domain/names.ts";
import { isCorrection } from "#fields/correction.ts";
import { RATING_MEANINGS, type SchoolFlavour, hasWorkRatings } from "#domain/grades.ts";
import { gradeRanges } from "#domain/grading.ts";
import type { MarkingScheme } from "#domain/subject-results.ts";
import { findFieldTitle } from "#fields/record.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import { BEHAVIOURS, BEHAVIOUR_FIELDS, MARK_TITLES } from "#domain/term-reports.ts";
import type { YearResult } from "#domain/figures/year-results.ts";
import type { DocumentData } from "#templates/index.ts";
import {
  describeComparedAverages,
  formatRank,
  listReportCardComparisonColumns,
  NO_FIGURES,
  describeProvisionalPositions,
  type ReportCardClassFigures,
  type ReportCardComparisonColumn,
} from "./class-figures.server.ts";
import {
  findAbsenceWord,
  buildAverageLines,
  describeMaxMark,
  buildSubjectCells,
  buildReportCardYearLine,
  hasEarlierTerms,
  listReportCardTestColumns,
  hasWeightedResult,
  describeUnusualWeights,
  buildReportCardYearColumns,
  type ReportCardCell,
  type ReportCardTestColumn,
  type ReportCardYearColumn,
  formatClassName,
  formatFormalNames,
  formatFullName,
  formatTermAndYear,
  fitCommentToCard,
  describePromotion,
  describeSignature,
} from "./report-card-words.rules.ts";

type ReportCards = DocumentData["report-card"];
type Card = ReportCards["cards"][number];

/** The data for report cards, loaded together for all cards. */
export type ReportCardData = {
  term: TermRow;
  flavour: SchoolFlavour;
  timeZone: string;
  classes: readonly ReportCardClass[];
  students: readonly ReportCardStudent[];
  subjectsOf: (studentKey: number, scheme: MarkingScheme) => ReportedSubject[];
  changedSincePosted: ReadonlySet<number>;
  /** The values that were corrected after the term. */
  corrected: readonly CorrectedValue[];
  /** The positions and averages of each class whose cards show them. */
  figures: ReadonlyMap<number, ReportCardClassFigures>;
  /** Returns the path of a picture on the disk. */
  pathOf: (fileName: string) => string;
};

/** Converts the stored data to the text of the cards, by class and then in register order. */
export function toReportCards(stored: ReportCardData): Card[] {
  return stored.classes.flatMap((ofClass) =>
    stored.students
      .filter(({ class_id }) => class_id === ofClass.class_id)
      .map((student) => card(student, ofClass, stored)),
  );
}

function card(student: ReportCardStudent, ofClass: ReportCardClass, stored: ReportCardData): Card {
  const { term, flavour, subjectsOf, pathOf } = stored;
  const figures = stored.figures.get(ofClass.class_id) ?? NO_FIGURES;
  const { parts, order } = ofClass.card;
  const scheme = { ...ofClass, flavour, assessment_type: term.assessment_type };
  const period = formatTermAndYear(term);
  const name = formatFullName(student);
  const label = formatClassName(flavour, ofClass);
  const teachers = formatFormalNames(ofClass.teachers);
  return {
    title: "Report Card",
    period,
    student: {
      name,
      picture: student.picture && pathOf(student.picture),
      facts: factsOf(student, { label, teachers, ofClass, flavour, figures }),
    },
    foot: [name, [label, teachers].filter(Boolean).join(", "), period],
    ...cardMarksOf({
      subjects: subjectsOf(student.student_key, scheme),
      year: yearOf(student.student_key, figures, term),
      scheme,
      ofClass,
      figures,
    }),
    order,
    attendance: attendanceOf(student, parts),
    behaviour: BEHAVIOUR_FIELDS.map((field) => ({
      label: BEHAVIOURS[field],
      rating: student[field],
    })),
    ratingKey: RATING_MEANINGS,
    teacherComment: {
      title: flavour === "secondary" ? "Form teacher’s comment" : "Teacher’s comment",
      text: fitCommentToCard(student.teacher_comment),
    },
    principalComment: { title: "Principal’s comment", text: fitCommentToCard(student.principal_comment) },
    signature: signatureOf(student, stored),
    correction: formatCorrectedBy(correctionsOf(student, stored)),
    teacherSignature: parts.includes("teacherSignature") ? teacherLine(flavour, teachers) : null,
    closing: closingOf(student, ofClass, stored),
    slip: parts.includes("slip") ? slipOf({ name, label, teachers, period, term }) : null,
  };
}

type CardYear = { result: YearResult; position: string | null; columns: ReportCardYearColumn[] };

/** Returns a student's results of the year, or null in other terms, and for a student without an earlier term. */
function yearOf(studentKey: number, { year }: ReportCardClassFigures, { term }: TermRow): CardYear | null {
  const own = year?.students.get(studentKey);
  if (!year || !own || !hasEarlierTerms(own.terms, term)) return null;
  const position = year.ranking && formatRank(year.ranking, studentKey);
  return { result: own.result, position, columns: buildReportCardYearColumns(own.result, term) };
}

function teacherLine(flavour: SchoolFlavour, teachers: string): Card["teacherSignature"] {
  return { name: teachers || null, role: flavour === "secondary" ? "form teacher" : "class teacher" };
}

type Slip = { name: string; label: string; teachers: string; period: string; term: TermRow };

function slipOf({ name, label, teachers, period, term }: Slip): Card["slip"] {
  return {
    title: "Parent’s slip",
    instruction: describeSlipReturn(teachers, term),
    before: "I have received and read the report card of ",
    name,
    after: `, ${label}, for ${period}.`,
    lines: ["Signature of parent or guardian", "Name in capitals", "Date"],
  };
}

type About = {
  label: string;
  teachers: string;
  ofClass: ReportCardClass;
  flavour: SchoolFlavour;
  figures: ReportCardClassFigures;
};

function factsOf(
  student: ReportCardStudent,
  { label, teachers, ofClass, flavour, figures: { inClass, inLevel } }: About,
): Card["student"]["facts"] {
  const isSecondary = flavour === "secondary";
  const teacher = `${isSecondary ? "Form" : "Class"} teacher${ofClass.teachers.length > 1 ? "s" : ""}`;
  const birth = student.date_of_birth && formatDate(student.date_of_birth);
  const last = isSecondary
    ? { label: "House", value: student.house ?? "–" }
    : { label: "Date of birth", value: birth ?? "–" };
  return [
    { label: "Class", value: label },
    ...(inClass ? [] : [{ label: "Class size", value: String(ofClass.class_size) }]),
    { label: teacher, value: teachers || "–" },
    { label: "Student ID", value: student.student_id },
    last,
    ...(inClass ? [{ label: "Position in class", value: formatRank(inClass, student.student_key) }] : []),
    ...(inLevel
      ? [
          {
            label: `Position in ${ofClass.group_title}`,
            value: formatRank(inLevel, student.student_key),
          },
        ]
      : []),
  ];
}

const NOT_GIVEN = "–";

const SESSIONS = ["total_sessions", "sessions_absent", "sessions_late"] as const;
const WORDS = ["participation", "project"] as const;

function attendanceOf(student: ReportCardStudent, parts: readonly ReportCardPart[]): Card["attendance"] {
  const words = parts.includes("conduct") ? [...WORDS, "conduct" as const] : WORDS;
  const lines = [
    ...SESSIONS.map((field) => ({ field, value: String(student[field] ?? NOT_GIVEN) })),
    ...words.map((field) => ({ field, value: (student[field] ?? "").trim() })),
  ];
  const given = lines.filter(({ value }) => value !== "");
  return given.map(({ field, value }) => ({ label: findFieldTitle(TERM_RECORD_FIELDS, field), value }));
}

function signatureOf(student: ReportCardStudent, stored: ReportCardData): Card["signature"] {
  const { student_key, signed_at, signer, signature } = student;
  const words = describeSignature({
    signedOn: signed_at && toCalendarDay(signed_at, stored.timeZone),
    signer,
    changedSinceSigned: student.changed_since_signed,
    gradedSinceSigned: student.graded_since_signed,
    changedSincePosted: stored.changedSincePosted.has(student_key),
    correctedOn: formatCorrectedOn(correctionsOf(student, stored)),
  });
  return { ...words, picture: signature && stored.pathOf(signature) };
}

function correctionsOf({ student_key }: ReportCardStudent, stored: ReportCardData): CompletedCorrection[] {
  return stored.corrected
    .filter((value) => value.row === student_key && isCorrection(value))
    .map((value) => ({
      on: toCalendarDay(value.at, stored.timeZone),
      by: formatActorName(value) || value.actor,
      reason: value.reason,
    }));
}

function closingOf(
  student: ReportCardStudent,
  ofClass: ReportCardClass,
  { term, flavour }: ReportCardData,
): Card["closing"] {
  const { group_title, next_group_title, posted_on: postedOn } = ofClass;
  const { parts } = ofClass.card;
  const { promotion_progress, promoted_to, repeating } = student;
  const decided = { promotion_progress, promoted_to, repeating };
  const next = term.next_term_start && formatDate(term.next_term_start);
  return {
    decision: describePromotion(flavour, { term: term.term, ...decided, group_title, next_group_title }),
    issued: parts.includes("issued")
      ? { label: "Issued", value: postedOn ? formatDate(postedOn) : NOT_ISSUED }
      : null,
    next: next && parts.includes("nextTerm") ? { label: "Next term begins", value: next } : null,
  };
}

/** A line on which the date is written by hand if a card is printed before its class is posted. */
const NOT_ISSUED = "____________";

function yearLineOf(year: CardYear | null, subjects: readonly ReportedSubject[]): Card["marks"]["year"] {
  const own = new Set(subjects.map(({ subject_id }) => subject_id));
  return year && buildReportCardYearLine(year.result, { position: year.position, own });
}

type Column = Card["marks"]["columns"][number];
type Row = Card["marks"]["groups"][number]["rows"][number];

/** A student's subjects, with the settings that decide how they are printed. */
export type ReportCardSubjects = {
  subjects: readonly ReportedSubject[];
  scheme: MarkingScheme;
  ofClass: ReportCardClass;
  figures: ReportCardClassFigures;
  year: CardYear | null;
};

type CardMarks = Pick<Card, "marks" | "layout">;

/** Builds the table of marks, and decides whether attendance and behaviour are printed beside or below it. */
function cardMarksOf({ subjects, scheme, ofClass, figures, year }: ReportCardSubjects): CardMarks {
  const { flavour, form_level } = scheme;
  const tests = listReportCardTestColumns(subjects, scheme);
  const criteria = subjects.filter(({ kind }) => kind === "criteria");
  const isMarked = flavour === "primary" && criteria.length === 0;
  const hasRemarks = ofClass.card.parts.includes("remarks");
  // Remarks and the results of a year need the whole width.
  const layout = isMarked && !hasRemarks && year === null ? "beside" : "below";
  const maxima = isMarked ? "all" : "unusual";
  const ratings = hasWorkRatings(flavour, form_level);
  const marked = subjects.filter(({ kind }) => kind !== "criteria");
  const result = hasWeightedResult(marked) ? "Result" : "%";
  const teacherOf = (subject: ReportedSubject) =>
    namesBeside(subject, flavour === "primary" ? ofClass : null);
  const compared = listReportCardComparisonColumns(ofClass.card.parts, figures, isMarked ? "\u00a0%" : "");
  const notes = [
    marked.some(({ kind }) => kind === "marks") ? `Pass mark ${scheme.grading.passMark}` : null,
    describeMaxMark(marked, tests, maxima),
    describeUnusualWeights(marked, scheme),
    describeProvisionalPositions(figures),
  ];
  const rowOf = (subject: ReportedSubject): Row => ({
    subject: subject.subject,
    teacher: teacherOf(subject),
    cells: [
      ...buildSubjectCells(subject, tests, maxima),
      ...(year?.columns ?? []).map(({ cellOf }) => cellOf(subject.subject_id)),
      ...compared.map(({ cellOf }) => cellOf(subject)),
      ...(ratings ? ratingCells(subject) : []),
      ...(hasRemarks ? [remarkCell(subject)] : []),
    ],
  });
  return {
    layout,
    marks: {
      columns:
        marked.length === 0
          ? []
          : columnsOf(tests, { compared, year: year?.columns ?? [], ratings, hasRemarks, result }),
      groups: groupsOf(marked, rowOf),
      criteria: criteria.map((subject) => ({
        subject: subject.subject,
        teacher: teacherOf(subject),
        word: findAbsenceWord(subject),
        grades: subject.criteria,
      })),
      criterionGrades: criteria.length === 0 ? [] : CRITERION_SCALE,
      criterionNote: criteria.length === 0 ? null : "5 is the highest grade",
      averages: buildAverageLines(subjects, scheme),
      compared: describeComparedAverages(ofClass.card.parts, figures, layout === "beside"),
      year: yearLineOf(year, subjects),
      note: notes.filter(Boolean).join(". ") || null,
      key: marked.length === 0 ? [] : gradeRanges(scheme.grading),
    },
  };
}

function columnsOf(
  tests: readonly ReportCardTestColumn[],
  {
    compared,
    year,
    ratings,
    hasRemarks,
    result,
  }: {
    compared: readonly ReportCardComparisonColumn[];
    year: readonly ReportCardYearColumn[];
    ratings: boolean;
    hasRemarks: boolean;
    result: string;
  },
): Column[] {
  return [
    ...tests.map(({ label }): Column => ({ kind: "mark", label })),
    { kind: "percent", label: result },
    { kind: "grade", label: "Grade" },
    ...year.map(({ label }): Column => ({ kind: "year", label })),
    ...compared.map(({ label }): Column => ({ kind: "figure", label })),
    ...(ratings ? RATING_COLUMNS : []),
    ...(hasRemarks ? [REMARK_COLUMN] : []),
  ];
}

const REMARK_COLUMN: Column = { kind: "remark", label: "Remark" };

function remarkCell({ remark }: ReportedSubject): ReportCardCell {
  return remark === null ? { is: "nothing" } : { is: "text", text: remark };
}

const RATING_COLUMNS: Column[] = [
  { kind: "rating", label: MARK_TITLES.application },
  { kind: "rating", label: MARK_TITLES.preparedness },
];

function groupsOf(
  subjects: readonly ReportedSubject[],
  rowOf: (subject: ReportedSubject) => Row,
): Card["marks"]["groups"] {
  const groups = [
    { title: null, rows: subjects.filter(({ kind }) => kind === "marks").map(rowOf) },
    { title: "Assessed by grade", rows: subjects.filter(({ kind }) => kind === "grades").map(rowOf) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

/** Lists a subject's two ratings. Each term has one pair, which is stored with the End of Term test. */
function ratingCells({ exam }: ReportedSubject): ReportCardCell[] {
  return [exam?.application, exam?.preparedness].map((rating): ReportCardCell =>
    rating == null ? { is: "none" } : { is: "text", text: rating },
  );
}

/**
 * Returns the teachers' names to print beside a subject. The teachers of the class are named once at the top of the
 * card, because in a primary school they teach most subjects.
 */
function namesBeside({ teachers }: ReportedSubject, ofClass: ReportCardClass | null): string | null {
  const known = new Set(ofClass?.teachers.map(({ employee_id }) => employee_id));
  return formatFormalNames(teachers.filter(({ employee_id }) => !known.has(employee_id))) || null;
}

/** The column headings of the criterion grades, best first. */
const CRITERION_SCALE = ["5", "4", "3", "2", "1"];
