import type { CardClass } from "#db/queries/reports/report-card.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { GRADE_RANGES, hasWorkRatings } from "#domain/grades.ts";
import type { Scheme } from "#domain/subject-results.ts";
import { MARK_TITLES } from "#domain/term-reports.ts";
import type { DocumentData } from "#templates/index.ts";
import {
  absenceWord,
  averageLine,
  maximumNote,
  subjectCells,
  testColumns,
  type Cell,
  type TestColumn,
} from "./report-card-marks.rules.ts";
import { formalNames } from "./report-card-words.rules.ts";

type Card = DocumentData["report-card"]["cards"][number];
type Column = Card["marks"]["columns"][number];
type Row = Card["marks"]["groups"][number]["rows"][number];

/** A student's subjects and the settings that decide how they are printed. */
export type CardSubjects = { subjects: readonly ReportedSubject[]; scheme: Scheme; ofClass: CardClass };

/** Builds the card's table of marks, and decides whether attendance and behaviour go beside or below the table. */
export function cardMarksOf({ subjects, scheme, ofClass }: CardSubjects): Pick<Card, "marks" | "layout"> {
  const { flavour, form_level } = scheme;
  const tests = testColumns(subjects, scheme);
  const criteria = subjects.filter(({ kind }) => kind === "criteria");
  const layout = flavour === "primary" && criteria.length === 0 ? "beside" : "below";
  const maxima = layout === "beside" ? "all" : "unusual";
  const ratings = hasWorkRatings(flavour, form_level);
  const marked = subjects.filter(({ kind }) => kind !== "criteria");
  const teacherOf = (subject: ReportedSubject) =>
    namesBeside(subject, flavour === "primary" ? ofClass : null);
  const rowOf = (subject: ReportedSubject): Row => ({
    subject: subject.subject,
    teacher: teacherOf(subject),
    cells: [...subjectCells(subject, tests, maxima), ...(ratings ? ratingCells(subject) : [])],
  });
  return {
    layout,
    marks: {
      columns: marked.length === 0 ? [] : columnsOf(tests, ratings),
      groups: groupsOf(marked, rowOf),
      criteria: criteria.map((subject) => ({
        subject: subject.subject,
        teacher: teacherOf(subject),
        word: absenceWord(subject),
        grades: subject.criteria,
      })),
      criterionGrades: criteria.length === 0 ? [] : CRITERION_SCALE,
      criterionNote: criteria.length === 0 ? null : "5 is the highest grade",
      average: averageLine(subjects, scheme),
      note: maximumNote(marked, tests, maxima),
      key: marked.length === 0 ? [] : GRADE_RANGES,
    },
  };
}

function columnsOf(tests: readonly TestColumn[], ratings: boolean): Column[] {
  return [
    ...tests.map(({ label }): Column => ({ kind: "mark", label })),
    { kind: "percent", label: "%" },
    { kind: "grade", label: "Grade" },
    ...(ratings ? RATING_COLUMNS : []),
  ];
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

/** Lists a subject's two ratings, which are stored once a term, on the End of Term row. */
function ratingCells({ exam }: ReportedSubject): Cell[] {
  return [exam?.application, exam?.preparedness].map((rating): Cell =>
    rating == null ? { is: "none" } : { is: "text", text: rating },
  );
}

/**
 * In a primary school the teachers of the class give most subjects: the card names them once at the top, and names only
 * other teachers beside a subject.
 */
function namesBeside({ teachers }: ReportedSubject, ofClass: CardClass | null): string | null {
  const known = new Set(ofClass?.teachers.map(({ employee_id }) => employee_id));
  return formalNames(teachers.filter(({ employee_id }) => !known.has(employee_id))) || null;
}

/** The headings of the criterion grades, best first. */
const CRITERION_SCALE = ["5", "4", "3", "2", "1"];
