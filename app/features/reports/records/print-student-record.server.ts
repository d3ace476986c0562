import { getReadingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { findReportCardClassOfStudent, listReportCardClasses } from "#db/queries/reports/report-card.ts";
import {
  findRecordedStudent,
  type RecordedStudent,
  listArchivedMarksOfStudent,
  listRecordedTerms,
  type RecordedTerm,
} from "#db/queries/reports/student-terms.ts";
import { getSchool, type SchoolRow } from "#db/queries/school.ts";
import { findClassInScope } from "#db/queries/visible.ts";
import { formatDate } from "#domain/dates.ts";
import { gradeRanges, type GradingScale } from "#domain/grading.ts";
import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { TERMS_PER_YEAR, formatYear } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { findRequestedTerm } from "#db/queries/lessons.ts";
import { calculateSubjectResult } from "#domain/subject-results.ts";
import { calculateYearResult, type TermOfYear, type YearResult } from "#domain/figures/year-results.ts";
import {
  printDocument,
  getPrintTime,
  toLetterhead,
  type PrintedDocument,
  type PrintFormatAndSignal,
} from "../document.server.ts";
import { fitCommentToCard, formatFullName } from "../report-card-words.rules.ts";
import { formatRank, loadClassYearResults } from "../class-figures.server.ts";

/** A student, and a term in which the person may read the student's report. */
export type StudentRecordRequest = { studentId: string; academicTermId: number };

const NOT_VISIBLE = "You cannot open this student’s report of that term. Choose another term.";

/**
 * Prints a student's results of all years, with a line for each subject.
 * @throws notFound when the person may not read the student's report of the term
 */
export async function printTranscript(
  person: Person,
  request: StudentRecordRequest,
  { format, signal }: PrintFormatAndSignal<FormatOf<"transcript">>,
): Promise<PrintedDocument> {
  const found = await findStudentRecord(person, request);
  const data = { ...headingOf(found, "Transcript"), ...transcriptOf(found.years) };
  const order = { name: fileNameOf(found, "Transcript"), person, signal };
  return printDocument({ kind: "transcript", format, data }, order);
}

/** Prints what the reports of all years say about a student, year by year. @throws notFound like `printTranscript` */
export async function printCumulativeRecord(
  person: Person,
  request: StudentRecordRequest,
  { format, signal }: PrintFormatAndSignal<FormatOf<"cumulative-record">>,
): Promise<PrintedDocument> {
  const found = await findStudentRecord(person, request);
  const data = { ...headingOf(found, "Cumulative record"), years: found.years.map(recordOfYear) };
  const order = { name: fileNameOf(found, "Cumulative record"), person, signal };
  return printDocument({ kind: "cumulative-record", format, data }, order);
}

type Found = { student: RecordedStudent; school: SchoolRow; years: StudentYear[] };

/** Finds a student's years. A person who may not read all classes gets the years up to the requested term only. */
async function findStudentRecord(person: Person, request: StudentRecordRequest): Promise<Found> {
  const [registered, school] = await Promise.all([
    findReportCardClassOfStudent(request, noTransaction),
    getSchool(noTransaction),
  ]);
  if (!registered) throw notFound(NOT_VISIBLE);
  const { class_id: classId, student_key: studentKey } = registered;
  const { academicTermId } = request;
  const scope = getReadingScope(person);
  const key = { ...scope, classId, academicTermId };
  const [isTheirs, student] = await Promise.all([
    findClassInScope(key, noTransaction),
    findRecordedStudent(studentKey, noTransaction),
  ]);
  // The message is the same in each case, so that it does not reveal which IDs exist.
  if (!isTheirs || !student) throw notFound(NOT_VISIBLE);
  const until = scope.all ? null : academicTermId;
  return { student, school, years: await loadStudentYears(studentKey, { school, until }) };
}

function fileNameOf({ student }: Found, title: string): string {
  return `${title} ${student.last_name} ${student.first_name} ${student.student_id}`;
}

type Heading = Omit<DocumentData["cumulative-record"], "years">;

function headingOf({ student, school, years }: Found, title: string): Heading {
  const last = years.at(-1);
  return {
    title,
    about: formatFullName(student),
    aside: "",
    counts: [],
    referenceDate: null,
    school: toLetterhead(school),
    printed: getPrintTime(school),
    period: periodOf(years),
    facts: factsOf(student, years),
    keys: last ? gradeRanges(last.grading) : [],
    notes: notesOf(years),
    signed: [
      { words: "Principal", share: 180 },
      { words: "School’s stamp", share: 180 },
      { words: "Date of issue", share: 90 },
    ],
  };
}

/** Formats the levels of the first and the last year: `Form 1 to Form 5`. */
function periodOf(years: readonly StudentYear[]): string {
  const [first, last] = [years[0]?.level, years.at(-1)?.level];
  if (!first || !last) return "No results";
  return first === last ? first : `${first} to ${last}`;
}

function factsOf(student: RecordedStudent, years: readonly StudentYear[]): Heading["facts"] {
  const terms = years.flatMap((year) => year.terms);
  const [first, last] = [terms[0], terms.at(-1)];
  const hasLeft = student.student_status_id > STUDENT_REGISTERED;
  const entered = student.entry_date ?? first?.term_start;
  const left = student.status_since ?? last?.term_end;
  const words = (day: string | undefined, label: string | undefined) =>
    [day && formatDate(day), label].filter(Boolean).join(", ");
  return [
    { label: "Student ID", value: student.student_id },
    { label: "Date of birth", value: student.date_of_birth ? formatDate(student.date_of_birth) : "–" },
    { label: "Entered", value: words(entered, years[0]?.className) || "–" },
    ...(hasLeft ? [{ label: "Left", value: words(left, last?.label) || "–" }] : []),
    ...(student.house ? [{ label: "House", value: student.house }] : []),
  ];
}

function notesOf(years: readonly StudentYear[]): string[] {
  const last = years.at(-1);
  if (!last) return [];
  const isEven = years.every(
    ({ grading }) => JSON.stringify(grading.steps) === JSON.stringify(last.grading.steps),
  );
  const until = last.terms.at(-1)?.term ?? TERMS_PER_YEAR;
  return [
    `Pass mark ${last.grading.passMark}`,
    "The result of a year is the mean of its terms",
    ...(isEven
      ? []
      : ["The grades of each year follow the scale of that year; the scale shown is that of the last year"]),
    ...(years.some(({ label }) => label === null)
      ? ["Years without a date come from the marks archive, which has exam marks only"]
      : []),
    ...(until < TERMS_PER_YEAR ? [`${last.label ?? last.level} has results to Term ${until}`] : []),
    ...(last.isProvisional ? [`The position of ${last.label ?? ""} is provisional: marks are missing`] : []),
    "Valid with the principal’s signature and the school’s stamp",
  ];
}

function transcriptOf(
  years: readonly StudentYear[],
): Pick<DocumentData["transcript"], "years" | "groups" | "summary"> {
  const line = (label: string, valueOf: (year: StudentYear) => string, isStrong = false) => ({
    label,
    values: years.map(valueOf),
    isStrong,
  });
  return {
    years: years.map(({ label, level, className }) => ({
      label: label ?? "Archive",
      level,
      className: className || "–",
    })),
    groups: groupsOf(years),
    summary: [
      line("Average for the year", ({ result }) => result.average ?? "–", true),
      line("Position in class", ({ position }) => position ?? "–"),
      line("Subjects passed", ({ result }) => `${result.passed} of ${result.taken}`),
      line("Sessions absent", (year) => sessionsOf(year.terms)),
      line("End of the year", ({ terms }) => decisionOf(terms) ?? "–"),
    ],
  };
}

const BY_TITLE = new Intl.Collator("en");

/** Groups the subjects by the years in which the student took them, with the subjects of all years first. */
function groupsOf(years: readonly StudentYear[]): DocumentData["transcript"]["groups"] {
  const titles = new Map(
    years.flatMap(({ result }) => result.subjects.map(({ subject_id, subject }) => [subject_id, subject])),
  );
  const rows = [...titles]
    .map(([id, subject]) => ({
      subject,
      results: years.map(({ result }) => {
        const own = result.subjects.find(({ subject_id }) => subject_id === id);
        if (!own || own.terms.size === 0) return null;
        return { result: own.percent === null ? "" : String(own.percent), grade: own.grade ?? "" };
      }),
    }))
    .filter(({ results }) => results.some((result) => result !== null))
    .sort((one, other) => BY_TITLE.compare(one.subject, other.subject));
  const taken = ({ results }: (typeof rows)[number]) =>
    results.map((result) => (result === null ? "0" : "1")).join("");
  const kinds = [...new Set(rows.map(taken))].sort().reverse();
  return kinds.map((kind) => ({
    title: kind.includes("0") ? levelsOf(years.filter((_year, index) => kind[index] === "1")) : "",
    rows: rows.filter((row) => taken(row) === kind),
  }));
}

function levelsOf(years: readonly StudentYear[]): string {
  const levels = years.map(({ level }) => level);
  const [first = ""] = levels;
  if (levels.length <= 2) return [...new Set(levels)].join(" and ");
  return `${first} to ${levels.at(-1) ?? first}`;
}

function sessionsOf(terms: StudentYear["terms"]): string {
  const counted = terms.filter(({ total_sessions }) => total_sessions !== null);
  if (counted.length === 0) return "–";
  const sum = (of: (term: StudentYear["terms"][number]) => number | null) =>
    counted.reduce((all, term) => all + (of(term) ?? 0), 0);
  return `${sum((term) => term.sessions_absent)} of ${sum((term) => term.total_sessions)}`;
}

function decisionOf(terms: StudentYear["terms"]): string | null {
  const { promoted_to = null, repeating = null } = terms.at(-1) ?? {};
  if (promoted_to !== null) return "Promoted";
  return repeating === null ? null : "Repeating";
}

function recordOfYear(year: StudentYear): DocumentData["cumulative-record"]["years"][number] {
  const { result, terms, label, level, className, position } = year;
  const ofTerm = (valueOf: (term: number) => string) => [1, 2, 3].map(valueOf);
  const decision = decisionOf(terms);
  const { promoted_to, repeating } = terms.at(-1) ?? {};
  return {
    title: [label ?? "Marks archive", className === "" ? level : `${level}, ${className}`].join(", "),
    rows: result.subjects
      .filter((subject) => subject.terms.size > 0)
      .map(({ subject, terms: own, percent, grade }) => ({
        subject,
        terms: ofTerm((term) => own.get(term) ?? ""),
        year: percent === null ? "" : String(percent),
        grade: grade ?? "",
      })),
    closing: [
      {
        label: "Average",
        terms: ofTerm((term) => result.averages.get(term) ?? ""),
        year: result.average ?? "–",
      },
      ...(position === null ? [] : [{ label: "Position in class", terms: [], year: position }]),
      {
        label: "Sessions absent",
        terms: ofTerm((term) => sessionsOf(terms.filter((item) => item.term === term))),
        year: sessionsOf(terms),
      },
      ...(decision === null
        ? []
        : [{ label: `${decision}: ${promoted_to ?? repeating ?? ""}`, terms: [], year: "" }]),
    ],
    comments: terms
      .map(({ term, teacher_comment, principal_comment }) => ({
        term: `Term ${term}`,
        teacher: fitCommentToCard(teacher_comment ?? ""),
        principal: fitCommentToCard(principal_comment ?? ""),
      }))
      .filter(({ teacher, principal }) => teacher !== "" || principal !== ""),
  };
}

/** A year of a student: the results, and the reports of the terms. A year of the marks archive has no reports. */
type StudentYear = {
  /** The year, such as `2025–2026`; null for a year older than the school's calendar. */
  label: string | null;
  level: string;
  className: string;
  terms: readonly RecordedTerm[];
  result: YearResult;
  /** The position in class; null for a year of the archive, and if nobody in the class is ranked. */
  position: string | null;
  /** Whether marks are missing, so that the position may still change. */
  isProvisional: boolean;
  grading: GradingScale;
};

/**
 * Loads the years of a student, oldest first: the years of the marks archive, then the years of the calendar. `until`
 * is the last term that counts; null for all terms that have begun.
 */
async function loadStudentYears(
  studentKey: number,
  { school, until }: { school: SchoolRow; until: number | null },
): Promise<StudentYear[]> {
  const [recorded, archived] = await Promise.all([
    listRecordedTerms(studentKey, noTransaction),
    archivedYears(studentKey, school),
  ]);
  const terms = recorded.filter(({ academic_term_id }) => until === null || academic_term_id <= until);
  const ids = [...new Set(terms.map(({ academic_year_id }) => academic_year_id))];
  const years: StudentYear[] = [];
  for (const id of ids) {
    const own = terms.filter(({ academic_year_id }) => academic_year_id === id);
    years.push(...(await calendarYear(studentKey, own, school)));
  }
  return [...archived, ...years];
}

async function calendarYear(
  studentKey: number,
  terms: readonly RecordedTerm[],
  school: SchoolRow,
): Promise<StudentYear[]> {
  const last = terms.at(-1);
  if (!last) return [];
  const { academic_term_id: academicTermId, class_id } = last;
  const [{ term }, [ofClass]] = await Promise.all([
    findRequestedTerm(academicTermId, noTransaction),
    listReportCardClasses({ classIds: [class_id], academicTermId }, noTransaction),
  ]);
  if (!term || !ofClass) return [];
  const year = await loadClassYearResults(ofClass, { term, school });
  const { grading } = ofClass;
  const result = year.students.get(studentKey)?.result ?? calculateYearResult([], grading);
  return [
    {
      label: formatYear(last.academic_year_id),
      level: last.group_title,
      className: last.label,
      terms,
      result,
      position: year.ranking && formatRank(year.ranking, studentKey),
      isProvisional: year.ranking?.isProvisional ?? false,
      grading,
    },
  ];
}

/** Calculates the years of the marks archive, one for each level. Their exam marks count, as in the archive. */
async function archivedYears(studentKey: number, { flavour }: SchoolRow): Promise<StudentYear[]> {
  const marks = await listArchivedMarksOfStudent(studentKey, noTransaction);
  const levels = [...new Set(marks.map(({ form_level }) => form_level))];
  return levels.flatMap((formLevel): StudentYear[] => {
    const own = marks.filter(({ form_level }) => form_level === formLevel);
    const [first] = own;
    if (!first) return [];
    const { grading } = first;
    const scheme = {
      flavour,
      form_level: formLevel,
      by_criteria: false,
      course_work_only: false,
      assessment_type: "Mid Term",
      grading,
    } as const;
    const terms = [...new Set(own.map(({ academic_term_id }) => academic_term_id))].map((id): TermOfYear => {
      const inTerm = own.filter(({ academic_term_id }) => academic_term_id === id);
      const subjects = new Map(inTerm.map(({ subject_id, subject }) => [subject_id, subject]));
      const stored = inTerm.map((mark) => ({ ...mark, place: null, criteria: {} }));
      return {
        term: id % 10,
        subjects: [...subjects].map(([subject_id, subject]) => ({
          subject_id,
          subject,
          ...calculateSubjectResult(subject_id, { scheme, marks: stored, criteria: [] }),
        })),
      };
    });
    return [
      {
        label: null,
        level: first.level,
        className: own.findLast(({ form_class_id }) => form_class_id !== null)?.form_class_id ?? "",
        terms: [],
        result: calculateYearResult(terms, grading),
        position: null,
        isProvisional: false,
        grading,
      },
    ];
  });
}
