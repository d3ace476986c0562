import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { listSubjectTitles, loadTermResults } from "#db/queries/marks/results.ts";
import { getSchool } from "#db/queries/school.ts";
import { gradeForPercentage } from "#domain/grading.ts";
import { rowsOfPage } from "#domain/list/paging.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import {
  compareAverages,
  MIN_FAILED_SUBJECTS,
  listFailingStudents,
  type StudentSummary,
} from "#domain/figures/results.ts";
import { findMarkThatCounts, markToPercent } from "#domain/subject-results.ts";
import { termTitle, testTitle } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { notFound } from "#runtime/errors.ts";
import { ATTENDANCE_LIST_PAGE_SIZE } from "../names.server.ts";
import { describeScope, findScope, type LevelWithRowCount, type OverviewScope } from "../scope.server.ts";
import {
  countMissingMarkSheetEntries,
  findResults,
  listStudentSummaries,
  type PersonAndSchool,
  type TermSummary,
} from "./find-results.server.ts";
import { parseMarkListParams, type MarkListParams } from "../overview-address.rules.ts";
import {
  isMissingWork,
  listMissingWork,
  listMissingMarkSheets,
  type PageNumberAndSize,
} from "./missing-work.server.ts";
import { createStudentNameFinder } from "./results.server.ts";
import {
  EMPTY_MARK_LIST_ROW,
  sumMarkTotalsOfClasses,
  formatChange,
  formatFigure,
  formatListOrder,
  roundedMeanAndPassRate,
  type MarkListKind,
  type MarkListRow,
} from "./results-view.rules.ts";

type Entry = { student: StudentSummary } & Partial<Omit<MarkListRow, "key" | "name" | "label" | "url">>;
type Found = TermSummary & { titles: ReadonlyMap<number, string> };
type NamesList = { kind: MarkListKind; title: string; answer: string; of: string; notes: string };
type StudentList = NamesList & { entries: readonly Entry[] };

export type MarkListView = Awaited<ReturnType<typeof loadMarkList>>;

/**
 * Loads a page of the names behind a figure of the results.
 * @throws notFound for a class, subject or term that the person may not read
 */
export async function loadMarkList(visit: Visit, list: string | undefined, query: URLSearchParams) {
  const wanted = { page: parseId(query.get("page")) ?? 1, pageSize: ATTENDANCE_LIST_PAGE_SIZE };
  const { scope, ...names } = await findResultNames(visit, list, query, wanted);
  return {
    ...names,
    isAll: scope.isAll,
    levels: names.params.classId === null ? names.levels : [],
    pageSize: ATTENDANCE_LIST_PAGE_SIZE,
  };
}

/** Finds all names of a list for printing. @throws notFound */
export async function findMarkListToPrint(person: Person, list: string | undefined, query: URLSearchParams) {
  const { flavour } = await getSchool(noTransaction);
  const all = { page: 1, pageSize: Number.MAX_SAFE_INTEGER };
  const names = await findResultNames({ person, school: { flavour } }, list, query, all);
  const { kind, title, total, of, answer, notes, test, term, words, rows } = names;
  return {
    kind,
    title,
    about: `${total.toLocaleString("en")} ${total === 1 ? of.replace(/(?:(?<=ss)e)?s$/, "") : of}`,
    aside: words,
    period: `${test}, ${termTitle(term)}`,
    fileName: `${title}, ${words}, ${termTitle(term)}`,
    notes: [answer, notes].filter(Boolean),
    rows,
  };
}

async function findResultNames(
  visit: PersonAndSchool,
  list: string | undefined,
  query: URLSearchParams,
  paged: PageNumberAndSize,
) {
  const params = parseMarkListParams(list, query);
  if (!params) throw notFound("This list does not exist. Open the overview, and choose a figure there.");
  const scope = await findScope(visit.person, params);
  if (isMissingWork(params.list)) return listMissingWork(visit, { params, scope }, paged);
  const found = await findResults(visit, scope, params);
  const { classId } = params;
  const now = found?.now.filter(({ class_id }) => classId === null || class_id === classId) ?? [];
  if (!found || now.length === 0) throw notFound("You cannot open these results. Choose other results.");
  const subjects = await listSubjectTitles(noTransaction);
  const titles = new Map(subjects.map(({ subject_id, title }) => [subject_id, title]));
  const sheets = found.sheets.filter(({ class_id }) => classId === null || class_id === classId);
  const narrowed = { ...found, now, sheets, titles };
  const names = await namesOf(visit.person, params, narrowed, paged);
  const inTest = { term: found.term.academic_term_id, test: found.test };
  const all = scope.level === null ? found : await findResults(visit, { ...scope, level: null }, inTest);
  const test = testTitle(found.test, found.type, null);
  const words = classId === null ? describeScope(scope) : (now[0]?.label ?? "");
  const term = found.term.academic_term_id;
  return {
    ...names,
    params: { ...params, term, test: found.test },
    scope,
    levels: all && classId === null ? countNames(params, scope, { ...all, titles }) : [],
    test,
    term,
    words,
    about: `${test}, ${termTitle(term)}, ${words}`,
  };
}

