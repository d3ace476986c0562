import { readsAllClasses } from "#access/visible.server.ts";
import { holds } from "#access/permissions.ts";
import { reading } from "#db/index.ts";
import { classesWithTeachers } from "#db/queries/class-teachers.ts";
import type { TaughtClassRow } from "#db/queries/class-teachers.ts";
import { sheetTerms } from "#db/queries/lessons.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { reportCounts } from "#db/queries/term-reports.ts";
import { joinedNames } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { periodLabel } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";
import type { ClassChoice, ClassLink, TermChoice } from "./classes.ts";
import { idOf } from "./find-report.server.ts";
import { classUrl, signAllUrl } from "./report-key.rules.ts";

/** Where term reports begin: classes to choose from, or the one class that somebody has. */
export type Start = { go: string } | { go: null; choice: ClassChoice };

/**
 * The classes of a term by the groups of the school; without a term of the current one. Who has one class goes straight
 * to it (T2). @throws notFound for a term that has not begun
 */
export async function startReports(person: Person, query: URLSearchParams): Promise<Start> {
  const terms = await sheetTerms(reading);
  const asked = idOf(query.get("term"));
  const term = terms.find((each) => (asked === null ? each.is_current : each.academic_term_id === asked));
  if (!term) throw notFound("The school has no such term.");
  const classes = await classesOf(person, term);
  const [only] = classes;
  if (only && classes.length === 1 && !readsAllClasses(person))
    return { go: classUrl({ classId: only.class_id, academicTermId: term.academic_term_id }) };
  return { go: null, choice: await choiceOf(person, { term, terms, classes }) };
}

function classesOf(person: Person, term: TermRow): Promise<TaughtClassRow[]> {
  const scope = { employeeId: person.employeeId, all: readsAllClasses(person) };
  return classesWithTeachers({ academicYearId: term.academic_year_id, formClassId: null, scope }, reading);
}

type Found = { term: TermRow; terms: readonly TermRow[]; classes: readonly TaughtClassRow[] };

async function choiceOf(person: Person, { term, terms, classes }: Found): Promise<ClassChoice> {
  const classIds = classes.map(({ class_id }) => class_id);
  const { academic_term_id: academicTermId } = term;
  const counts = await reportCounts({ classIds, academicTermId }, reading);
  const countsOf = new Map(counts.map((count) => [count.class_id, count]));
  const link = (row: TaughtClassRow): ClassLink => {
    const key = { classId: row.class_id, academicTermId };
    const { students = 0, signed = 0 } = countsOf.get(row.class_id) ?? {};
    const signAll = holds(person, "principal.sign") ? signAllUrl(key) : null;
    return {
      url: classUrl(key),
      signAllUrl: signAll,
      label: row.label,
      teachers: namesOf(row),
      students,
      signed,
    };
  };
  const titles = [...new Set(classes.map(({ group_title }) => group_title))];
  return {
    groups: titles.map((title) => ({
      title,
      classes: classes.filter(({ group_title }) => group_title === title).map(link),
    })),
    term: termChoice(term),
    terms: terms.map(termChoice),
    isCurrent: term.is_current,
  };
}

/** `D. Ramkissoon / C. Pierre` (T2). */
function namesOf({ teachers }: TaughtClassRow): string {
  return joinedNames(
    teachers.map(({ first_name, last_name }) => ({ firstName: first_name, lastName: last_name })),
  );
}

function termChoice({ academic_term_id, academic_year_id, term }: TermRow): TermChoice {
  return { id: academic_term_id, label: periodLabel(academic_year_id, term) };
}
