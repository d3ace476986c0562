import type { Reading } from "#db/index.ts";
import { studentsOnceOn } from "#db/queries/unsent-rows.ts";
import { pageOfAddress, type SavedTarget } from "#domain/saved-targets.ts";
import type { Person } from "#domain/person.ts";
import { periodLabel } from "#domain/terms.ts";
import { findClass, type FoundRows } from "./found-rows.server.ts";

type Report = Extract<SavedTarget, { kind: "report" }>;
type Asked = { address: Report; target: string };

const TERMS_IN_ID = 10;

/** A report is one student's: nobody else is named with it. @returns null for a class that neither is nor was theirs */
export async function nameReport(
  person: Person,
  { address, target }: Asked,
  t: Reading,
): Promise<FoundRows | null> {
  const { classId, academicTermId, studentKey } = address;
  const found = await findClass(person, address, t);
  if (!found) return null;
  const { label, until } = found;
  const students = await studentsOnceOn(
    { classId, academicTermId, chosen: null, students: [studentKey], until },
    t,
  );
  return {
    title: `Term report, ${label}`,
    about: periodLabel(Math.floor(academicTermId / TERMS_IN_ID), academicTermId % TERMS_IN_ID),
    url: until === null ? pageOfAddress(target) : null,
    fields: {},
    students,
  };
}
