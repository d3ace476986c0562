import {
  listArchiveChangesAfter,
  type StudentArchiveTerm,
  lockArchiveTerms,
  listArchiveMaxima,
  saveArchiveClasses,
  saveArchiveMarks,
  type ArchiveMarkWrite,
  type TestMaximum,
} from "#db/queries/archive/archive-rows.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { isArchiveTerm, scaleArchiveMark, findArchiveTerm } from "#domain/archive/archive-terms.ts";
import { archiveFields, archiveFieldName, ARCHIVE_CLASS_FIELD, ARCHIVE_CELLS } from "#fields/archive.ts";
import type { RecordFields } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import type { SaveDefinition, RowToWrite } from "#saving/server/saved-screen.server.ts";
import { ARCHIVE_RULES, findArchiveRefusal } from "./archive.rules.ts";
import {
  listEditableArchiveTerms,
  findArchive,
  type FoundArchive,
  type ArchiveTerm,
} from "./find-archive.server.ts";
import { findValueChanges, hasChanges } from "#saving/protocol/protocol.ts";
import { getStudentKey } from "#access/visible-student.server.ts";
import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { errorKind } from "#runtime/errors.ts";
import {
  saveRowFromApi,
  type RecordSaveInput,
  type RecordSaveResult,
} from "#saving/server/save-record.server.ts";

/**
 * Defines how a student's archive is saved: one row for each term, with the term's ID as its id. Unlike elsewhere, past
 * terms are editable, because an archive has only past terms.
 */
export const ARCHIVE_SAVE_DEFINITION: SaveDefinition<number, FoundArchive, StudentArchiveTerm> = {
  begin: termTransaction,
  find: findArchive,
  closed: () => null,
  fields: fieldsOf,
  atomicGroups: () => [],
  lock: async ({ studentKey, ...found }, ids, t) => {
    const all = await listEditableArchiveTerms({ studentKey, ...found }, t);
    const terms = all.flatMap(({ stored }) => (ids.includes(stored.academic_term_id) ? [stored] : []));
    await lockArchiveTerms({ studentKey, terms }, t);
  },
  read: async (found, ids, t) => {
    const terms = await listEditableArchiveTerms(found, t);
    const wanted = terms.filter(({ academicTermId }) => ids === null || ids.includes(academicTermId));
    return new Map(wanted.map(({ academicTermId, stored }) => [String(academicTermId), stored]));
  },
  valuesOf: (_found, row) => valuesOf(row),
  history: ({ studentKey }, bases, t) => listArchiveChangesAfter({ studentKey, bases }, t),
  rules: () => ARCHIVE_RULES,
  refusal: findArchiveRefusal,
  store: storeArchive,
  words: {
    notFound: "This term is not in the student’s archive. Choose another term.",
    noRow: "not a past term of this student",
    noField: "the archive does not have this subject",
  },
};

/**
 * Works like `ARCHIVE_SAVE_DEFINITION`, but a mark entered by mistake may be cleared from the history or by an API
 * call.
 */
export const ARCHIVE_UNDO_SAVE_DEFINITION: typeof ARCHIVE_SAVE_DEFINITION = {
  ...ARCHIVE_SAVE_DEFINITION,
  refusal: ({ changes, ...rest }) => {
    const given = Object.entries(changes).filter(
      ([field, value]) => value !== null || field === ARCHIVE_CLASS_FIELD,
    );
    return findArchiveRefusal({ changes: Object.fromEntries(given), ...rest });
  },
};

/** Returns the fields of a row. In a calendar term, the class comes from the registration and is read-only. */
function fieldsOf({ student }: FoundArchive, row?: StudentArchiveTerm): RecordFields {
  const offered = student.form_classes.filter(({ form_level }) => !row || form_level === row.form_level);
  const closed =
    row && !isArchiveTerm(row.academic_term_id)
      ? "the class of this term comes from the student’s registration"
      : null;
  return archiveFields(
    offered.map(({ form_class_id }) => form_class_id),
    closed,
  );
}

function valuesOf({ form_class_id, cells }: StudentArchiveTerm): FieldValues {
  const marks = cells.map(({ subject_id: subjectId, test_id: testId, mark }) => [
    archiveFieldName({ subjectId, testId }),
    mark,
  ]);
  return { [ARCHIVE_CLASS_FIELD]: form_class_id, ...Object.fromEntries(marks) };
}

/** Writes the changes. Classes come first, because a mark needs the class of its term. */
async function storeArchive(
  { studentKey }: FoundArchive,
  writes: readonly RowToWrite<StudentArchiveTerm>[],
  t: TermTransaction,
): Promise<void> {
  const classes = writes.flatMap(({ values, stored: { academic_term_id, form_class_id } }) => {
    const chosen = values[ARCHIVE_CLASS_FIELD] ?? null;
    const isNew = chosen !== form_class_id && isArchiveTerm(academic_term_id);
    return isNew && typeof chosen === "string"
      ? [{ student_key: studentKey, academic_term_id, form_class_id: chosen }]
      : [];
  });
  if (classes.length > 0) await saveArchiveClasses(classes, t);
  const maxima = await listArchiveMaxima({ studentKey, terms: writes.map(({ stored }) => stored) }, t);
  const marks = writes.flatMap((write) => marksOf(studentKey, write, maxima));
  if (marks.length > 0) await saveArchiveMarks(marks, t);
}

function marksOf(
  student_key: number,
  { values, stored }: RowToWrite<StudentArchiveTerm>,
  maxima: readonly TestMaximum[],
): ArchiveMarkWrite[] {
  const { academic_term_id, cells } = stored;
  return ARCHIVE_CELLS.flatMap(({ field, subjectId: subject_id, testId: test_id }) => {
    const held = cells.find((cell) => cell.subject_id === subject_id && cell.test_id === test_id)?.mark;
    const value = values[field] ?? null;
    if (!hasChanges(findValueChanges({ [field]: held ?? null }, { [field]: value }))) return [];
    const named = { academic_term_id, subject_id, test_id };
    // The list has the maximum of the test first and a mark's own maximum later, so the last match applies.
    const max = maxima.findLast((item) =>
      Object.entries(named).every(([key, id]) => item[key as keyof typeof named] === id),
    );
    return [
      { student_key, ...named, ...scaleArchiveMark(typeof value === "number" ? value : null, max?.max_mark) },
    ];
  });
}

/** A student's term in an API call: the student's public ID, and the ID of a term in the archive or in the calendar. */
export type ArchiveTermReference = { studentId: string; academicTermId: number };

type ArchiveTermRecord = {
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
