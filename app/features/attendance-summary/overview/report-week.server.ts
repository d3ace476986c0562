import { hasAccess } from "#access/permissions.ts";
import { getReadingScope } from "#access/visible.server.ts";
import type { Visit } from "#access/session.server.ts";
import { listLateClasses, type LateClassRow } from "#db/queries/reports/late-classes.ts";
import { formatShortDay } from "#domain/daily/day-words.ts";
import { nextSchoolDay, listSchoolDays, type CalendarTermSpan } from "#domain/daily/school-days.ts";
import { formatLongDate } from "#domain/dates.ts";
import { groupBy, sumProgress } from "#domain/late/sheet-lines.ts";
import type { MarkSheetProgress } from "#domain/late/sheets.ts";
import { classReportsUrl } from "#domain/paths.ts";
import type { ClassMarkSheets } from "./results/find-results.server.ts";
import { listScopeClassIds, type OverviewScope } from "./scope.server.ts";

const MOST_TEACHERS = 6;

/** Loads the progress of marks, reports, signatures and posting in the term, for each level or class. */
export async function loadReportWeek(
  { person, school }: Pick<Visit, "person" | "school">,
  scope: OverviewScope,
  { term, sheetsOfDay }: { term: CalendarTermSpan; sheetsOfDay: Promise<ClassMarkSheets[]> },
) {
  const { calendar, classes, level, levels } = scope;
  const { academic_term_id: academicTermId } = term;
  if (academicTermId > (calendar.current_term_id ?? 0)) return null;
  const input = { academicTermId, flavour: school.flavour };
  const [classSheets, classRows] = await Promise.all([
    sheetsOfDay,
    listLateClasses(input, { ...getReadingScope(person), level }, { withTeachers: false }),
  ]);
  const own = new Set(listScopeClassIds(scope));
  const sheets = classSheets.filter(({ classId }) => own.has(classId));
  const dueIn = new Map(sheets.map(({ classId, due }) => [classId, due]));
  const late = classRows.filter(({ class_id }) => own.has(class_id));
  const lateIn = new Map(late.map((row) => [row.class_id, row]));
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
        due: classIds.flatMap((id) => dueIn.get(id) ?? []),
        late: classIds.flatMap((id) => lateIn.get(id) ?? []),
      }),
    })),
    all: progressOf({ due: [...dueIn.values()], late }),
    teachers: missing.slice(0, MOST_TEACHERS),
    teacherCount: missing.length,
    opensPosting: hasAccess("settings.manage", person),
  };
}

function progressOf({ due, late }: { due: readonly MarkSheetProgress[]; late: readonly LateClassRow[] }) {
  const reports = (done: (row: LateClassRow) => number) =>
    sumProgress(late.map((row) => ({ done: done(row), total: row.reports.total })));
  return {
    marks: sumProgress(due),
    complete: reports((row) => row.reports.complete),
    signed: reports((row) => row.reports.signed),
    posted: { done: late.filter(({ posted_on }) => posted_on !== null).length, total: late.length },
  };
}

/** Lists the teachers with overdue marks, starting with the teacher who has the most. */
function teachersMissing(sheets: readonly ClassMarkSheets[]) {
  const overdue = sheets.flatMap((ofClass) => ofClass.overdue);
  return [...groupBy(overdue, ({ teacherId }) => teacherId)]
    .map(([id, own]) => {
      const lessons = own.map(({ lesson }) => lesson);
      const words = lessons.length > 2 ? `${lessons[0]} and ${lessons.length - 1} more` : lessons.join("; ");
      return {
        id,
        name: own[0]?.name ?? "",
        words,
        count: own.reduce((sum, { count }) => sum + count, 0),
      };
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
