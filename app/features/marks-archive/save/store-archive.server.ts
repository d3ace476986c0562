import type { ArchiveRow } from "#db/queries/archive/archive-rows.ts";
import {
  archiveMaxima,
  storeArchiveClasses,
  storeArchiveMarks,
  type ArchiveMarkWrite,
  type TestMaximum,
} from "#db/queries/archive/store-archive.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import { isArchiveTerm } from "#domain/archive/archive-terms.ts";
import { ARCHIVE_CELLS, CLASS_FIELD } from "#fields/archive.ts";
import { changesAgainst, hasChanges } from "#saving/protocol/merge.ts";
import type { RowWrite } from "#saving/server/saved-screen.server.ts";
import { storedMark } from "./archive.rules.ts";
import type { FoundArchive } from "./find-archive.server.ts";

/** Writes what is new: the classes first, for marks hang on their terms. */
export async function storeArchive(
  { studentKey }: FoundArchive,
  writes: readonly RowWrite<ArchiveRow>[],
  t: TermTransaction,
): Promise<void> {
  const classes = writes.flatMap(({ values, stored: { academic_term_id, form_class_id } }) => {
    const chosen = values[CLASS_FIELD] ?? null;
    const isNew = chosen !== form_class_id && isArchiveTerm(academic_term_id);
    return isNew && typeof chosen === "string"
      ? [{ student_key: studentKey, academic_term_id, form_class_id: chosen }]
      : [];
  });
  if (classes.length > 0) await storeArchiveClasses(classes, t);
  const maxima = await archiveMaxima({ studentKey, terms: writes.map(({ stored }) => stored) }, t);
  const marks = writes.flatMap((write) => marksOf(studentKey, write, maxima));
  if (marks.length > 0) await storeArchiveMarks(marks, t);
}

function marksOf(
  student_key: number,
  { values, stored }: RowWrite<ArchiveRow>,
  maxima: readonly TestMaximum[],
): ArchiveMarkWrite[] {
  const { academic_term_id, cells } = stored;
  return ARCHIVE_CELLS.flatMap(({ field, subjectId: subject_id, testId: test_id }) => {
    const held = cells.find((cell) => cell.subject_id === subject_id && cell.test_id === test_id)?.mark;
    const value = values[field] ?? null;
    if (!hasChanges(changesAgainst({ [field]: held ?? null }, { [field]: value }))) return [];
    const named = { academic_term_id, subject_id, test_id };
    // The last that is said of it counts: its own before its test's.
    const max = maxima.findLast((each) =>
      Object.entries(named).every(([key, id]) => each[key as keyof typeof named] === id),
    );
    return [
      { student_key, ...named, ...storedMark(typeof value === "number" ? value : null, max?.max_mark) },
    ];
  });
}
