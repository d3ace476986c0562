import type { Reading } from "#db/index.ts";
import { schoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { studentsOnceOn } from "#db/queries/unsent-rows.ts";
import { sessionName } from "#domain/daily/attendance-states.ts";
import { dayWords } from "#domain/daily/day-words.ts";
import { termOn } from "#domain/daily/school-days.ts";
import type { Person } from "#domain/person.ts";
import { pageOfAddress, type SavedTarget } from "#domain/saved-targets.ts";
import { findClass, type FoundRows } from "./found-rows.server.ts";

type Register = Extract<SavedTarget, { kind: "register" }>;
type Asked = { address: Register; target: string; students: readonly number[] };

/** @returns null for a class that neither is nor was the person's, and for a day without a term */
export async function nameRegister(
  person: Person,
  { address: { classId, day, session }, target, students }: Asked,
  t: Reading,
): Promise<FoundRows | null> {
  const found = await findClass(person, classId, t);
  const calendar = await schoolCalendar(t);
  const term = termOn(day, calendar);
  if (!found || !term) return null;
  const { label, until } = found;
  const { academic_term_id: academicTermId } = term;
  return {
    title: `Register, ${label}`,
    about: `${dayWords(day)}, ${sessionName(session, calendar.sessions_per_day)}`,
    url: until === null ? pageOfAddress(target) : null,
    fields: {},
    students: await studentsOnceOn({ classId, academicTermId, chosen: null, students, until }, t),
  };
}
