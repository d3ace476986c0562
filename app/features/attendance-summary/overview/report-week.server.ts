import { hasAccess } from "#access/permissions.ts";
import { readingScope } from "#access/visible.server.ts";
import type { Visit } from "#access/session.server.ts";
import { listLateClasses, type LateClassRow } from "#db/queries/reports/late-classes.ts";
import type { LateSheetRow } from "#db/queries/reports/late-sheets.ts";
import { formatShortDay } from "#domain/daily/day-words.ts";
import { nextSchoolDay, listSchoolDays, type CalendarTermSpan } from "#domain/daily/school-days.ts";
import { formatLongDate } from "#domain/dates.ts";
import {
  countMissingEntries,
  groupBy,
  groupSheetsByLesson,
  groupSheetsBySubject,
  sumProgress,
} from "#domain/late/sheet-lines.ts";
import { toLateMarkSheet } from "#domain/late/sheet-of.ts";
import type { LateMarkSheet, LateMarkSheetLine } from "#domain/late/sheets.ts";
import { classReportsUrl } from "#domain/paths.ts";
import { listScopeClassIds, type OverviewScope } from "./scope.server.ts";

const MOST_TEACHERS = 6;

/** Loads the progress of marks, reports, signatures and posting in the term, for each level or class. */
export async function loadReportWeek(
  { person, school }: Pick<Visit, "person" | "school">,
  scope: OverviewScope,
  { term, sheetsOfDay }: { term: CalendarTermSpan; sheetsOfDay: Promise<LateSheetRow[]> },
) {
  const { calendar, classes, level, levels } = scope;
  const { academic_term_id: academicTermId } = term;
  if (academicTermId > (calendar.current_term_id ?? 0)) return null;
  const input = { academicTermId, flavour: school.flavour };
  const [sheetRows, classRows] = await Promise.all([
    sheetsOfDay,
    listLateClasses(input, { ...readingScope(person), level }),
  ]);
  const own = new Set(listScopeClassIds(scope));
  // The assessment type decides only the titles of the mark sheets. Titles are not shown here, so either type will do.
  const ofTerm = { academic_term_id: academicTermId, assessment_type: "Mid Term" } as const;
  const sheets = sheetRows
    .filter(({ class_id }) => own.has(class_id))
    .map((row) => toLateMarkSheet(row, ofTerm, { opensSheets: false }));
  const late = classRows.filter(({ class_id }) => own.has(class_id));
  const lines = groupSheetsBySubject(sheets);
  const linesOfClass = groupBy(lines, ({ classId }) => classId);
  const opensBoard = hasAccess("late-board", person);
  const isByLevel = level === null && levels.length > 1;
  const parts = isByLevel
    ? levels.map(({ level: key, title }) => ({
        key,
        title,
        url: null,
        classIds: classes.filter(({ form_level }) => form_level === key).map(({ class_id }) => class_id),
      }))
    : classes.map(({ class_id: key, label: title }) => ({
        key,
        title,
        url: classReportsUrl({ classId: key, academicTermId }),
        classIds: [key],
      }));
  const missing = teachersMissing(sheets);
  return {
    about: aboutWords(scope, term),
    ends: endWords(scope, term),
    isByLevel,
    termId: academicTermId === calendar.current_term_id ? null : academicTermId,
    opensBoard,
    rows: parts.map(({ classIds, ...part }) => ({
      ...part,
      ...progressOf({
        lines: classIds.flatMap((id) => linesOfClass.get(id) ?? []),
        late: late.filter(({ class_id }) => classIds.includes(class_id)),
      }),
    })),
    all: progressOf({ lines, late }),
    teachers: missing.slice(0, MOST_TEACHERS),
    teacherCount: missing.length,
    opensPosting: hasAccess("settings.manage", person),
  };
}

function progressOf({ lines, late }: { lines: readonly LateMarkSheetLine[]; late: readonly LateClassRow[] }) {
  const reports = (done: (row: LateClassRow) => number) =>
    sumProgress(late.map((row) => ({ done: done(row), total: row.reports.total })));
  return {
    marks: sumProgress(lines.map(({ marks }) => marks)),
    complete: reports((row) => row.reports.complete),
    signed: reports((row) => row.reports.signed),
    posted: { done: late.filter(({ posted_on }) => posted_on !== null).length, total: late.length },
  };
}

/** Lists the teachers with overdue marks, starting with the teacher who has the most. */
function teachersMissing(sheets: readonly LateMarkSheet[]) {
  const ofTeacher = groupBy(sheets, ({ teacher }) => teacher.id);
  return [...ofTeacher.values()]
    .flatMap((own) => {
      const [first] = own;
      const lines = groupSheetsByLesson(own).filter(({ marks }) => countMissingEntries(marks) > 0);
      if (!first || lines.length === 0) return [];
      const count = lines.reduce((sum, { marks }) => sum + countMissingEntries(marks), 0);
      const lessons = lines.map(({ subject, classLabel }) => `${subject}, ${classLabel}`);
      const words = lessons.length > 2 ? `${lessons[0]} and ${lessons.length - 1} more` : lessons.join("; ");
      return [{ id: first.teacher.id, name: first.teacher.name, words, count }];
    })
    .sort((one, other) => other.count - one.count || byName.compare(one.name, other.name));
}

const byName = new Intl.Collator("en");

function aboutWords({ calendar }: OverviewScope, { term_end: end }: CalendarTermSpan): string {
  return end < calendar.today
    ? `The term ended on ${formatLongDate(end)}`
    : `Still to do before ${formatLongDate(end)}`;
}

function endWords({ calendar }: OverviewScope, { term_end: end }: CalendarTermSpan): string {
  const next = nextSchoolDay(calendar.today, calendar);
  if (end < calendar.today || next === null || next > end) return "";
  const left = listSchoolDays({ from: next, to: end }, calendar).length;
  return `the term ends ${formatShortDay(end)}, in ${left} school ${left === 1 ? "day" : "days"}`;
}
