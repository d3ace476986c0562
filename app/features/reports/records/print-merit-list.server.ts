import { getReadingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { filterClassesOfTeacher, listClassesWithTeachers } from "#db/queries/class-teachers.ts";
import { findRequestedTerm, type TermRow } from "#db/queries/lessons.ts";
import { listReportCardClasses, listClassIdsOfStudents } from "#db/queries/reports/report-card.ts";
import { getSchool, type SchoolRow } from "#db/queries/school.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { calculateReportAverage } from "#domain/subject-results.ts";
import { pluralise } from "#domain/text/noun.ts";
import { itemNotFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { loadReportCardClassResults, type ReportedStudent } from "../classes/class-results.server.ts";
import { rankStudents, type StudentRanking } from "../class-figures.server.ts";
import {
  printDocument,
  getPrintTime,
  toLetterhead,
  type PrintedDocument,
  type PrintFormatAndSignal,
} from "../document.server.ts";
import { describeClasses, getBegunTerm } from "../requested-classes.server.ts";
import { formatFilePeriod, formatTermAndYear } from "../report-card-words.rules.ts";

/** A term with a form class, a level or, without both, all classes that the person may read. */
export type MeritListRequest = {
  academicTermId: number;
  formClassId: string | null;
  employeeId: number | null;
  formLevel: number | null;
};

type Student = ReportedStudent & { class_id: number; label: string };
type Results = { students: Student[]; ranking: StudentRanking | null };
type MeritList = DocumentData["merit-list"];

/** Prints the best students of a class, a level or the school. @throws notFound without a class */
export async function printMeritList(
  person: Person,
  input: MeritListRequest,
  { format, signal }: PrintFormatAndSignal<FormatOf<"merit-list">>,
): Promise<PrintedDocument> {
  const { academicTermId, formClassId, employeeId, formLevel } = input;
  const [term, school] = await Promise.all([getBegunTerm(academicTermId), getSchool(noTransaction)]);
  const key = { academicYearId: term.academic_year_id, academicTermId, formClassId };
  const visible = await listClassesWithTeachers({ ...getReadingScope(person), ...key }, noTransaction);
  const classes = filterClassesOfTeacher(visible, employeeId).filter(
    ({ form_level }) => formLevel === null || form_level === formLevel,
  );
  const [first] = classes;
  if (!first) throw itemNotFound("class");
  const scope = await describeClasses(classes, { ...key, formLevel }, school.flavour);
  const classIds = classes.map(({ class_id }) => class_id);
  const results = await readResults(classIds, { term, school });
  const data: MeritList = {
    ...(await listsOf(results, { term, school })),
    title: "Merit list",
    ...answerOf(results, scope),
    counts: countsOf(results),
    period: formatTermAndYear(term),
    referenceDate: null,
    keys: [],
    notes: notesOf(results),
    school: toLetterhead(school),
    printed: getPrintTime(school),
    signed: [
      { words: "Principal", share: 180 },
      {
        words:
          school.flavour === "secondary" && scope === first.group_title ? `Dean of ${scope}` : "Prepared by",
        share: 180,
      },
      { words: "Date", share: 90 },
    ],
  };
  const name = ["Merit list", scope, formatFilePeriod(term)].join(" ");
  return printDocument({ kind: "merit-list", format, data }, { name, person, signal });
}

async function readResults(
  classIds: readonly number[],
  { term, school }: { term: TermRow; school: SchoolRow },
): Promise<Results> {
  const { academic_term_id: academicTermId } = term;
  const classes = await listReportCardClasses({ classIds, academicTermId }, noTransaction);
  const results = await loadReportCardClassResults(classes, { term, school });
  const students = results.flatMap(({ ofClass, students: own }) =>
    own.map((student) => ({ ...student, class_id: ofClass.class_id, label: ofClass.label })),
  );
  return { students, ranking: rankStudents(students) };
}

/** Returns the text above the list: the first student or, if there is none, the classes. */
function answerOf({ students, ranking }: Results, scope: string): Pick<MeritList, "about" | "aside"> {
  const first = students.filter(({ student_key }) => ranking?.positions.get(student_key)?.place === 1);
  const [only] = first;
  if (!only || first.length > 1) return { about: scope, aside: "" };
  const average = calculateReportAverage(only.subjects) ?? "";
  return { about: `${only.first_name} ${only.last_name}, ${average}`, aside: scope };
}

function countsOf({ students, ranking }: Results): MeritList["counts"] {
  return [
    { figure: students.length, words: pluralise(students.length, "student") },
    { figure: ranking?.ranked ?? 0, words: "ranked" },
  ];
}

function notesOf({ students, ranking }: Results): string[] {
  const unranked = students.length - (ranking?.ranked ?? 0);
  return [
    "Ranked by the average on the report card. Students with the same average share a place",
    ...(unranked === 0
      ? []
      : [`${unranked} ${pluralise(unranked, "student")} not ranked, because a mark is missing`]),
    ...(ranking?.isProvisional ? ["Provisional: marks are missing"] : []),
  ];
}

type Lists = Pick<MeritList, "averages" | "subjects" | "progress" | "since">;

async function listsOf(results: Results, read: { term: TermRow; school: SchoolRow }): Promise<Lists> {
  return {
    averages: averagesOf(results),
    subjects: firstInSubjects(results),
    ...(await progressOf(results, read)),
  };
}

function averagesOf({ students, ranking }: Results): Lists["averages"] {
  return students
    .flatMap((student) => {
      const position = ranking?.positions.get(student.student_key);
      return position ? [{ student, position }] : [];
    })
    .toSorted((one, other) => one.position.place - other.position.place)
    .map(({ student, position }) => ({
      ...entryOf(student),
      place: position.isShared ? `= ${position.place}` : String(position.place),
      figure: plainAverage(student),
    }));
}

function entryOf(student: Student): { name: string; className: string } {
  return { name: formatRegisterName(student), className: student.label };
}

/** Returns the printed average without its sign, such as `72.4`. */
function plainAverage({ subjects }: Pick<Student, "subjects">): string {
  return (calculateReportAverage(subjects) ?? "").replace("%", "");
}

/**
 * The largest number of students whose names are printed when they share first place in a subject. More are only
 * counted.
 */
const MOST_FIRST = 3;
const BY_TITLE = new Intl.Collator("en");

function firstInSubjects({ students }: Results): Lists["subjects"] {
  const marks = students.flatMap((student) =>
    student.subjects.flatMap(({ kind, subject, subject_id, percent }) =>
      kind === "marks" && percent !== null ? [{ student, subject, subject_id, percent }] : [],
    ),
  );
  const ids = [...new Set(marks.map(({ subject_id }) => subject_id))];
  const firsts = ids.map((id) => {
    const own = marks.filter(({ subject_id }) => subject_id === id);
    const highest = Math.max(...own.map(({ percent }) => percent));
    return own.filter(({ percent }) => percent === highest);
  });
  return firsts
    .flatMap((first) => {
      const [one] = first;
      return one ? [{ first, subject: one.subject, percent: one.percent }] : [];
    })
    .toSorted((one, other) => BY_TITLE.compare(one.subject, other.subject))
    .flatMap(({ first, subject, percent }) => {
      const line = { subject, figure: String(percent) };
      if (first.length > MOST_FIRST) return [{ ...line, name: `${first.length} students`, className: "" }];
      return first.map(({ student }) => ({ ...line, ...entryOf(student) }));
    });
}

/** Compares students who have all marks in this term and in the term before. */
async function progressOf(
  { students, ranking }: Results,
  { term, school }: { term: TermRow; school: SchoolRow },
): Promise<Pick<Lists, "progress" | "since">> {
  const { terms } = await findRequestedTerm(null, noTransaction);
  const before = terms.find(({ academic_term_id }) => academic_term_id < term.academic_term_id);
  if (!before) return { progress: [], since: null };
  const key = {
    studentKeys: students.map(({ student_key }) => student_key),
    academicTermId: before.academic_term_id,
  };
  const then = await readResults(await listClassIdsOfStudents(key, noTransaction), { term: before, school });
  const earlier = new Map(then.students.map((student) => [student.student_key, student]));
  const risen = students.flatMap((student) => {
    const past = earlier.get(student.student_key);
    const isCompared =
      ranking?.positions.get(student.student_key) && then.ranking?.positions.get(student.student_key);
    if (!past || !isCompared) return [];
    const [from, to] = [plainAverage(past), plainAverage(student)];
    const points = Math.round(10 * (Number(to) - Number(from)));
    return points > 0 ? [{ student, points, from: `${from} to ${to}` }] : [];
  });
  const sorted = risen.toSorted((one, other) => other.points - one.points);
  const progress = sorted.map(({ student, points, from }) => {
    const place = 1 + sorted.filter((item) => item.points > points).length;
    const isShared = sorted.filter((item) => item.points === points).length > 1;
    return {
      ...entryOf(student),
      place: isShared ? `= ${place}` : String(place),
      figure: `+${(points / 10).toFixed(1)}`,
      from,
    };
  });
  return { progress, since: `Term ${before.term}` };
}
