import { getStudentKey } from "#access/visible-student.server.ts";
import { noTransaction } from "#db/index.ts";
import { findArchiveTerm } from "#domain/archive/archive-terms.ts";
import type { Person } from "#domain/person.ts";
import { errorKind } from "#runtime/errors.ts";
import type { FieldValues } from "#fields/value.ts";
import {
  saveRowFromApi,
  type RecordSaveInput,
  type RecordSaveResult,
} from "#saving/server/save-record.server.ts";
import {
  listEditableArchiveTerms,
  findArchive,
  type ArchiveTerm,
  type FoundArchive,
} from "./find-archive.server.ts";
import { ARCHIVE_SAVE_DEFINITION, ARCHIVE_UNDO_SAVE_DEFINITION } from "./saved-archive.server.ts";

/** A student's term in an API call: the student's public ID, and the ID of a term in the archive or in the calendar. */
export type ArchiveTermReference = { studentId: string; academicTermId: number };

export type ArchiveTermRecord = {
  academicTermId: number;
  level: number;
  term: number;
  version: number;
  values: FieldValues;
};

/**
 * Loads the archive of the student with this public ID.
 * @throws notFound
 */
export async function readArchiveById(person: Person, studentId: string): Promise<ArchiveTermRecord[]> {
  const found = await findArchive(person, await getStudentKey(studentId), noTransaction);
  const terms = await listEditableArchiveTerms(found);
  return terms.map(({ academicTermId, level, term, stored }) => ({
    academicTermId,
    level,
    term,
    version: stored.version,
    values: ARCHIVE_SAVE_DEFINITION.valuesOf(found, stored),
  }));
}

/** Saves marks or the class of a term. With `isTakenBack`, marks may be cleared. @throws notFound */
export async function saveArchiveById(
  person: Person,
  reference: ArchiveTermReference,
  { isTakenBack = false, ...record }: RecordSaveInput & { isTakenBack?: boolean },
): Promise<(RecordSaveResult & { academicTermId: number }) | { outcome: "no-term" }> {
  const { found, place } = await findTerm(person, reference);
  if (!place) return { outcome: "no-term" };
  const { academicTermId, stored } = place;
  const row = { person, key: found.studentKey, target: found, row: String(academicTermId), stored };
  return {
    ...(await saveRowFromApi(
      isTakenBack ? ARCHIVE_UNDO_SAVE_DEFINITION : ARCHIVE_SAVE_DEFINITION,
      row,
      record,
    )),
    academicTermId,
  };
}

/** Returns whether the archive has this term. Always false without an archive that the person may see. */
export async function isInArchive(person: Person, reference: ArchiveTermReference): Promise<boolean> {
  try {
    return (await findTerm(person, reference)).place !== null;
  } catch (error) {
    if (errorKind(error) === "notFound") return false;
    throw error;
  }
}

async function findTerm(
  person: Person,
  { studentId, academicTermId }: ArchiveTermReference,
): Promise<{ found: FoundArchive; place: ArchiveTerm | null }> {
  const found = await findArchive(person, await getStudentKey(studentId), noTransaction);
  return { found, place: findArchiveTerm(await listEditableArchiveTerms(found), academicTermId) };
}
