import { getReadingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { findReportCardClassOfStudent } from "#db/queries/reports/report-card.ts";
import { listSubjectMaxima, type SubjectMaximum } from "#db/queries/reports/term-reports.ts";
import {
  summarisePercentages,
  summariseFigures,
  isResultEntered,
  markToPercent,
  type MarkWithMaximum,
} from "#domain/subject-results.ts";
import { DEFAULT_MAX_MARK } from "#domain/grades.ts";
import { gradeRanges, isBelowPassMark, type GradingScale } from "#domain/grading.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { END_OF_TERM_TEST_ID, OTHER_ASSESSMENT_TEST_ID, testTitle } from "#domain/terms.ts";
import { pluralise } from "#domain/text/noun.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import {
  findClassIdsInScope,
  getCurrentTermId,
  type FormClassRequest,
  loadClassHeading,
  type ClassHeading,
} from "../requested-classes.server.ts";
import { printDocument, type PrintFormatAndSignal, type PrintedDocument } from "../document.server.ts";
import {
  buildAverageLines,
  formatClassName,
  formatFormalNames,
  formatFullName,
} from "../report-card-words.rules.ts";
import {
  loadReportCardClassResults,
  type ReportedClass,
  type ReportedStudent,
  listSubjectsOfClass,
  type ClassSubject,
} from "./class-results.server.ts";
import {
  sortSubjectsForMarkSheet,
  formatTestResult,
  buildResultColumns,
  type ClassMarkSheetColumn,
  formatPrintedMark,
} from "./class-mark-sheet-data.server.ts";
import {
  listLetterAbbreviations,
  describeUnderlinedMarks,
  MAXIMUM_NOTE,
} from "./class-mark-sheet-notes.server.ts";

const TITLE = "Mark sheet by subject choice";
const NO_STUDENT = "You cannot open this document for this student. Choose another student.";

type Choices = PrintFormatAndSignal<FormatOf<"subject-choice-class">>;

/**
 * Prints each subject of a class with its students and their results. Subjects that students choose come first.
 * @throws notFound
 */
export async function printSubjectsOfClass(
  person: Person,
  input: FormClassRequest,
  { format, signal }: Choices,
): Promise<PrintedDocument> {
  const ofTerm = { ...input, academicTermId: await getCurrentTermId() };
  const found = await loadClassHeading(ofTerm, TITLE, findClassIdsInScope(getReadingScope(person)));
  const results = await loadReportCardClassResults(found.classes, found);
  const withCourse = results.some(hasCourseMarks);
  const read = await Promise.all(results.map((result) => readSubjects(result, found, withCourse)));
  const subjects = read.flatMap(({ label, tests, grading }) => {
    const [core, options] = [false, true].map((isOption) =>
      tests.filter(({ subject }) => subject.isOption === isOption),
    );
    return [...(options ?? []), ...(core ?? [])].map((item) =>
      chosenSubject({ ...item, grading }, results.length > 1 ? label : ""),
    );
  });
  const count = results.reduce((sum, { students }) => sum + students.length, 0);
  const cells = subjects.flatMap(({ students }) => students.flatMap((student) => [...student.results]));
  const data: DocumentData["subject-choice-class"] = {
    ...found.heading,
    counts: [
      { figure: count, words: pluralise(count, "student") },
      { figure: subjects.length, words: pluralise(subjects.length, "subject") },
    ],
    tests: results.slice(0, 1).flatMap((result) => testTitles(result, withCourse)),
    subjects,
    keys: listLetterAbbreviations(cells),
    notes: cells.some((cell) => cell.is === "result" && cell.isLow)
      ? results.slice(0, 1).map(({ scheme }) => describeUnderlinedMarks(scheme.grading))
      : [],
  };
  const order = { name: found.fileName, person, signal };
  return printDocument({ kind: "subject-choice-class", format, data }, order);
}

