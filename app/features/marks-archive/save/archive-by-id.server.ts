import { studentKeyOf } from "#access/visible-student.server.ts";
import { noTransaction } from "#db/index.ts";
import { findArchiveTerm } from "#domain/archive/archive-terms.ts";
import type { Person } from "#domain/person.ts";
import { errorKind } from "#runtime/errors.ts";
import type { Values } from "#fields/value.ts";
import { saveRecord, type RecordSave, type RecordSaved } from "#saving/server/save-record.server.ts";
import { archiveTerms, findArchive, type ArchiveTerm, type FoundArchive } from "./find-archive.server.ts";
import { SAVED_ARCHIVE, TAKEN_BACK } from "./saved-archive.server.ts";

/**
 * A student's term as the API names it: the student's public ID, and the archive's or the calendar's ID of the term.
 */
export type ArchiveTermReference = { studentId: string; academicTermId: number };

export type TermRead = {
  academicTermId: number;
  level: number;
  term: number;
  version: number;
  values: Values;
};

/** @throws notFound */
export async function readArchiveById(person: Person, studentId: string): Promise<TermRead[]> {
  const found = await findArchive(person, await studentKeyOf(studentId), noTransaction);
  const terms = await archiveTerms(found);
  return terms.map(({ academicTermId, level, term, stored }) => ({
    academicTermId,
    level,
    term,
    version: stored.version,
    values: SAVED_ARCHIVE.valuesOf(found, stored),
  }));
}

/** Saves cells or the class of a term; `isTakenBack` allows a cell to be emptied. @throws notFound */
export async function saveArchiveById(
  person: Person,
  named: ArchiveTermReference,
  { isTakenBack = false, ...record }: RecordSave & { isTakenBack?: boolean },
): Promise<(RecordSaved & { academicTermId: number }) | { outcome: "no-term" }> {
  const { found, place } = await findTerm(person, named);
  if (!place) return { outcome: "no-term" };
  const { academicTermId, stored } = place;
  const row = { person, key: found.studentKey, target: found, row: String(academicTermId), stored };
  return { ...(await saveRecord(isTakenBack ? TAKEN_BACK : SAVED_ARCHIVE, row, record)), academicTermId };
}

/**
 * Tells whether the archive has this term. A primary school has no archive, and one that the person may not see counts
 * as none.
 */
export async function isInArchive(person: Person, named: ArchiveTermReference): Promise<boolean> {
  try {
    return (await findTerm(person, named)).place !== null;
  } catch (error) {
    if (errorKind(error) === "notFound") return false;
    throw error;
  }
}

async function findTerm(
  person: Person,
  { studentId, academicTermId }: ArchiveTermReference,
): Promise<{ found: FoundArchive; place: ArchiveTerm | null }> {
  const found = await findArchive(person, await studentKeyOf(studentId), noTransaction);
  return { found, place: findArchiveTerm(await archiveTerms(found), academicTermId) };
}
