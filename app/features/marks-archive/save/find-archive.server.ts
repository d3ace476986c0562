import { hasPermission } from "#access/permissions.ts";
import { noTransaction, type ReadTransaction } from "#db/index.ts";
import {
  listArchiveRows,
  type StudentArchiveTerm,
  findArchiveStudent,
  type ArchiveStudent,
} from "#db/queries/archive/archive-rows.ts";
import { filterWritableArchiveTerms, type ArchiveTermRow } from "#domain/archive/archive-terms.ts";
import { parseId } from "#domain/paths.ts";
import { STUDENT_MERGED, STUDENT_REGISTERED } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { TERMS_PER_YEAR } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";

const NOT_FOUND = "This archive no longer exists, or you cannot open it. Choose another student.";

/** A student whose archive the person may see. */
export type FoundArchive = { studentKey: number; student: ArchiveStudent };

export type ArchiveTerm = ArchiveTermRow & { stored: StudentArchiveTerm };

/**
 * Finds a student's archive. Only administrators may see the archives of former students.
 * @throws notFound also in a school other than a secondary school, because it has no archive
 */
export async function findArchive(
  person: Person,
  studentKey: number,
  t: ReadTransaction,
): Promise<FoundArchive> {
  const student = await findArchiveStudent(studentKey, t);
  if (student?.flavour !== "secondary" || !isVisible(person, student)) throw notFound(NOT_FOUND);
  return { studentKey, student };
}

function isVisible(person: Person, { student_status_id: status }: ArchiveStudent): boolean {
  return status !== STUDENT_MERGED && (hasPermission(person, "admin") || status <= STUDENT_REGISTERED);
}

/** Lists the terms of the archive that can be edited. */
export async function listEditableArchiveTerms(
  { studentKey, student }: FoundArchive,
  t: ReadTransaction = noTransaction,
): Promise<ArchiveTerm[]> {
  const places = (await listArchiveRows(studentKey, t)).map(termOf);
  return filterWritableArchiveTerms(places, {
    level: student.form_level,
    term: student.term ?? TERMS_PER_YEAR,
  });
}

function termOf(stored: StudentArchiveTerm): ArchiveTerm {
  return {
    academicTermId: stored.academic_term_id,
    level: stored.form_level,
    term: stored.term,
    isRegistered: stored.form_class_id !== null,
    hasMarks: stored.cells.some(({ mark, attendance }) => mark !== null || attendance !== 1),
    stored,
  };
}

/** Reads the student's key from the URL's parameters. @throws notFound */
export function parseArchivedStudentKey({
  studentKey,
}: Readonly<Record<string, string | undefined>>): number {
  const id = parseId(studentKey);
  if (id === null) throw notFound(NOT_FOUND);
  return id;
}
