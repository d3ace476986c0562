import { noTransaction } from "#db/index.ts";
import { listClassesOfYear, type TaughtClassRow } from "#db/queries/class-teachers.ts";
import { listPersonalListRows, type PersonalListRow } from "#db/queries/reports/personal-lists.ts";
import { formalNames } from "../report-card-words.rules.ts";
import { schoolHeading } from "./school-heading.server.ts";

export type ListedClass = TaughtClassRow & { teacher: string; students: PersonalListRow[] };

/** Loads the classes of the current year, or of one form level, with their students and the heading of a list. */
export async function schoolList(title: string, formLevel: number | null) {
  const { heading, term, school, fileName } = await schoolHeading(title);
  const { academic_term_id: academicTermId } = term;
  const taught = await listClassesOfYear(term.academic_year_id, noTransaction);
  const meant = taught.filter(({ form_level }) => formLevel === null || form_level === formLevel);
  const classIds = meant.map(({ class_id }) => class_id);
  const students = await listPersonalListRows({ classIds, academicTermId }, noTransaction);
  const classes = meant.map((item): ListedClass => ({
    ...item,
    teacher: formalNames(item.teachers.filter(({ is_lead }) => is_lead)),
    students: students.filter(({ class_id }) => class_id === item.class_id),
  }));
  return { heading, classes, flavour: school.flavour, fileName };
}
