import { hasPermission } from "#access/permissions.ts";
import { getReadingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listNamesOfStudents } from "#db/queries/people/students/heading.ts";
import { listPrintableStudents } from "#db/queries/reports/counts.ts";
import { listLateClasses, type LateClassRow } from "#db/queries/reports/late-classes.ts";
import { rowsOfPage } from "#domain/list/paging.ts";
import { formatRegisterName, joinTeacherNames } from "#domain/names.ts";
import { classReportsUrl, markSheetUrl, reportUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { termTitle, testTitle } from "#domain/terms.ts";
import { formatClassCount, formatCountOf } from "#domain/text/noun.ts";
import { notFound } from "#runtime/errors.ts";
import type { MarkListName, MarkListParams } from "../overview-address.rules.ts";
import { countRowsByLevel, describeScope, listScopeClassIds, type OverviewScope } from "../scope.server.ts";
import {
  countMarkSheetEntries,
  countMissingMarkSheetEntries,
  listTeachersWithMissingMarks,
  loadMarkSheets,
  type PersonAndSchool,
  type TermSummary,
} from "./find-results.server.ts";
import { EMPTY_MARK_LIST_ROW, formatListOrder, type MarkListRow } from "./results-view.rules.ts";

/** The lists behind the progress of a term. */
const MISSING_WORK: readonly MarkListName[] = ["marks-due", "not-complete", "not-signed", "not-posted"];

export function isMissingWork(list: MarkListName): boolean {
  return MISSING_WORK.includes(list);
}

export type PageNumberAndSize = { page: number; pageSize: number };
type Narrowed = { params: MarkListParams; scope: OverviewScope };

/** Lists the missing work of the day's term. @throws notFound outside the terms that have begun */
export async function listMissingWork(
  { person, school: { flavour } }: PersonAndSchool,
  { params, scope }: Narrowed,
  paged: PageNumberAndSize,
) {
  const { term, calendar, classes } = scope;
  const academicTermId = term?.academic_term_id ?? 0;
  if (!term || classes.length === 0 || academicTermId > (calendar.current_term_id ?? 0))
    throw notFound("You cannot open these reports. Choose other reports.");
  const counted = { academicTermId, flavour };
  const words = params.classId === null ? describeScope(scope) : (classes[0]?.label ?? "");
  const named = {
    params: { ...params, term: null, test: null },
    scope,
    test: "Report week",
    term: academicTermId,
    words,
  };
  const about = `${termTitle(academicTermId)}, ${words}`;
  // The links to the other levels show how many rows each level has.
  const level = params.classId === null ? null : scope.level;
  const own = new Set(listScopeClassIds(scope));
  if (params.list !== "marks-due") {
    const late = await listLateClasses(counted, { ...getReadingScope(person), level });
    const levels = countRowsByLevel(
      scope,
      late.map((row) => [row.class_id, countOpen(params.list, row)] as const),
    );
    const inScope = late.filter(({ class_id }) => own.has(class_id));
    const list =
      params.list === "not-posted"
        ? listClassesNotPosted(inScope, academicTermId, paged)
        : await listReports(counted, { params, scope }, paged);
    return { ...named, about, levels, ...list };
  }
  const sheets = await loadMarkSheets({ person, school: { flavour } }, { academicTermId, level });
  const allDue = sheets.filter(({ is_due }) => is_due);
  const due = allDue.filter(({ class_id }) => own.has(class_id));
  const levels = countRowsByLevel(
    scope,
    allDue.map((sheet) => [sheet.class_id, countMissingMarkSheetEntries(sheet) > 0 ? 1 : 0] as const),
  );
  const type = calendar.terms.find((item) => item.academic_term_id === academicTermId)?.assessment_type;
  const ofTerm = { sheets: due, term, type: type ?? "Mid Term" };
  return { ...named, about, levels, ...listMissingMarkSheets(person, ofTerm, paged), title: "Marks due" };
}

/**
 * Counts the rows of one class in a list: its unfinished or unsigned reports or, in the list of classes that are not
 * posted, the class itself.
 */
function countOpen(list: MarkListName, { reports, posted_on }: LateClassRow): number {
  if (list === "not-posted") return posted_on === null ? 1 : 0;
  return reports.total - (list === "not-signed" ? reports.signed : reports.complete);
}

async function listReports(
  { academicTermId, flavour }: { academicTermId: number } & PersonAndSchool["school"],
  { params, scope: { classes } }: Narrowed,
  paged: PageNumberAndSize,
) {
  const classIds = listScopeClassIds({ classes });
  const reports = await listPrintableStudents({ academicTermId, flavour, classIds }, noTransaction);
  const isSigning = params.list === "not-signed";
  const open = reports.filter(({ is_signed, is_complete }) => !(isSigning ? is_signed : is_complete));
  const found = new Map(open.map((row) => [row.student_key, row]));
  const people = await listNamesOfStudents({ studentKeys: [...found.keys()] }, noTransaction);
  const inClass = groupBy(people, ({ student_key }) => found.get(student_key)?.class_id);
  const rows = classes.flatMap(({ class_id: classId, label }) =>
    (inClass.get(classId) ?? []).map((student): MarkListRow => ({
      ...EMPTY_MARK_LIST_ROW,
      key: String(student.student_key),
      name: formatRegisterName(student),
      label,
      url: reportUrl({ classId, academicTermId, studentKey: student.student_key }),
      subject: found.get(student.student_key)?.is_complete ? "Complete, not signed" : "Not complete",
    })),
  );
  const [are, done] = [rows.length === 1 ? "is" : "are", isSigning ? "signed" : "complete"];
  const of = `${formatCountOf(rows.length, "report")} of ${reports.length.toLocaleString("en")}`;
  return {
    kind: "report" as const,
    of: "reports",
    title: `Reports not ${done}`,
    answer: rows.length === 0 ? `Every report is ${done}.` : `${of} ${are} not ${done} yet.`,
    notes: isSigning
      ? ""
      : "A report is complete once it has every mark, every rating and the form teacher’s comment.",
    ...rowsOfPage(rows, paged),
  };
}

function listClassesNotPosted(
  classes: readonly LateClassRow[],
  academicTermId: number,
  paged: PageNumberAndSize,
) {
  const open = classes.filter(({ posted_on }) => posted_on === null);
  const rows = open.map((row): MarkListRow => ({
    ...EMPTY_MARK_LIST_ROW,
    key: String(row.class_id),
    name: joinTeacherNames(row.teachers) || "No form teacher yet",
    label: row.class_label,
    url: classReportsUrl({ classId: row.class_id, academicTermId }),
    subject: `${row.reports.signed} of ${formatCountOf(row.reports.total, "report")} signed`,
  }));
  return {
    kind: "report" as const,
    of: "classes",
    title: "Classes with unposted reports",
    answer:
      open.length === 0
        ? "The reports of every class are posted."
        : `The reports of ${open.length} of ${formatClassCount(classes.length)} are not posted yet.`,
    notes: "",
    ...rowsOfPage(rows, paged),
  };
}

/** Lists the mark sheets on which marks are missing, by teacher. */
export function listMissingMarkSheets(
  person: Person,
  { sheets, term, type }: Pick<TermSummary, "sheets" | "type"> & { term: { academic_term_id: number } },
  paged: PageNumberAndSize,
) {
  const teachers = listTeachersWithMissingMarks(sheets);
  const { missing, total } = countMarkSheetEntries(sheets);
  const opens = hasPermission(person, "marks.enter");
  const open = teachers.flatMap(({ name, sheets: own }) => own.map((sheet) => ({ name, sheet })));
  const rows = open.map(({ name, sheet }): MarkListRow => {
    const key = {
      lessonId: sheet.lesson_id,
      academicTermId: term.academic_term_id,
      testId: sheet.test_id,
      fortnightlyTestId: sheet.fortnightly_test_id,
    };
    return {
      ...EMPTY_MARK_LIST_ROW,
      key: `${sheet.lesson_id} ${sheet.test_id} ${sheet.fortnightly_test_id}`,
      name,
      label: sheet.class_label,
      url: opens ? markSheetUrl(key) : null,
      subject: `${sheet.subject}, ${testTitle(sheet.test_id, type, sheet.title)}`,
      figure: `${countMissingMarkSheetEntries(sheet)} of ${sheet.expected}`,
    };
  });
  const were = missing === 1 ? "is missing" : "are missing";
  return {
    kind: "missing" as const,
    of: "mark sheets",
    title: "Marks missing",
    answer:
      missing === 0
        ? `No marks are missing. Teachers have entered ${formatCountOf(total, "mark")}.`
        : `${missing.toLocaleString("en")} of ${formatCountOf(total, "mark")} ${were}, from ${formatCountOf(teachers.length, "teacher")}.${formatListOrder(teachers, "The teacher with the most missing marks comes first.")}`,
    notes: "If teachers share a mark sheet, the list shows it under each of them, but counts it once.",
    ...rowsOfPage(rows, paged),
  };
}
