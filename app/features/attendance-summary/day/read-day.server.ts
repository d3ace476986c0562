import { noTransaction } from "#db/index.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { listClassesOfDay, type ClassOfDayRow } from "#db/queries/attendance/summary.ts";
import { shortDay } from "#domain/daily/day-words.ts";
import { toMonth } from "#domain/dates.ts";
import { joinNames } from "#domain/names.ts";
import { attendanceRegisterUrl } from "#domain/documents/kind.ts";
import { choiceOf, describeClosure, dayShown } from "./day.rules.ts";
import { barsOf } from "../drawings.server.ts";
import { figuresByLevel, summed } from "./figures.rules.ts";
import type { DaySummary, UnmarkedClass } from "../summary.ts";

type Calendar = Awaited<ReturnType<typeof loadSchoolCalendar>>;

/** Returns the day to show, by the school's calendar. */
export async function readDay(input: string | null): Promise<{ day: string; calendar: Calendar }> {
  const calendar = await loadSchoolCalendar(noTransaction);
  return { day: dayShown(input, { calendar, today: calendar.today }), calendar };
}

/** Loads the figures of a day for all classes of its term. */
export async function readFigures(day: string, calendar: Calendar): Promise<DaySummary> {
  const classes = await classesWithStudents(day);
  const levels = figuresByLevel(classes.map(figuredOf));
  return {
    choice: choiceOf(day, { calendar, today: calendar.today }),
    closed: describeClosure(day, calendar),
    school: summed(levels),
    levels,
    classes: classes.length,
    unmarked: classes.filter(({ sessions }) => sessions.length === 0).map(unmarkedOf),
    months: classes.map(({ class_id, label }) => ({
      label,
      url: attendanceRegisterUrl(class_id, toMonth(day)),
    })),
    bars: await barsOf(levels),
  };
}

/** Loads the classes of a day for an API call, which need not name a day. */
export async function readClasses(input: string | null): Promise<{ day: string; classes: ClassOfDayRow[] }> {
  const { day } = await readDay(input);
  return { day, classes: await classesWithStudents(day) };
}

async function classesWithStudents(day: string): Promise<ClassOfDayRow[]> {
  const classes = await listClassesOfDay({ day, all: true, employeeId: null }, noTransaction);
  return classes.filter(({ roll, sessions }) => roll > 0 || sessions.length > 0);
}

function figuredOf({ form_level: level, group_title: title, roll: students, sessions }: ClassOfDayRow) {
  return { level, title, students, sessions };
}

export function unmarkedOf({ class_id, label, teachers, roll, last_register }: ClassOfDayRow): UnmarkedClass {
  return {
    classId: class_id,
    label,
    teachers: joinNames(teachers),
    students: roll,
    lastRegister: last_register === null ? null : shortDay(last_register),
  };
}
