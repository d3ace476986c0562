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
  const calendar = await schoolCalendar(t);
  const academicTermId = termOn(day, calendar)?.academic_term_id;
  if (academicTermId === undefined) return null;
  const found = await findClass(person, { classId, academicTermId }, t);
  if (!found) return null;
  const { label, until } = found;
  return {
    title: `Register, ${label}`,
    about: `${dayWords(day)}, ${sessionName(session, calendar.sessions_per_day)}`,
    url: until === null ? pageOfAddress(target) : null,
    fields: {},
    students: await studentsOnceOn({ classId, academicTermId, chosen: null, students, until }, t),
  };
}
