import type { CardClass, CardTerm } from "#db/queries/reports/report-card.ts";
import type { CardCriterion, CardMark, CardSubject } from "#db/queries/reports/report-card-marks.ts";
import { GRADE_RANGES, hasWorkRatings } from "#domain/grades.ts";
import type { Flavour } from "#domain/grades.ts";
import { sheetKind } from "#domain/sheets.ts";
import { MARK_TITLES } from "#domain/term-reports.ts";
import { END_OF_TERM } from "#domain/terms.ts";
import type { DocumentData } from "#templates/index.ts";
import { absenceWord, averageOf, maximumNote, subjectCells, testColumns } from "./report-card-marks.rules.ts";
import type { Cell, Subject, TestColumn } from "./report-card-marks.rules.ts";
import { formalNames } from "./report-card-words.rules.ts";

type Card = DocumentData["report-card"]["cards"][number];
type Column = Card["marks"]["columns"][number];
type Row = Card["marks"]["groups"][number]["rows"][number];

/** One student's marks, and what decides how they are printed. */
export type StoredMarks = {
  flavour: Flavour;
  term: CardTerm;
  ofClass: CardClass;
  subjects: readonly CardSubject[];
  marks: readonly CardMark[];
  criteria: readonly CardCriterion[];
};

type Taken = Subject & {
  title: string;
  teachers: CardSubject["teachers"];
  stored: readonly CardMark[];
  criteria: readonly CardCriterion[];
};

/** The card's table of marks, and where it leaves attendance and behaviour. */
export function cardMarksOf(stored: StoredMarks): Pick<Card, "marks" | "layout"> {
  const { flavour, ofClass, term } = stored;
  const subjects = stored.subjects.map((subject) => takenSubject(subject, stored));
  const scheme = { assessmentType: term.assessment_type, courseWorkOnly: ofClass.course_work_only };
  const tests = testColumns(subjects, scheme);
  const criteria = subjects.filter(({ kind }) => kind === "criteria");
  const layout = flavour === "primary" && criteria.length === 0 ? "beside" : "below";
  const maxima = layout === "beside" ? "all" : "unusual";
  const ratings = hasWorkRatings(flavour, ofClass.form_level);
  const marked = subjects.filter(({ kind }) => kind !== "criteria");
  const rowOf = (subject: Taken): Row => ({
    subject: subject.title,
    teacher: teacherOf(subject, stored),
    cells: [...subjectCells(subject, tests, maxima), ...(ratings ? ratingCells(subject) : [])],
  });
  return {
    layout,
    marks: {
      columns: marked.length === 0 ? [] : columnsOf(tests, ratings),
      groups: groupsOf(marked, rowOf),
      criteria: criteria.map((subject) => criteriaOf(subject, stored)),
      criterionGrades: criteria.length === 0 ? [] : CRITERION_SCALE,
      criterionNote: criteria.length === 0 ? null : "5 is the highest grade",
      average: averageOf(subjects, tests),
      note: maximumNote(marked, tests, maxima),
      key: marked.length === 0 ? [] : GRADE_RANGES,
    },
  };
}

function takenSubject(subject: CardSubject, { flavour, ofClass, marks, criteria }: StoredMarks): Taken {
  const { subject_id } = subject;
  const { form_level, by_criteria } = ofClass;
  const own = criteria.filter((each) => each.subject_id === subject_id && each.form_level === form_level);
  const stored = marks.filter((mark) => mark.subject_id === subject_id);
  return {
    kind: sheetKind({ flavour, subject_id, form_level, by_criteria, criteria: own }),
    title: subject.subject,
    teachers: subject.teachers,
    marks: stored,
    stored,
    criteria: own,
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

function groupsOf(subjects: readonly Taken[], rowOf: (subject: Taken) => Row): Card["marks"]["groups"] {
  const marked = subjects.filter(({ kind }) => kind === "marks").map(rowOf);
  const graded = subjects.filter(({ kind }) => kind === "grades").map(rowOf);
  return [
    ...(marked.length > 0 ? [{ title: null, rows: marked }] : []),
    ...(graded.length > 0 ? [{ title: "Assessed by grade", rows: graded }] : []),
  ];
}

/** One value a subject and term, on the End of Term row (design section 4). */
function ratingCells({ stored }: Taken): Cell[] {
  const mark = stored.find(({ test_id }) => test_id === END_OF_TERM);
  return [mark?.application, mark?.preparedness].map((rating): Cell =>
    rating == null ? { is: "none" } : { is: "text", text: rating },
  );
}

/** In a primary school the class's own teachers give most subjects; the card names them once, and only others again. */
function teacherOf({ teachers }: Taken, { flavour, ofClass }: StoredMarks): string | null {
  const known =
    flavour === "primary" ? new Set(ofClass.teachers.map(({ employee_id }) => employee_id)) : null;
  const others = teachers.filter(({ employee_id }) => !known?.has(employee_id));
  return others.length === 0 ? null : formalNames(others);
}

/** 1 to 5, the best first, as they stand over the criteria. */
const CRITERION_SCALE = ["5", "4", "3", "2", "1"];

function criteriaOf(subject: Taken, stored: StoredMarks): Card["marks"]["criteria"][number] {
  const given = subject.stored.find(({ test_id }) => test_id === END_OF_TERM)?.criteria ?? {};
  return {
    subject: subject.title,
    teacher: teacherOf(subject, stored),
    word: absenceWord(subject.marks),
    grades: subject.criteria.map(({ criterion_id, detail }) => ({
      detail,
      grade: given[String(criterion_id)] ?? null,
    })),
  };
}
