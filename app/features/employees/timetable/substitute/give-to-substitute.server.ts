import { noteOwnTeaching } from "#access/own-teaching.server.ts";
import { currentEmployees } from "#db/queries/employees.ts";
import { lockColleagues } from "#db/queries/people/leaving.ts";
import * as substitutes from "#db/queries/timetable/substitutes.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { formatDate } from "#domain/dates.ts";
import { shortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { lessonTitles } from "../lesson-titles.server.ts";
import { refused, type Stored } from "../stored.ts";
import { currentYear, requireEmployee } from "../timetable-of.server.ts";
import { faultOfDays } from "../timetable.rules.ts";

type Asked = {
  employeeId: number;
  lessonIds: readonly number[];
  substituteId: number;
  from: string;
  to: string;
};

/** Gives lessons of an employee to a colleague from a day to a day; all of them or none. @throws notFound */
export function giveToSubstitute(person: Person, asked: Asked): Promise<Stored> {
  const { employeeId, lessonIds, substituteId } = asked;
  return termTransaction(person, async (t) => {
    const year = await currentYear(t);
    await lockColleagues([employeeId, substituteId], t);
    await requireEmployee(employeeId, t);
    if (lessonIds.length === 0) return refused(422, "lessons", "Choose the lessons.");
    if (substituteId === employeeId) return refused(422, "substitute", "This is whose lessons they are.");
    const [colleague] = await currentEmployees({ only: substituteId }, t);
    if (!colleague) return refused(422, "substitute", "Choose a colleague.");
    const fault = faultOfDays(asked, year);
    if (fault) return refused(422, fault.field, fault.fault);
    const own = { employeeId, academicYearId: year.academic_year_id, lessonIds };
    const locked = await substitutes.lockLessonsOf(own, t);
    if (locked.length < new Set(lessonIds).size)
      return refused(409, "lessons", "One of these lessons was deleted in the meantime.");
    const taken = await substitutes.takenLesson(asked, t);
    if (taken) return refused(422, "lessons", wordsOfTaken(taken));
    await substitutes.addSubstitutes({ ...asked, lessonIds: [...new Set(lessonIds)] }, t);
    const what = async () => `substitute in ${await lessonTitles({ employeeId, lessonIds }, t)}`;
    await noteOwnTeaching(person, { employeeId: substituteId, what }, t);
    return { ok: true };
  });
}

/** Takes a lesson back from its substitute today. @throws notFound */
export function takeBackFromSubstitute(
  person: Person,
  asked: { employeeId: number; substitution: number },
): Promise<void> {
  return termTransaction(person, async (t) => {
    await requireEmployee(asked.employeeId, t);
    const ended = await substitutes.endSubstitute(
      { employeeId: asked.employeeId, substituteId: asked.substitution },
      t,
    );
    if (!ended) throw notFound("This substitute is there no more.");
  });
}

function wordsOfTaken(taken: substitutes.TakenLesson): string {
  const days = `${formatDate(taken.from_date)} to ${formatDate(taken.to_date)}`;
  return `${shortName(taken)} has ${taken.subject}, ${taken.class_label} from ${days}.`;
}