/** Prints the subjects of one student, compared with classmates who take the same subjects. @throws notFound */
export async function printSubjectsOfStudent(
  person: Person,
  { studentId, ...rest }: FormClassRequest & { studentId: string },
  { format, signal }: Choices,
): Promise<PrintedDocument> {
  const academicTermId = await getCurrentTermId();
  const registered = await findReportCardClassOfStudent({ studentId, academicTermId }, noTransaction);
  const found = await loadClassHeading({ ...rest, academicTermId }, TITLE, async (meant, term) => {
    const visible = await findClassIdsInScope(getReadingScope(person))(meant, term);
    const own = visible.filter((classId) => classId === registered?.class_id);
    if (own.length === 0) throw notFound(NO_STUDENT);
    return own;
  });
  const [results] = await loadReportCardClassResults(found.classes, found);
  const student = results?.students.find(({ student_id }) => student_id === studentId);
  if (!results || !student) throw notFound(NO_STUDENT);
  const data = await choicesOfStudent(student, results, found);
  const order = { name: `${found.fileName}, ${data.about}`, person, signal };
  return printDocument({ kind: "subject-choice-student", format, data }, order);
}

async function choicesOfStudent(
  student: ReportedStudent,
  results: ReportedClass,
  found: ClassHeading,
): Promise<DocumentData["subject-choice-student"]> {
  const { ofClass, scheme } = results;
  const withCourse = hasCourseMarks(results);
  const { tests: subjects } = await readSubjects(results, found, withCourse);
  const own = takenBy(student, subjects);
  const options = own.filter(({ subject }) => subject.isOption).length;
  const label = formatClassName(found.school.flavour, ofClass);
  const teacher = formatFormalNames(ofClass.teachers);
  const [average] = buildAverageLines(student.subjects, scheme);
  return {
    ...found.heading,
    about: formatFullName(student),
    aside: "",
    counts: [],
    facts: [
      { label: "Class", value: label },
      { label: "Form teacher", value: teacher },
      { label: "Student ID", value: student.student_id },
      {
        label: "Subjects",
        value: options === 0 ? String(own.length) : `${own.length - options} core, ${options} by choice`,
      },
    ],
    tests: testTitles(results, withCourse),
    subjects: own.map((item) => toSubjectRow(item, student, scheme.grading)),
    average: average?.value ? { label: average.label, value: average.value } : null,
    keys: gradeRanges(scheme.grading),
    notes: [
      MAXIMUM_NOTE,
      `The bar shows the student’s percentage. The line below the bar, and Group mean, show the mean of the students in ${label} who take the subject.`,
    ],
    signed: [
      { words: ["Form teacher", teacher].filter(Boolean).join(", "), share: 180 },
      { words: "Parent or guardian", share: 180 },
      { words: "Date", share: 80 },
    ],
  };
}

