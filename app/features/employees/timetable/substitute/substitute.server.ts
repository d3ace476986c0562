import { z } from "zod";
import { formSucceeded, rejected, stale } from "#access/forms/answer-form.server.ts";
import { calendarDayFieldSchema, rowIdSchema } from "#access/forms/form-values.schema.server.ts";
import { logOwnTeachingChange } from "#access/own-teaching.server.ts";
import { noTransaction } from "#db/index.ts";
import { listCurrentEmployees } from "#db/queries/employees.ts";
import { lockColleagues } from "#db/queries/people/leaving.ts";
import { listTimetableLessons } from "#db/queries/timetable/lesson-rows.ts";
import * as substitutes from "#db/queries/timetable/substitutes.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { formatDate } from "#domain/dates.ts";
import { formatRegisterName, formatShortName } from "#domain/names.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import { substituteUrl } from "../params.rules.ts";
import { getCurrentYear, formatLessonTitles, lockCurrentEmployee } from "../timetable-of.server.ts";
import { findSubstituteDatesError } from "../timetable.rules.ts";

export type SubstitutesView = Awaited<ReturnType<typeof loadSubstitutes>>;

/**
 * Loads the lessons and colleagues to choose from, and the current and future substitutions.
 * @throws notFound for a former employee
 */
export async function loadSubstitutes(employeeId: number) {
  const { academic_year_id: academicYearId, today } = await getCurrentYear(noTransaction);
  const [employees, lessons] = await Promise.all([
    listCurrentEmployees({ only: null }, noTransaction),
    listTimetableLessons({ employeeId, academicYearId }, noTransaction),
  ]);
  const teacher = employees.find(({ employee_id }) => employee_id === employeeId);
  if (!teacher) throw itemNotFound("employee’s record", "employee");
  const titled = lessons.map((lesson) => ({ ...lesson, title: `${lesson.subject}, ${lesson.class_label}` }));
  return {
    teacher: formatShortName(teacher),
    today: formatDate(today),
    lessons: titled.map(({ lesson_id: id, title }) => ({ id, title })),
    colleagues: employees
      .filter((employee) => employee !== teacher)
      .map((employee) => ({ value: String(employee.employee_id), label: formatRegisterName(employee) })),
    given: titled.flatMap(({ title, substitutes: given }) =>
      given.map((item) => ({
        id: item.substitute_id,
        title,
        words: `${formatShortName(item)}, ${formatDate(item.from)} to ${formatDate(item.to)}`,
      })),
    ),
  };
}

/** The prefix of a lesson's checkbox, as in `lesson-12`. */
const LESSON_BOX = "lesson-";

export type SubstituteInput = {
  [box: `${typeof LESSON_BOX}${number}`]: boolean;
  lessons?: never;
  substitute: string;
  from: string;
  to: string;
  substitution: string;
};

export const SubstituteFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("take-back"), substitution: rowIdSchema }),
  z
    .looseObject({
      intent: z.literal("give").optional(),
      // An invalid id becomes 0, which no employee has.
      substitute: z.string("Choose a colleague.").transform((id) => parseId(id) ?? 0),
      from: calendarDayFieldSchema(),
      to: calendarDayFieldSchema(),
    })
    .transform(({ substitute, from, to, ...boxes }) => ({
      intent: "give" as const,
      lessonIds: lessonIdsIn(Object.keys(boxes)),
      substituteId: substitute,
      from,
      to,
    })),
]);

function lessonIdsIn(names: readonly string[]): number[] {
  return names.flatMap((name) =>
    name.startsWith(LESSON_BOX) ? (parseId(name.slice(LESSON_BOX.length)) ?? []) : [],
  );
}

type OfTimetable = { employeeId: number; url: string };

/** Assigns lessons to a substitute, or ends a substitution. @throws notFound */
export function changeSubstitutes(
  person: Person,
  { input, ...timetable }: OfTimetable & { input: z.output<typeof SubstituteFormSchema> },
) {
  return input.intent === "give"
    ? assignSubstitute(person, { ...timetable, ...input })
    : endSubstitution(person, { ...timetable, ...input });
}

type Giving = OfTimetable & { lessonIds: readonly number[]; substituteId: number; from: string; to: string };

/**
 * Assigns lessons of an employee to a colleague for a range of dates. If one lesson is refused, none is assigned.
 * @throws notFound
 */
export function assignSubstitute(person: Person, input: Giving) {
  const { employeeId, lessonIds, substituteId, url } = input;
  return termTransaction(person, async (t) => {
    const year = await getCurrentYear(t);
    await lockColleagues([employeeId, substituteId], t);
    await lockCurrentEmployee(employeeId, t);
    if (lessonIds.length === 0) return rejected({ lessons: "Choose at least one lesson." });
    if (substituteId === employeeId)
      return rejected({ substitute: "These are this teacher’s own lessons. Choose a colleague." });
    const [colleague] = await listCurrentEmployees({ only: substituteId }, t);
    if (!colleague) return rejected({ substitute: "Choose a colleague." });
    const fault = findSubstituteDatesError(input, year);
    if (fault) return rejected({ [fault.field]: fault.fault });
    const own = { employeeId, academicYearId: year.academic_year_id, lessonIds };
    const locked = await substitutes.lockLessonsOf(own, t);
    if (locked.length < new Set(lessonIds).size)
      return stale({
        lessons: "One of these lessons has been deleted. Check the list, then try again.",
      });
    const taken = await substitutes.findLessonWithSubstitute(input, t);
    if (taken) return rejected({ lessons: takenWords(taken) });
    await substitutes.createSubstitutes({ ...input, lessonIds: [...new Set(lessonIds)] }, t);
    const what = async () => `substitute in ${await formatLessonTitles({ employeeId, lessonIds }, t)}`;
    await logOwnTeachingChange(person, { employeeId: substituteId, what }, t);
    return formSucceeded(url, "Lessons given to the substitute.");
  });
}

/**
 * Ends a substitution today, and gives the lesson back to its own teacher.
 * @throws notFound
 */
export function endSubstitution(
  person: Person,
  { employeeId, substitution: substituteId, url }: OfTimetable & { substitution: number },
) {
  return termTransaction(person, async (t) => {
    await lockCurrentEmployee(employeeId, t);
    const ended = await substitutes.endSubstitute({ employeeId, substituteId }, t);
    if (!ended) throw notFound("This substitution has already ended. Reload the page.");
    return formSucceeded(substituteUrl(url), "Substitution ended.");
  });
}

function takenWords(taken: substitutes.SubstitutedLesson): string {
  const days = `${formatDate(taken.from_date)} to ${formatDate(taken.to_date)}`;
  return `${formatShortName(taken)} already has ${taken.subject}, ${taken.class_label} from ${days}. Choose other lessons or other days.`;
}
