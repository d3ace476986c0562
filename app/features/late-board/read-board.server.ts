import { hasPermission, canSignReports } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { countOpenCorrections } from "#db/queries/entry/entry-corrections.ts";
import { listEntryWindows } from "#db/queries/entry/entry-windows.ts";
import { recountStudents } from "#db/queries/people/student-counts.ts";
import { listWrongReportCounts } from "#db/queries/reports/counts.ts";
import { listLateClasses, type LateClassRow } from "#db/queries/reports/late-classes.ts";
import { listClassMarkCounts, listLateMarkSheets } from "#db/queries/reports/late-sheets.ts";
import { findRequestedTerm, type TermRow } from "#db/queries/lessons.ts";
import { findSchool } from "#db/queries/school.ts";
import { formatDate } from "#domain/dates.ts";
import { formatEntryWindows } from "#domain/entry/windows.ts";
import { toLateMarkSheet, toMarkSheetTeacher } from "#domain/late/sheet-of.ts";
import { joinTeacherNames } from "#domain/names.ts";
import { classReportsUrl, signAllReportsUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { termChoice } from "#domain/terms.ts";
import { log } from "#runtime/log.ts";
import { parseLateBoardParams } from "./board-address.rules.ts";
import { filterLateBoard } from "./board.rules.ts";
import type { LateBoard, LateClass } from "./board.ts";

/**
 * Loads the late work of a term in the whole school. Returns null for a term that has not begun or does not exist.
 */
export async function readLateBoard(visit: Visit, query: URLSearchParams): Promise<LateBoard | null> {
  const params = parseLateBoardParams(query);
  const { term, terms } = await findRequestedTerm(params.termId, noTransaction);
  if (!term) return null;
  const input = { academicTermId: term.academic_term_id, flavour: visit.school.flavour };
  const [sheetRows, classRows, marks, windows, openCorrections] = await Promise.all([
    params.view === "classes" ? [] : listLateMarkSheets(input),
    listLateClasses(input),
    listClassMarkCounts(input),
    listEntryWindows(input, noTransaction),
    countOpenCorrections(noTransaction),
  ]);
  const may = rightsOf(visit.person);
  const marksOf = new Map(marks.map(({ class_id, done, total }) => [class_id, { done, total }]));
  const board = filterLateBoard({
    params,
    term: termChoice(term),
    terms: terms.map(termChoice),
    entry: formatEntryWindows(windows, visit.school.timeZone),
    sheets: sheetRows.map((row) => toLateMarkSheet(row, term, may)),
    classes: classRows.map((row) => ({
      ...classOf(row, term, may),
      marks: marksOf.get(row.class_id) ?? { done: 0, total: 0 },
      formTeachers: row.teachers.map(toMarkSheetTeacher),
    })),
  });
  return { ...board, openCorrections };
}

/** Decides which links the board has, because some people who see the board cannot open mark sheets or sign reports. */
type Rights = { opensSheets: boolean; signs: boolean };

function rightsOf(person: Person): Rights {
  return { opensSheets: hasPermission(person, "marks.enter"), signs: canSignReports(person) };
}

/** Returns a class without its marks, which come from another query. */
function classOf(
  row: LateClassRow,
  { academic_term_id }: TermRow,
  { signs }: Rights,
): Omit<LateClass, "marks"> {
  const key = { classId: row.class_id, academicTermId: academic_term_id };
  const { total, complete, signed } = row.reports;
  return {
    classId: row.class_id,
    label: row.class_label,
    teachers: joinTeacherNames(row.teachers),
    complete: { done: complete, total },
    signed: { done: signed, total },
    postedOn: row.posted_on === null ? null : formatDate(row.posted_on),
    reportsUrl: classReportsUrl(key),
    signUrl: signs ? signAllReportsUrl(key) : null,
  };
}

/**
 * Recounts marks, reports and students, and corrects stored counts that differ. A difference means that some change was not
 * counted, so it is logged. The job `counts.check` runs this function.
 */
export async function correctStoredReportCounts(): Promise<void> {
  const school = await findSchool(noTransaction);
  if ((await recountStudents()).wereWrong) log().error("stored totals of students were wrong");
  const wrong = school ? await listWrongReportCounts(school.flavour) : [];
  if (wrong.length === 0) return;
  log().error({ classes: wrong.length, first: wrong[0] }, "stored counts were wrong");
}