async function namesOf(person: Person, params: MarkListParams, found: Found, paged: PageNumberAndSize) {
  if (params.list === "missing") return listMissingMarkSheets(person, found, paged);
  const list = params.list === "marks" ? await marksList(params, found) : studentList(params, found);
  return studentNames(list, found, paged);
}

/** Counts the rows that the list has for each level. */
function countNames(params: MarkListParams, { levels }: OverviewScope, found: Found): LevelWithRowCount[] {
  if (levels.length < 2) return [];
  return levels.map((item) => {
    const now = found.now.filter(({ form_level }) => form_level === item.level);
    const ids = new Set(now.map(({ class_id }) => class_id));
    const sheets = found.sheets.filter(({ class_id }) => ids.has(class_id));
    return { ...item, count: countIn(params, { ...found, now, sheets }) };
  });
}

function countIn(params: MarkListParams, found: Found): number {
  const { list, subjectId, grade } = params;
  if (list === "missing") return found.sheets.filter((row) => countMissingMarkSheetEntries(row) > 0).length;
  if (list !== "marks") return studentList(params, found).entries.length;
  const marks = found.now.flatMap(({ result }) => result.subjects.get(subjectId ?? 0) ?? []);
  return marks.reduce(
    (total, { sum, grades }) => total + (grade === null ? sum.count : (grades.get(grade) ?? 0)),
    0,
  );
}

async function studentNames({ entries, ...list }: StudentList, found: Found, paged: PageNumberAndSize) {
  const { rows: onPage, ...shown } = rowsOfPage(entries, paged);
  const nameOf = await createStudentNameFinder(
    onPage.map(({ student }) => student),
    found,
  );
  const rows = onPage.map(({ student, ...entry }, index): MarkListRow => {
    const { name, label, url } = nameOf(student);
    return { ...EMPTY_MARK_LIST_ROW, ...entry, key: `${student.studentKey} ${index}`, name, label, url };
  });
  return { ...list, ...shown, rows };
}

function studentList(params: MarkListParams, found: Found): StudentList {
  switch (params.list) {
    case "averages":
      return averagesList(params, found);
    case "below-pass":
      return belowPassList(params, found);
    case "failing":
      return failingList(params, found);
    default:
      return changeList(params.list === "rises" ? "rises" : "falls", found);
  }
}

function averagesList({ grade }: MarkListParams, { now }: Found): StudentList {
  const students = listStudentSummaries(now)
    .filter((student) => student.average !== null && (grade === null || student.grade === grade))
    .sort((one, other) => (other.average ?? 0) - (one.average ?? 0));
  const have = students.length === 1 ? "has" : "have";
  const which = grade === null ? "a mark" : `an average of grade ${grade}`;
  const { mean } = roundedMeanAndPassRate(sumMarkTotalsOfClasses(now));
  return {
    kind: "average",
    of: "students",
    title: grade === null ? "Students by average" : `Students with an average of grade ${grade}`,
    answer: `${formatCountOf(students.length, "student")} ${have} ${which}.${formatListOrder(students, "The highest average comes first.")}`,
    notes: `The mean of all marks is ${formatFigure(mean)}.`,
    entries: students.map((student) => ({
      student,
      figure: `${formatFigure(student.average)}%`,
      grade: student.grade ?? "",
      isLow: student.failed.length >= MIN_FAILED_SUBJECTS,
    })),
  };
}

