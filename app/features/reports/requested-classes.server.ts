import { canPrintAllRecords } from "#access/permissions.ts";
import { getPrintedListScope, getReadingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  filterClassesOfTeacher,
  listClassesWithTeachers,
  type ClassWithTeachersRow,
} from "#db/queries/class-teachers.ts";
import { findRequestedTerm, type TermRow } from "#db/queries/lessons.ts";
import type { QueryScope } from "#db/queries/parts.ts";
import { listReportCardClasses, type ReportCardClass } from "#db/queries/reports/report-card.ts";
import { getCurrentTerm, getSchool, type SchoolRow } from "#db/queries/school.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import type { Person } from "#domain/person.ts";
import { pluralise } from "#domain/text/noun.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import type { DocumentData } from "#templates/index.ts";
import { toLetterhead, getPrintTime } from "./document.server.ts";
import {
  formatClassName,
  formatFilePeriod,
  formatFormalName,
  formatTermAndYear,
} from "./report-card-words.rules.ts";

/** A form class in a term, with the classes of all its teachers or of one teacher. */
export type FormClassTermRequest = FormClassRequest & { academicTermId: number };

/** A form class in the current term. `employeeId` limits the request to the classes of one teacher. */
export type FormClassRequest = { formClassId: string; employeeId: number | null };

/**
 * Returns the term if it has begun.
 * @throws notFound
 */
export async function getBegunTerm(academicTermId: number): Promise<TermRow> {
  const { term } = await findRequestedTerm(academicTermId, noTransaction);
  if (!term) throw notFound("This term does not exist or has not begun yet. Choose another term.");
  return term;
}

/**
 * Returns the id of the current term.
 * @throws notFound before the first term
 */
export async function getCurrentTermId(): Promise<number> {
  const term = await getCurrentTerm(noTransaction);
  if (!term) throw notFound("You can print documents once the first term has begun.");
  return term.academic_term_id;
}

/**
 * Returns the ids of the requested classes that the person may see.
 * @throws notFound
 */
export type FindVisibleClassIds = (input: FormClassTermRequest, term: TermRow) => Promise<number[]>;

/**
 * Returns a function that finds the requested classes within `scope`. A requested teacher narrows the result to classes
 * of which that person is form teacher or, in a class without one, co-teacher.
 */
export function findClassIdsInScope(scope: QueryScope): FindVisibleClassIds {
  return async ({ formClassId, employeeId, academicTermId }, { academic_year_id: academicYearId }) => {
    const input = { ...scope, academicYearId, academicTermId, formClassId };
    const visible = await listClassesWithTeachers(input, noTransaction);
    return idsOf(filterClassesOfTeacher(visible, employeeId));
  };
}

/**
 * Finds the classes for which a person may print documents with more than marks. For the office and the principal
 * these are all classes, for others their own.
 */
export function findOwnClassIds(person: Person): FindVisibleClassIds {
  return async ({ formClassId, employeeId, academicTermId }, { academic_year_id: academicYearId }) => {
    const classes = await listOfferedClasses(person, "own", { academicYearId, academicTermId, formClassId });
    return idsOf(filterClassesOfTeacher(classes, employeeId));
  };
}

/**
 * Lists the classes of a term for which the person may print something: classes whose marks or lists of people they
 * may read, and their own classes. For people who manage students and for the principal, every class counts as their
 * own.
 */
export async function listOfferedClasses(
  person: Person,
  access: "read" | "listed" | "own",
  of: { academicYearId: number; academicTermId: number; formClassId: string | null },
): Promise<ClassWithTeachersRow[]> {
  if (access === "read") return listClassesWithTeachers({ ...getReadingScope(person), ...of }, noTransaction);
  if (access === "listed")
    return listClassesWithTeachers({ ...getPrintedListScope(person), ...of }, noTransaction);
  const classes = await listClassesWithTeachers({ all: true, employeeId: null, ...of }, noTransaction);
  if (canPrintAllRecords(person)) return classes;
  return classes.filter(({ teachers }) =>
    teachers.some(({ employee_id }) => employee_id === person.employeeId),
  );
}

