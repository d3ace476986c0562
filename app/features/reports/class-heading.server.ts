import { noTransaction } from "#db/index.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { listCardClasses, type CardClass } from "#db/queries/reports/report-card.ts";
import { getSchool, type SchoolRow } from "#db/queries/school.ts";
import { nounFor } from "#domain/text/noun.ts";
import type { DocumentData } from "#templates/index.ts";
import { begunTerm, type ClassesRequest, type VisibleClasses } from "./requested-classes.server.ts";
import { letterheadOf, printedNow } from "./document.server.ts";
import { formatClassName, filePeriod, formalName, formatPeriod } from "./report-card-words.rules.ts";

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
