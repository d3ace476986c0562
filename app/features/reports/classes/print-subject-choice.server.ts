import { readingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { findCardClassOfStudent } from "#db/queries/reports/report-card.ts";
import { listSubjectMaxima } from "#db/queries/reports/term-reports.ts";
import { GRADE_RANGES } from "#domain/grades.ts";
import type { Person } from "#domain/person.ts";
import { nounFor } from "#domain/text/noun.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { classIdsIn, currentTermId, type ClassRequest } from "../requested-classes.server.ts";
import { classHeading, type ClassHeading } from "../class-heading.server.ts";
import { printDocument, type Print, type Printed } from "../document.server.ts";
import { averageLine } from "../report-card-marks.rules.ts";
import { formatClassName, formalNames, fullName } from "../report-card-words.rules.ts";
import { classResults, type ClassResults, type StudentResults } from "./class-results.server.ts";
import { inSheetOrder } from "./class-mark-sheet-data.server.ts";
import { letterKeys, LOW_NOTE, MAXIMUM_NOTE } from "./sheet-words.server.ts";
import {
  chosenSubject,
  hasCourseMarks,
  subjectTests,
  toSubjectRow,
  testTitles,
  type SubjectTests,
} from "./subject-choice-data.server.ts";

const TITLE = "Mark sheet by subject choice";
const NO_STUDENT = "This student is not in this class, or you cannot open the document.";

type Choices = Print<FormatOf<"subject-choice-class">>;

/** Prints the students of each subject of a class with their results; options come first. @throws notFound */
export async function printChoicesOfClass(
  person: Person,
  input: ClassRequest,
  { format, signal }: Choices,
): Promise<Printed> {
  const ofTerm = { ...input, academicTermId: await currentTermId() };
  const found = await classHeading(ofTerm, TITLE, classIdsIn(readingScope(person)));
  const results = await classResults(found.classes, found);
  const withCourse = results.some(hasCourseMarks);
  const read = await Promise.all(results.map((result) => readSubjects(result, found, withCourse)));
  const subjects = read.flatMap(({ label, tests }) => {
    const [core, options] = [false, true].map((isOption) =>
      tests.filter(({ subject }) => subject.isOption === isOption),
    );
    return [...(options ?? []), ...(core ?? [])].map((item) =>
      chosenSubject(item, results.length > 1 ? label : ""),
    );
  });
  const count = results.reduce((sum, { students }) => sum + students.length, 0);
  const cells = subjects.flatMap(({ students }) => students.flatMap((student) => [...student.results]));
  const data: DocumentData["subject-choice-class"] = {
    ...found.heading,
    counts: [
      { figure: count, words: nounFor(count, "student") },
      { figure: subjects.length, words: nounFor(subjects.length, "subject") },
    ],
    tests: results.slice(0, 1).flatMap((result) => testTitles(result, withCourse)),
    subjects,
    keys: letterKeys(cells),
    notes: cells.some((cell) => cell.is === "result" && cell.isLow) ? [LOW_NOTE] : [],
  };
  const order = { name: found.fileName, person, signal };
  return printDocument({ kind: "subject-choice-class", format, data }, order);
}

/** Prints the subjects of one student, compared with the others who take them. @throws notFound */
export async function printChoicesOfStudent(
  person: Person,
  { studentId, ...rest }: ClassRequest & { studentId: string },
  { format, signal }: Choices,
): Promise<Printed> {
  const academicTermId = await currentTermId();
  const registered = await findCardClassOfStudent({ studentId, academicTermId }, noTransaction);
  const found = await classHeading({ ...rest, academicTermId }, TITLE, async (meant, term) => {
    const visible = await classIdsIn(readingScope(person))(meant, term);
    const own = visible.filter((classId) => classId === registered?.class_id);
    if (own.length === 0) throw notFound(NO_STUDENT);
    return own;
  });
  const [results] = await classResults(found.classes, found);
  const student = results?.students.find(({ student_id }) => student_id === studentId);
  if (!results || !student) throw notFound(NO_STUDENT);
  const data = await choicesOfStudent(student, results, found);
  const order = { name: `${found.fileName}, ${data.about}`, person, signal };
  return printDocument({ kind: "subject-choice-student", format, data }, order);
}

async function choicesOfStudent(
  student: StudentResults,
  results: ClassResults,
  found: ClassHeading,
): Promise<DocumentData["subject-choice-student"]> {
  const { ofClass, scheme } = results;
  const withCourse = hasCourseMarks(results);
  const { tests: subjects } = await readSubjects(results, found, withCourse);
  const own = takenBy(student, subjects);
  const options = own.filter(({ subject }) => subject.isOption).length;
  const label = formatClassName(found.school.flavour, ofClass);
  const teacher = formalNames(ofClass.teachers);
  const average = averageLine(student.subjects, scheme);
  return {
    ...found.heading,
    about: fullName(student),
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
    subjects: own.map((item) => toSubjectRow(item, student)),
    average: average?.value ? { label: average.label, value: average.value } : null,
    keys: GRADE_RANGES,
    notes: [
      MAXIMUM_NOTE,
      `The bar shows the student’s percentage. The stroke below the bar, and Group mean, show the mean of the students in ${label} who take the subject.`,
    ],
    signed: [
      { words: ["Form teacher", teacher].filter(Boolean).join(", "), share: 180 },
      { words: "Parent or guardian", share: 180 },
      { words: "Date", share: 80 },
    ],
  };
}

/** Puts core subjects before the student's options. */
function takenBy(student: StudentResults, subjects: readonly SubjectTests[]): SubjectTests[] {
  const ordered = inSheetOrder(subjects.map(({ subject }) => subject));
  const placeOf = ({ subject }: SubjectTests) => ordered.indexOf(subject);
  const taken = new Set(student.subjects.map(({ subject_id }) => subject_id));
  return subjects
    .filter(({ subject }) => taken.has(subject.subject_id))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

async function readSubjects(results: ClassResults, { term }: ClassHeading, withCourse: boolean) {
  const { class_id: classId, label } = results.ofClass;
  const maxima = await listSubjectMaxima({ classId, academicTermId: term.academic_term_id }, noTransaction);
  return { label, tests: subjectTests(results, maxima, withCourse) };
}