function idsOf(classes: readonly ClassWithTeachersRow[]): number[] {
  if (classes.length === 0) throw itemNotFound("class");
  return classes.map(({ class_id }) => class_id);
}

const MOST_CLASSES_NAMED = 3;

/** Names the classes of a list: the school or a level if the list has all of its classes, otherwise the classes. */
export async function describeClasses(
  classes: readonly ClassWithTeachersRow[],
  of: {
    academicYearId: number;
    academicTermId: number;
    formClassId: string | null;
    formLevel: number | null;
  },
  flavour: SchoolFlavour,
): Promise<string> {
  const { formClassId, formLevel, ...term } = of;
  if (formClassId === null) {
    const key = { ...term, all: true, employeeId: null, formClassId: null };
    const all = await listClassesWithTeachers(key, noTransaction);
    if (formLevel === null && classes.length === all.length) return "Whole school";
    const [level, other] = new Map(classes.map((item) => [item.form_level, item.group_title]));
    const ofLevel = all.filter(({ form_level }) => form_level === level?.[0]);
    if (level && !other && classes.length === ofLevel.length) return level[1];
  }
  if (classes.length > MOST_CLASSES_NAMED) return `${classes.length} classes`;
  return classes.map((item) => formatClassName(flavour, item)).join(" and ");
}

type Heading = Omit<DocumentData["class-list"], "groups" | "counts">;
export type ClassHeading = {
  heading: Heading;
  term: TermRow;
  school: SchoolRow;
  classes: ReportCardClass[];
  fileName: string;
};
type Group<Row> = { title: string; rows: Row[] };

/** Loads the heading of a list of people, for the classes that the person may see. @throws notFound */
export async function loadClassHeading(
  input: FormClassTermRequest,
  title: string,
  visible: FindVisibleClassIds,
): Promise<ClassHeading> {
  const [term, school] = await Promise.all([getBegunTerm(input.academicTermId), getSchool(noTransaction)]);
  const classIds = await visible(input, term);
  const classes = await listReportCardClasses(
    { classIds, academicTermId: input.academicTermId },
    noTransaction,
  );
  const about = classes.map((item) => formatClassName(school.flavour, item)).join(" and ");
  const heading = {
    title,
    about,
    referenceDate: null,
    keys: [],
    notes: [],
    school: toLetterhead(school),
    aside: classes.flatMap(({ teachers }) => teachers.map(formatFormalName)).join(", "),
    period: formatTermAndYear(term),
    printed: getPrintTime(school),
  };
  return { heading, term, school, classes, fileName: [title, about, formatFilePeriod(term)].join(" ") };
}

/** Groups rows by class. A single class gets no title. */
export function groupByClass<Row extends { class_id: number }, Printed>(
  classes: readonly ReportCardClass[],
  rows: readonly Row[],
  printed: (row: Row) => Printed,
): Group<Printed>[] {
  return classes.map(({ class_id, label }) => ({
    title: classes.length === 1 ? "" : label,
    rows: rows.filter((row) => row.class_id === class_id).map(printed),
  }));
}

/** Returns counts such as `17 boys 18 girls 35 in all`, which include students of unrecorded sex. */
export function formatCountsBySex(
  students: readonly { gender: "M" | "F" | null }[],
): DocumentData["class-list"]["counts"] {
  const count = (sex: "M" | "F" | null) => students.filter(({ gender }) => gender === sex).length;
  const [boys, girls, others] = [count("M"), count("F"), count(null)];
  return [
    { figure: boys, words: pluralise(boys, "boy") },
    { figure: girls, words: pluralise(girls, "girl") },
    ...(others > 0 ? [{ figure: others, words: "sex not recorded" }] : []),
    { figure: students.length, words: "in all" },
  ];
}
