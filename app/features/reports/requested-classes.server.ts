import { managesStudents } from "#access/visible-student.server.ts";
import { peopleScope, readingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  classesOfTeacher,
  listClassesWithTeachers,
  type TaughtClassRow,
} from "#db/queries/class-teachers.ts";
import { findChosenTerm, type TermRow } from "#db/queries/lessons.ts";
import type { Scope } from "#db/queries/parts.ts";
import { listCardClasses, type CardClass } from "#db/queries/reports/report-card.ts";
import { getCurrentTerm, getSchool, type SchoolRow } from "#db/queries/school.ts";
import type { Person } from "#domain/person.ts";
import { nounFor } from "#domain/text/noun.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData } from "#templates/index.ts";
import { letterheadOf, printedNow } from "./document.server.ts";
import { formatClassName, filePeriod, formalName, formatPeriod } from "./report-card-words.rules.ts";

/** A form class in a term: the classes of all teachers, or the class of one of them. */
export type ClassesRequest = ClassRequest & { academicTermId: number };

/** A form class in the current term. */
export type ClassRequest = { formClassId: string; employeeId: number | null };

/** @throws notFound */
export async function begunTerm(academicTermId: number): Promise<TermRow> {
  const { term } = await findChosenTerm(academicTermId, noTransaction);
  if (!term) throw notFound("This term does not exist or has not begun yet.");
  return term;
}

/** @throws notFound before the first term */
export async function currentTermId(): Promise<number> {
  const term = await getCurrentTerm(noTransaction);
  if (!term) throw notFound("The first term has not begun yet.");
  return term.academic_term_id;
}

/** Finds the requested classes among those that a person may see. @throws notFound */
export type VisibleClasses = (input: ClassesRequest, term: TermRow) => Promise<number[]>;

/**
 * A teacher narrows the classes that the person may see: to those the teacher leads or, if there are none, to those the
 * teacher helps with.
 */
export function classIdsIn(scope: Scope): VisibleClasses {
  return async ({ formClassId, employeeId, academicTermId }, { academic_year_id: academicYearId }) => {
    const input = { ...scope, academicYearId, academicTermId, formClassId };
    const visible = await listClassesWithTeachers(input, noTransaction);
    return idsOf(classesOfTeacher(visible, employeeId));
  };
}

/**
 * Finds classes for documents that show more than marks: a person's own classes, or all classes for a person who
 * manages students.
 */
export function ownClassIds(person: Person): VisibleClasses {
  return async ({ formClassId, employeeId, academicTermId }, { academic_year_id: academicYearId }) => {
    const classes = await classesOffered(person, "own", { academicYearId, academicTermId, formClassId });
    return idsOf(classesOfTeacher(classes, employeeId));
  };
}

/**
 * Lists the classes of a term whose marks the person may read, whose people the person may list, or which are the
 * person's own. A person who manages students has all classes as their own.
 */
export async function classesOffered(
  person: Person,
  which: "read" | "listed" | "own",
  of: { academicYearId: number; academicTermId: number; formClassId: string | null },
): Promise<TaughtClassRow[]> {
  if (which === "read") return listClassesWithTeachers({ ...readingScope(person), ...of }, noTransaction);
  if (which === "listed") return listClassesWithTeachers({ ...peopleScope(person), ...of }, noTransaction);
  const classes = await listClassesWithTeachers({ all: true, employeeId: null, ...of }, noTransaction);
  if (managesStudents(person)) return classes;
  return classes.filter(({ teachers }) =>
    teachers.some(({ employee_id }) => employee_id === person.employeeId),
  );
}

function idsOf(classes: readonly TaughtClassRow[]): number[] {
  if (classes.length === 0) throw notFound("This class no longer exists, or you cannot open it.");
  return classes.map(({ class_id }) => class_id);
}

type Heading = Omit<DocumentData["class-list"], "groups" | "counts">;
export type ClassHeading = {
  heading: Heading;
  term: TermRow;
  school: SchoolRow;
  classes: CardClass[];
  fileName: string;
};
type Group<Row> = { title: string; rows: Row[] };

/** Loads the heading of a list of the people in a class, for the classes in scope. @throws notFound */
export async function classHeading(
  input: ClassesRequest,
  title: string,
  visible: VisibleClasses,
): Promise<ClassHeading> {
  const [term, school] = await Promise.all([begunTerm(input.academicTermId), getSchool(noTransaction)]);
  const classIds = await visible(input, term);
  const classes = await listCardClasses({ classIds, academicTermId: input.academicTermId }, noTransaction);
  const about = classes.map((item) => formatClassName(school.flavour, item)).join(" and ");
  const heading = {
    title,
    about,
    referenceDate: null,
    keys: [],
    notes: [],
    school: letterheadOf(school),
    aside: classes.flatMap(({ teachers }) => teachers.map(formalName)).join(", "),
    period: formatPeriod(term),
    printed: printedNow(school),
  };
  return { heading, term, school, classes, fileName: [title, about, filePeriod(term)].join(" ") };
}

/** Groups rows by class; a single class needs no title. */
export function classGroups<Row extends { class_id: number }, Printed>(
  classes: readonly CardClass[],
  rows: readonly Row[],
  printed: (row: Row) => Printed,
): Group<Printed>[] {
  return classes.map(({ class_id, label }) => ({
    title: classes.length === 1 ? "" : label,
    rows: rows.filter((row) => row.class_id === class_id).map(printed),
  }));
}

/**
 * Counts students, such as `17 boys 18 girls 35 in all`. Students whose sex is not recorded are counted too, so that
 * the figures add up.
 */
export function countsBySex(
  students: readonly { gender: "M" | "F" | null }[],
): DocumentData["class-list"]["counts"] {
  const count = (sex: "M" | "F" | null) => students.filter(({ gender }) => gender === sex).length;
  const [boys, girls, others] = [count("M"), count("F"), count(null)];
  return [
    { figure: boys, words: nounFor(boys, "boy") },
    { figure: girls, words: nounFor(girls, "girl") },
    ...(others > 0 ? [{ figure: others, words: "sex not recorded" }] : []),
    { figure: students.length, words: "in all" },
  ];
}
