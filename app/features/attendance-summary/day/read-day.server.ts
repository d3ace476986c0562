import { noTransaction } from "#db/index.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { listClassAttendanceOfDay, type ClassAttendanceOfDayRow } from "#db/queries/attendance/summary.ts";
import { formatShortDay } from "#domain/daily/day-words.ts";
import { chooseShownLevel, countLevels } from "#domain/list/levels.ts";
import { toMonth } from "#domain/dates.ts";
import { joinTeacherNames } from "#domain/names.ts";
import { attendanceRegisterUrl } from "#domain/documents/kind.ts";
import { cachedBarChart } from "../drawings.server.ts";
import {
  attendanceFiguresByLevel,
  chooseShownDay,
  describeClosure,
  sumAttendanceFigures,
  toSchoolDayChoice,
} from "./figures.rules.ts";
import type { DaySummary, UnmarkedClass } from "../summary.ts";

type Calendar = Awaited<ReturnType<typeof loadSchoolCalendar>>;

export async function readDayAndCalendar(
  requestedDay: string | null,
): Promise<{ day: string; calendar: Calendar }> {
  const calendar = await loadSchoolCalendar(noTransaction);
  return { day: chooseShownDay(requestedDay, { calendar, today: calendar.today }), calendar };
}

/**
 * Loads the figures of a day. In a school with too many classes for a list, only the classes of one level are listed.
 */
export async function readDaySummary(
  day: string,
  calendar: Calendar,
  requestedLevel: number | null = null,
): Promise<DaySummary> {
  const classes = await classesWithStudents(day);
  const levels = attendanceFiguresByLevel(classes.map(figuredOf));
  const { shown } = chooseShownLevel(countLevels(classes), requestedLevel);
  const listed = classes.filter(({ form_level }) => shown === null || form_level === shown);
  const isUnmarked = ({ sessions }: ClassAttendanceOfDayRow) => sessions.length === 0;
  return {
    choice: toSchoolDayChoice(day, { calendar, today: calendar.today }),
    closed: describeClosure(day, calendar),
    school: sumAttendanceFigures(levels),
    levels,
    classes: classes.length,
    listedLevel: levels.find(({ level }) => level === shown)?.title ?? null,
    unmarkedClasses: classes.filter(isUnmarked).length,
    unmarked: listed.filter(isUnmarked).map(toUnmarkedClass),
    months: listed.map(({ class_id, label }) => ({
      label,
      url: attendanceRegisterUrl(class_id, toMonth(day)),
    })),
    bars: await cachedBarChart(levels),
  };
}

/** Loads the classes of a day for an API call. A call without a day gets the default day. */
export async function readClassesOfDay(
  requestedDay: string | null,
): Promise<{ day: string; classes: ClassAttendanceOfDayRow[] }> {
  const { day } = await readDayAndCalendar(requestedDay);
  return { day, classes: await classesWithStudents(day) };
}

async function classesWithStudents(day: string): Promise<ClassAttendanceOfDayRow[]> {
  const classes = await listClassAttendanceOfDay({ day, all: true, employeeId: null }, noTransaction);
  return classes.filter(({ roll, sessions }) => roll > 0 || sessions.length > 0);
}

function figuredOf({
  form_level: level,
  group_title: title,
  roll: students,
  sessions,
}: ClassAttendanceOfDayRow) {
  return { level, title, students, sessions };
}

export function toUnmarkedClass({
  class_id,
  label,
  teachers,
  roll,
  last_register,
}: ClassAttendanceOfDayRow): UnmarkedClass {
  return {
    classId: class_id,
    label,
    teachers: joinTeacherNames(teachers),
    students: roll,
    lastRegister: last_register === null ? null : formatShortDay(last_register),
  };
}
