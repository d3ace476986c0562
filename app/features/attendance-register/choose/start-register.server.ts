import { noTransaction } from "#db/index.ts";
import { listRegistersOfDay, type DayRegister } from "#db/queries/attendance/registers.ts";
import { loadSchoolCalendar, type SchoolCalendarRow } from "#db/queries/attendance/school-calendar.ts";
import { sessionName } from "#domain/daily/attendance-states.ts";
import { latestSchoolDay, nextSchoolDay } from "#domain/daily/school-days.ts";
import { addDays } from "#domain/dates.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { joinTeacherNames } from "#domain/names.ts";
import { parseId, registerUrl } from "#domain/paths.ts";
import { parseExistingDay } from "#domain/text/read-day.ts";
import type { Person } from "#domain/person.ts";
import { listClassesForRegister } from "./classes-to-mark.server.ts";
import type { ClassForRegister, RegisterChoice } from "./register-choice.ts";

/**
 * The result of opening Daily Register: a choice of classes or, for a person with only one class, the URL to redirect
 * to.
 */
export type RegisterChoiceOrRedirect = { go: string } | { go: null; choice: RegisterChoice };

/** Finds the class and day in the query. The default day is the last school day of the term so far, usually today. */
export async function findRegisterToStart(
  person: Person,
  query: URLSearchParams,
): Promise<RegisterChoiceOrRedirect> {
  const calendar = await loadSchoolCalendar(noTransaction);
  const day = parseExistingDay(query.get("date") ?? "") ?? dayToStart(calendar);
  const [{ classes, level }, registers] = await Promise.all([
    listClassesForRegister(person, parseId(query.get("level"))),
    listRegistersOfDay(day, noTransaction),
  ]);
  const [only] = classes;
  // When the page shows a single level, the only class of that level may not be the person's only class.
  const isOne = classes.length === 1 && level.shown === null && query.get("classes") === null;
  const classId = parseId(query.get("class")) ?? (isOne ? only?.class_id : null);
  const byClass = groupBy(registers, (register) => register.class_id);
  const markedOf = (of: number) => byClass.get(of) ?? [];
  const session = parseId(query.get("session"));
  const urlOf = (of: number) =>
    registerUrl({ classId: of, day, session: session ?? firstUnmarked(markedOf(of), calendar) });
  if (classId) return { go: urlOf(classId) };
  const links = classes.map(({ class_id, label, group_title, teachers }): ClassForRegister => ({
    label,
    group: group_title,
    url: urlOf(class_id),
    teachers: joinTeacherNames(teachers),
    ...markedWords(markedOf(class_id), calendar),
  }));
  return { go: null, choice: { day, isToday: day === calendar.today, session, level, classes: links } };
}

/** Before the term begins, the default is its first school day, although nobody can mark that register yet. */
function dayToStart(calendar: SchoolCalendarRow): string {
  const { today, day_of_term: day } = calendar;
  if (day > today) return nextSchoolDay(addDays(day, -1), calendar) ?? day;
  return latestSchoolDay({ calendar, today: day });
}

/** When all sessions are marked, returns the first one, so that it can be corrected. */
function firstUnmarked(marked: readonly DayRegister[], { sessions_per_day }: SchoolCalendarRow): number {
  const sessions = Array.from({ length: sessions_per_day }, (_, index) => index + 1);
  return sessions.find((session) => !marked.some((item) => item.session === session)) ?? 1;
}

function markedWords(marked: readonly DayRegister[], { sessions_per_day: perDay }: SchoolCalendarRow) {
  const words = marked.map(
    ({ session, present, absent }) => `${sessionName(session, perDay)} ${present} present, ${absent} absent`,
  );
  return { words: words.join(" · ") || "Not marked yet", isMarked: marked.length > 0 };
}
