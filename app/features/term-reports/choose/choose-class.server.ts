import { holds, maySign, readsAllClasses } from "#access/permissions.ts";
import { requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import type { TaughtClassRow } from "#db/queries/class-teachers.ts";
import { listLateClasses } from "#db/queries/reports/late-classes.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { getSchool } from "#db/queries/school.ts";
import { joinNames } from "#domain/names.ts";
import { classUrl, parseId, PAST_TERMS, signAllUrl, reportUrl, type ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isAllDone, reportCounts, type ReportCounts } from "#domain/report-state.ts";
import { termChoice, periodLabel } from "#domain/terms.ts";
import {
  type ClassChoice,
  type ClassLink,
  formatReportCounts,
  pendingWork,
  type EmptyClass,
} from "./classes.rules.ts";
import { classesInReach, chooserFor, findClass } from "../find-report.server.ts";

/** The first page of term reports: a choice of classes, or the person's only class. */
export type Start = { go: string } | { go: null; choice: ClassChoice };

/**
 * Lists the classes of a term in the groups of the school. Without a requested term, the term is the current one, and a
 * person with one class goes straight to that class. @throws notFound
 */
export async function startReports(person: Person, query: URLSearchParams): Promise<Start> {
  const input = query.get("term");
  const { term, terms } = await askedTerm(input);
  const classes = await classesInReach(person, term);
  const [only] = classes;
  if (only && classes.length === 1 && input === null && !readsAllClasses(person))
    return { go: classUrl({ classId: only.class_id, academicTermId: term.academic_term_id }) };
  return { go: null, choice: await choiceOf(person, { term, terms, classes }) };
}

/**
 * Finds the requested term; `past` stands for the last term that is over, or in a school's first term for the current
 * one.
 */
async function askedTerm(input: string | null) {
  const current = await requireTerm(parseId(input), noTransaction);
  const past = input === PAST_TERMS ? current.terms.find(({ is_current }) => !is_current) : undefined;
  return past ? { ...current, term: past } : current;
}

type Found = { term: TermRow; terms: readonly TermRow[]; classes: readonly TaughtClassRow[] };

async function choiceOf(person: Person, { term, terms, classes }: Found): Promise<ClassChoice> {
  const countsOf = await countsByClass(term);
  const link = (row: TaughtClassRow) => classLink(person, { row, term, counts: countsOf(row.class_id) });
  const titles = [...new Set(classes.map(({ group_title }) => group_title))];
  return {
    groups: titles.map((title) => ({
      title,
      classes: classes.filter(({ group_title }) => group_title === title).map(link),
    })),
    term: termChoice(term),
    terms: terms.map(termChoice),
    isCurrent: term.is_current,
    readsAll: readsAllClasses(person),
  };
}

/** Counts the reports of all classes in one query. */
async function countsByClass({ academic_term_id: academicTermId }: TermRow) {
  const { flavour } = await getSchool(noTransaction);
  const rows = await listLateClasses({ academicTermId, flavour });
  const counts = new Map(rows.map(({ class_id, reports }) => [class_id, reports]));
  return (classId: number) => counts.get(classId) ?? reportCounts([]);
}

type Taught = { row: TaughtClassRow; term: TermRow; counts: ReportCounts };

function classLink(person: Person, { row, term, counts }: Taught): ClassLink {
  const key = { classId: row.class_id, academicTermId: term.academic_term_id };
  const signs = term.is_current && maySign(person);
  const writes = term.is_current && (holds(person, "admin") || teaches(person, row));
  const { toSign } = counts;
  return {
    url: classUrl(key),
    overview: { url: signAllUrl(key), words: signs && toSign > 0 ? "Sign" : "View" },
    label: row.label,
    teachers: joinNames(row.teachers),
    counts: formatReportCounts(counts),
    isAllDone: isAllDone(counts),
    pendingWork: pendingWork({ signs, writes }, counts),
  };
}

function teaches({ employeeId }: Person, { teachers }: TaughtClassRow): boolean {
  return teachers.some(({ employee_id }) => employee_id === employeeId);
}

export type FirstReport = { go: string } | { go: null; empty: EmptyClass };

/** Leads to the first report of a class, or says that the class has no students. @throws notFound */
export async function findFirstReport(person: Person, key: ClassKey): Promise<FirstReport> {
  const found = await findClass(person, key, noTransaction);
  const { heading, students } = found;
  const [first] = students;
  if (first) return { go: reportUrl({ ...key, studentKey: first.student_key }) };
  return {
    go: null,
    empty: {
      classLabel: heading.class_label,
      period: periodLabel(heading.academic_year_id, heading.term),
      chooserUrl: await chooserFor(person, found),
    },
  };
}
