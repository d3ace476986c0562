import { hasPermission, canSignReports, canReadAllClasses } from "#access/permissions.ts";
import { describeVisibleCorrections, getReadingScope, requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { findShownLevel, type ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import { listLateClasses } from "#db/queries/reports/late-classes.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { WHOLE_SCHOOL } from "#db/queries/parts.ts";
import { getSchool } from "#db/queries/school.ts";
import type { ShownLevel } from "#domain/list/levels.ts";
import { joinTeacherNames } from "#domain/names.ts";
import {
  classReportsUrl,
  parseId,
  PAST_TERMS_PARAM,
  signAllReportsUrl,
  reportUrl,
  type ClassKey,
} from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { areAllReportsDone, countReports, type ReportCounts } from "#domain/report-state.ts";
import { termChoice, periodLabel } from "#domain/terms.ts";
import {
  type ReportClassChooserView,
  type ReportClassLink,
  formatReportCounts,
  describePendingWork,
  type EmptyClass,
} from "./classes.rules.ts";
import { listVisibleClasses, findChooserUrl, findReportClass } from "../find-report.server.ts";

/** The result of opening Term Reports: a choice of classes, or a redirect to the person's only class. */
export type TermReportsStart = { go: string } | { go: null; choice: ReportClassChooserView };

/**
 * Lists the classes of a term, grouped by the school's levels. The default is the current term; a person with a single
 * class is then redirected to it.
 * @throws notFound
 */
export async function loadReportsStart(person: Person, query: URLSearchParams): Promise<TermReportsStart> {
  const input = query.get("term");
  const { term, terms } = await askedTerm(input);
  const { academic_year_id: academicYearId, academic_term_id: academicTermId } = term;
  const scope = { ...getReadingScope(person), academicYearId, academicTermId };
  const level = await findShownLevel(scope, parseId(query.get("level")), noTransaction);
  const [classes, countsOf] = await Promise.all([
    listVisibleClasses(person, term, level.shown),
    countsByClass(term, level.shown),
  ]);
  const [only] = classes;
  if (only && classes.length === 1 && input === null && !canReadAllClasses(person))
    return { go: classReportsUrl({ classId: only.class_id, academicTermId: term.academic_term_id }) };
  return { go: null, choice: await choiceOf(person, { term, terms, classes, countsOf, level }) };
}

/**
 * Finds the requested term. `past` means the latest term that is over or, in a school's first term, the current one.
 */
async function askedTerm(input: string | null) {
  const current = await requireTerm(parseId(input), noTransaction);
  const past = input === PAST_TERMS_PARAM ? current.terms.find(({ is_current }) => !is_current) : undefined;
  return past ? { ...current, term: past } : current;
}

type Found = {
  term: TermRow;
  terms: readonly TermRow[];
  classes: readonly ClassWithTeachersRow[];
  countsOf: (classId: number) => ReportCounts;
  level: ShownLevel;
};

async function choiceOf(
  person: Person,
  { term, terms, classes, countsOf, level }: Found,
): Promise<ReportClassChooserView> {
  const classIds = classes.map(({ class_id }) => class_id);
  const corrected = { academicTermId: term.academic_term_id, classIds };
  const openCorrections = term.is_current
    ? null
    : await describeVisibleCorrections(person, corrected, noTransaction);
  const link = (row: ClassWithTeachersRow) =>
    classLink(person, { row, term, counts: countsOf(row.class_id) });
  const titles = [...new Set(classes.map(({ group_title }) => group_title))];
  return {
    groups: titles.map((title) => ({
      title,
      classes: classes.filter(({ group_title }) => group_title === title).map(link),
    })),
    level,
    term: termChoice(term),
    terms: terms.map(termChoice),
    isCurrent: term.is_current,
    openCorrections,
    readsAll: canReadAllClasses(person),
  };
}

/** Counts the reports of all classes, or of the classes of one level, with one query. */
async function countsByClass({ academic_term_id: academicTermId }: TermRow, level: number | null) {
  const { flavour } = await getSchool(noTransaction);
  const rows = await listLateClasses({ academicTermId, flavour }, { ...WHOLE_SCHOOL, level });
  const counts = new Map(rows.map(({ class_id, reports }) => [class_id, reports]));
  return (classId: number) => counts.get(classId) ?? countReports([]);
}

type Taught = { row: ClassWithTeachersRow; term: TermRow; counts: ReportCounts };

function classLink(person: Person, { row, term, counts }: Taught): ReportClassLink {
  const key = { classId: row.class_id, academicTermId: term.academic_term_id };
  const signs = term.is_current && canSignReports(person);
  const writes = term.is_current && (hasPermission(person, "admin") || teaches(person, row));
  const { toSign } = counts;
  return {
    url: classReportsUrl(key),
    overview: { url: signAllReportsUrl(key), words: signs && toSign > 0 ? "Sign" : "View" },
    label: row.label,
    teachers: joinTeacherNames(row.teachers),
    counts: formatReportCounts(counts),
    isAllDone: areAllReportsDone(counts),
    pendingWork: describePendingWork({ signs, writes }, counts),
  };
}

function teaches({ employeeId }: Person, { teachers }: ClassWithTeachersRow): boolean {
  return teachers.some(({ employee_id }) => employee_id === employeeId);
}

export type FirstReportOrEmptyClass = { go: string } | { go: null; empty: EmptyClass };

/**
 * Returns the URL of the first report of a class, or the fact that the class has no students.
 * @throws notFound
 */
export async function findFirstReport(person: Person, key: ClassKey): Promise<FirstReportOrEmptyClass> {
  const found = await findReportClass(person, key, noTransaction);
  const { heading, students } = found;
  const [first] = students;
  if (first) return { go: reportUrl({ ...key, studentKey: first.student_key }) };
  return {
    go: null,
    empty: {
      classLabel: heading.class_label,
      period: periodLabel(heading.academic_year_id, heading.term),
      chooserUrl: await findChooserUrl(person, found),
    },
  };
}