/** Reads a subject's marks from the database, because the cache keeps only marks below the pass mark. */
async function marksList({ subjectId, grade }: MarkListParams, found: Found): Promise<StudentList> {
  const classes = found.now.filter(({ result }) => subjectId !== null && result.subjects.has(subjectId));
  if (subjectId === null || classes.length === 0)
    throw notFound("You cannot open these results. Choose other results.");
  const { term, test: testId } = found;
  const classIds = classes.map(({ class_id }) => class_id);
  const withCourseWork = classes.some(({ grading }) => grading.weights !== undefined);
  const read = { academicTermId: term.academic_term_id, classIds, testId, withCourseWork, subjectId };
  const rows = await loadTermResults(read, noTransaction);
  const marks = new Map(rows.map((row) => [row.student_key, row.marks[0]]));
  const schemes = new Map(classes.map((row) => [row.class_id, row]));
  const marked = listStudentSummaries(classes).flatMap((student) => {
    const own = marks.get(student.studentKey);
    const scheme = schemes.get(student.classId);
    const percent = own && scheme ? markToPercent(findMarkThatCounts(own, scheme, testId)) : null;
    if (percent === null || !scheme) return [];
    const { grading } = scheme;
    const letter = gradeForPercentage(percent, grading) ?? "";
    if (grade !== null && letter !== grade) return [];
    return [{ student, percent, grade: letter, figure: `${percent}%`, isLow: percent < grading.passMark }];
  });
  const subject = found.titles.get(subjectId) ?? "";
  const have = marked.length === 1 ? "has" : "have";
  return {
    kind: "mark",
    of: "students",
    title: grade === null ? subject : `${subject}, grade ${grade}`,
    answer: `${formatCountOf(marked.length, "student")} ${have} ${grade === null ? "a mark" : `the grade ${grade}`}.${formatListOrder(marked, "The highest mark comes first.")}`,
    notes: "Students who were absent or handed in no work are left out.",
    entries: marked
      .sort((one, other) => other.percent - one.percent)
      .map(({ student, figure, grade: letter, isLow }) => ({ student, figure, grade: letter, isLow })),
  };
}

function failures(
  students: readonly StudentSummary[],
  titles: Found["titles"],
): (Entry & { subject: string })[] {
  return students.flatMap((student) =>
    student.failed.map(({ subjectId, percent }) => ({
      student,
      subject: titles.get(subjectId) ?? "",
      figure: `${percent}%`,
      isLow: true,
    })),
  );
}

function belowPassList({ subjectId }: MarkListParams, { now, titles }: Found): StudentList {
  const students = listStudentSummaries(now)
    .map((student) => ({
      ...student,
      failed: student.failed.filter((item) => subjectId === null || item.subjectId === subjectId),
    }))
    .filter(({ failed }) => failed.length > 0);
  const entries = failures(students, titles);
  return {
    kind: "subject mark",
    of: "marks",
    title: "Marks below the pass mark",
    answer:
      entries.length === 0
        ? "No mark is below the pass mark."
        : `${formatCountOf(entries.length, "mark")} of ${formatCountOf(students.length, "student")} ${entries.length === 1 ? "is" : "are"} below the pass mark.`,
    notes: "Listed by class.",
    entries,
  };
}

const byTitle = new Intl.Collator("en");

function failingList({ by }: MarkListParams, { now, titles }: Found): StudentList {
  const all = listStudentSummaries(now);
  const failing =
    by === null ? listFailingStudents(all) : all.filter(({ failed }) => failed.length >= MIN_FAILED_SUBJECTS);
  const answer = `${failing.length.toLocaleString("en")} of ${formatCountOf(all.length, "student")} ${failing.length === 1 ? "has a mark" : "have marks"} below the pass mark in three subjects or more.`;
  const list = {
    title: "Failing three subjects or more",
    notes: "An absence does not count as a failed subject.",
  };
  if (by === "subject")
    return {
      ...list,
      kind: "subject mark",
      of: "marks",
      answer,
      entries: failures(failing, titles).sort((one, other) => byTitle.compare(one.subject, other.subject)),
    };
  return {
    ...list,
    kind: "failing",
    of: "students",
    answer:
      by === null
        ? `${answer}${formatListOrder(failing, "The student with the most failed subjects comes first.")}`
        : answer,
    entries: failing.map((student) => ({
      student,
      figure: String(student.failed.length),
      subject: student.failed
        .map(({ subjectId, percent }) => `${titles.get(subjectId) ?? ""} ${percent}%`)
        .join(", "),
      isLow: true,
    })),
  };
}

function changeList(list: "falls" | "rises", { now, studentsBefore, beforeId }: Found): StudentList {
  const changes = compareAverages(listStudentSummaries(now), studentsBefore)[list];
  const than = beforeId === null ? "" : ` than in ${termTitle(beforeId)}`;
  const [title, average, change] =
    list === "falls" ? ["Averages that fell", "lower", "fall"] : ["Averages that rose", "higher", "rise"];
  return {
    kind: "change",
    of: "students",
    title,
    answer: `${formatCountOf(changes.length, "student")} ${changes.length === 1 ? "has" : "have"} a ${average} average${than}.${formatListOrder(changes, `The biggest ${change} comes first.`)}`,
    notes: "Only students with every mark in both terms are compared.",
    entries: changes.map(({ student, before: from, now: to }) => ({
      student,
      before: formatFigure(from),
      figure: formatFigure(to),
      change: formatChange(to, from),
      isLow: list === "falls",
    })),
  };
}
