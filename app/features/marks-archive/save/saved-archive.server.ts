import { archiveEventsAfter } from "#db/queries/archive/archive-history.ts";
import type { ArchiveRow } from "#db/queries/archive/archive-rows.ts";
import { lockArchive } from "#db/queries/archive/store-archive.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { isArchiveTerm } from "#domain/archive/archive-terms.ts";
import { archiveFields, archiveField, CLASS_FIELD } from "#fields/archive.ts";
import type { RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import type { SavedScreen } from "#saving/server/saved-screen.server.ts";
import { ARCHIVE_RULES, archiveRefusal } from "./archive.rules.ts";
import { archiveTerms, findArchive, type FoundArchive } from "./find-archive.server.ts";
import { storeArchive } from "./store-archive.server.ts";

/**
 * A student's archive as it is saved: a row a term, named by the id of the term. It is past by its nature: that a term is
 * over closes nothing here.
 */
export const SAVED_ARCHIVE: SavedScreen<number, FoundArchive, ArchiveRow> = {
  begin: termTransaction,
  find: findArchive,
  closed: () => null,
  fields: fieldsOf,
  atomicGroups: () => [],
  lock: async ({ studentKey, ...found }, ids, t) => {
    const all = await archiveTerms({ studentKey, ...found }, t);
    const terms = all.flatMap(({ stored }) => (ids.includes(stored.academic_term_id) ? [stored] : []));
    await lockArchive({ studentKey, terms }, t);
  },
  read: async (found, ids, t) => {
    const terms = await archiveTerms(found, t);
    const wanted = terms.filter(({ academicTermId }) => ids === null || ids.includes(academicTermId));
    return new Map(wanted.map(({ academicTermId, stored }) => [String(academicTermId), stored]));
  },
  valuesOf: (_found, row) => valuesOf(row),
  history: ({ studentKey }, bases, t) => archiveEventsAfter({ studentKey, bases }, t),
  rules: () => ARCHIVE_RULES,
  refusal: archiveRefusal,
  store: storeArchive,
  words: {
    notFound: "This term is not in the student's archive.",
    noRow: "not a past term of this student",
    noField: "the archive has no such subject",
  },
};

/** What was entered by mistake can be taken back by its history, or by a call: the cell is empty as it was before. */
export const TAKEN_BACK: typeof SAVED_ARCHIVE = {
  ...SAVED_ARCHIVE,
  refusal: ({ changes, ...asked }) => {
    const given = Object.entries(changes).filter(([field, value]) => value !== null || field === CLASS_FIELD);
    return archiveRefusal({ changes: Object.fromEntries(given), ...asked });
  },
};

/** Of the calendar's terms the class is that of the registration, which the archive reads and does not change. */
function fieldsOf({ student }: FoundArchive, row?: ArchiveRow): RecordFields {
  const offered = student.form_classes.filter(({ form_level }) => !row || form_level === row.form_level);
  const closed =
    row && !isArchiveTerm(row.academic_term_id)
      ? "the class of that term is in the student's registration"
      : null;
  return archiveFields(
    offered.map(({ form_class_id }) => form_class_id),
    closed,
  );
}

function valuesOf({ form_class_id, cells }: ArchiveRow): Values {
  const marks = cells.map(({ subject_id: subjectId, test_id: testId, mark }) => [
    archiveField({ subjectId, testId }),
    mark,
  ]);
  return { [CLASS_FIELD]: form_class_id, ...Object.fromEntries(marks) };
}