function takenBy(student: ReportedStudent, subjects: readonly SubjectTests[]): SubjectTests[] {
  const ordered = sortSubjectsForMarkSheet(subjects.map(({ subject }) => subject));
  const placeOf = ({ subject }: SubjectTests) => ordered.indexOf(subject);
  const taken = new Set(student.subjects.map(({ subject_id }) => subject_id));
  return subjects
    .filter(({ subject }) => taken.has(subject.subject_id))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

async function readSubjects(results: ReportedClass, { term }: ClassHeading, withCourse: boolean) {
  const { class_id: classId, label } = results.ofClass;
  const maxima = await listSubjectMaxima({ classId, academicTermId: term.academic_term_id }, noTransaction);
  return { label, tests: subjectTests(results, maxima, withCourse), grading: results.scheme.grading };
}

type ChosenSubject = DocumentData["subject-choice-class"]["subjects"][number];
type SubjectOfStudent = DocumentData["subject-choice-student"]["subjects"][number];

/**
 * A subject with its columns, the last of which counts on the report card. A column is null for a test without results.
 */
type SubjectTests = { subject: ClassSubject; columns: (ClassMarkSheetColumn | null)[] };

/** Returns whether any student has a course mark, which is then printed beside the mark that counts. */
function hasCourseMarks({ scheme, students }: ReportedClass): boolean {
  const isMarked = ({ course }: ReportedStudent["subjects"][number]) =>
    course !== null && isResultEntered(course, []);
  return !scheme.course_work_only && students.some(({ subjects }) => subjects.some(isMarked));
}

/** Lists the titles of the tests. The one that counts comes last. */
function testTitles({ scheme }: ReportedClass, withCourse: boolean): string[] {
  const { course_work_only, by_criteria, grading } = scheme;
  const isWeightedClass = grading.weights !== undefined && !course_work_only && !by_criteria;
  const counted = course_work_only ? "Course work" : isWeightedClass ? "Result" : "Exam";
  return withCourse
    ? [testTitle(OTHER_ASSESSMENT_TEST_ID, scheme.assessment_type, null), counted]
    : [counted];
}

/** Lists the subjects of a class by title, with a column for each test. Returns null for a test without results. */
function subjectTests(
  results: ReportedClass,
  maxima: readonly SubjectMaximum[],
  withCourse: boolean,
): SubjectTests[] {
  const stored = { scheme: results.scheme, maxima, tests: [], fortnightlyMarks: () => [], today: "" };
  const tests = withCourse
    ? ([OTHER_ASSESSMENT_TEST_ID, END_OF_TERM_TEST_ID] as const)
    : ([END_OF_TERM_TEST_ID] as const);
  return listSubjectsOfClass(results).map((subject) => ({
    subject,
    columns: tests.map((testId) => {
      return buildResultColumns([subject], { testId, fortnightlyTestId: null }, stored).at(-1) ?? null;
    }),
  }));
}

/** Returns a subject with its students and their results. With several classes, students have a class label. */
function chosenSubject(
  { subject, columns, grading }: SubjectTests & { grading: GradingScale },
  label: string,
): ChosenSubject {
  const { takers, isOption, kind } = subject;
  const counted = columns.at(-1) ?? null;
  const isMarked = kind === "marks";
  const hasPercent = isMarked && counted !== null && counted.maxMark !== DEFAULT_MAX_MARK;
  const teachers = formatFormalNames(teachersOf(subject));
  const marksIn = (column: ClassMarkSheetColumn) =>
    takers.map(({ student }) => formatPrintedMark(column, student));
  return {
    title: [label, subject.subject].filter(Boolean).join(": "),
    aside: [teachers, hasPercent ? `marks out of ${counted.maxMark}` : ""].filter(Boolean).join(", "),
    taken: { figure: takers.length, words: wordsFor(takers.length, isOption) },
    hasPercent,
    students: takers.map(({ student }) => ({
      name: formatRegisterName(student),
      results: columns.map((column) =>
        column ? formatTestResult(column, column.resultOf(student), grading) : { is: "nothing" },
      ),
      percent: hasPercent ? percentIn(counted, student) : null,
    })),
    means: columns.map((column) =>
      column && isMarked ? (summariseFigures(marksIn(column))?.mean ?? null) : null,
    ),
    meanPercent: hasPercent
      ? (summarisePercentages(takers.map(({ student }) => earnedIn(counted, student)))?.mean ?? null)
      : null,
  };
}

function wordsFor(count: number, isOption: boolean): string {
  const words = pluralise(count, "student");
  return isOption ? words : `${words}, all`;
}

/** Returns the row of a subject for one student, compared with classmates who take the subject. */
function toSubjectRow(
  { subject, columns }: SubjectTests,
  student: ReportedStudent,
  grading: GradingScale,
): SubjectOfStudent {
  const counted = columns.at(-1) ?? null;
  const own = student.subjects.find(({ subject_id }) => subject_id === subject.subject_id);
  const isMarked = subject.kind === "marks" && counted !== null;
  const marks = isMarked ? subject.takers.map(({ student: each }) => earnedIn(counted, each)) : [];
  const mean = summarisePercentages(marks, 0)?.mean ?? null;
  const percent = isMarked ? percentIn(counted, student) : null;
  return {
    title: subject.subject,
    teacher: formatFormalNames(own?.teachers ?? []),
    results: columns.map((column) =>
      column
        ? formatTestResult({ ...column, maxMark: DEFAULT_MAX_MARK }, column.resultOf(student), grading)
        : { is: "nothing" },
    ),
    percent,
    isLow: percent !== null && isBelowPassMark({ percent, grade: null }, grading),
    grade: own?.grade ?? null,
    groupMean: mean === null ? null : Number(mean),
  };
}

function percentIn(column: ClassMarkSheetColumn, student: ReportedStudent): number | null {
  return markToPercent(earnedIn(column, student));
}

function earnedIn(column: ClassMarkSheetColumn, student: ReportedStudent): MarkWithMaximum {
  return column.resultOf(student)?.mark ?? null;
}

function teachersOf({ takers }: ClassSubject) {
  const all = takers.flatMap(({ result }) => result.teachers);
  return all.filter(
    (item, index) => all.findIndex(({ employee_id }) => employee_id === item.employee_id) === index,
  );
}
