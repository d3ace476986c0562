import { formSucceeded, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { getVisibleStudent } from "#access/visible-student.server.ts";
import { setSaveId, noTransaction, type ReadTransaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import {
  insertSnapshotRows,
  updateSnapshotRows,
  clearUniqueStudentValues,
  deleteSnapshotRows,
  readStudentSnapshot,
  type StudentRowSnapshot,
  type SnapshotRow,
} from "#db/queries/people/merges/images.ts";
import {
  findMergeSnapshots,
  listMerges,
  markMergeUndone,
  type MergeRow,
} from "#db/queries/people/merges/merges.ts";
import {
  STUDENT_TABLE_NAMES,
  STUDENT_TABLES,
  type StudentTableName,
} from "#db/queries/people/merges/tables.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { formatRowCount } from "./table-words.ts";

export type UndoMergeView = Awaited<ReturnType<typeof loadUndoMerge>>;

/** Loads what the merged record gets back, and the later changes that prevent an undo. @throws notFound */
export async function loadUndoMerge(person: Person, mergeId: number) {
  const { merge, before, now, against } = await readMerge(person, { mergeId, locked: false }, noTransaction);
  const back = STUDENT_TABLE_NAMES.flatMap((name) => {
    const { changed, missing } = differences(name, before, now);
    return formatRowCount(name, changed.length + missing.length);
  });
  return { kept: wordsOf(merge.kept), merged: wordsOf(merge.merged), back, against };
}

/** Restores both records, unless one of them has changed since the merge. @throws notFound */
export function undoMerge(
  person: Person,
  { mergeId, address }: { mergeId: number; address: string },
): Promise<FormOutcome> {
  return termTransaction(person, async (t) => {
    const { merge, before, now, against } = await readMerge(person, { mergeId, locked: true }, t);
    if (against.length > 0)
      return stale(
        "You cannot undo this merge because one of the records was changed afterwards. Correct the record by hand.",
      );
    await setSaveId(`merge-${mergeId}-undone`, t);
    await clearUniqueStudentValues({ key: merge.merged_key }, t);
    for (const name of STUDENT_TABLE_NAMES)
      await putBack({ name, keptKey: merge.kept_key }, differences(name, before, now), t);
    await markMergeUndone({ mergeId, undoneBy: person.accountId }, t);
    const detail = `${merge.merged.student_id} from ${merge.kept.student_id}`;
    await recordSecurityEvent({ kind: "merge-undone", accountId: person.accountId, address, detail }, t);
    return formSucceeded(PATHS.duplicates, `${wordsOf(merge.merged)} is a separate record again`);
  });
}

type Read = { merge: MergeRow; before: StudentRowSnapshot; now: StudentRowSnapshot; against: string[] };

async function readMerge(
  person: Person,
  { mergeId, locked }: { mergeId: number; locked: boolean },
  t: ReadTransaction,
): Promise<Read> {
  const [merge] = await listMerges({ mergeId, most: 1 }, t);
  const images = await findMergeSnapshots(mergeId, t);
  if (!merge || !images) throw notFound("This merge was already undone. Choose another merge.");
  await getVisibleStudent(person, merge.kept_key, t);
  const now = await readStudentSnapshot({ keys: [merge.kept_key, merge.merged_key], locked }, t);
  const against = STUDENT_TABLE_NAMES.flatMap((name) => {
    const { extra, changed, missing } = differences(name, images.after, now);
    return formatRowCount(name, extra.length + changed.length + missing.length);
  });
  return { merge, before: images.before, now, against };
}

type Differences = {
  /** The rows added since the merge. `changed` and `missing` are the earlier rows changed or deleted since. */
  extra: SnapshotRow[];
  changed: SnapshotRow[];
  missing: SnapshotRow[];
};

function differences(name: StudentTableName, then: StudentRowSnapshot, now: StudentRowSnapshot): Differences {
  const [before, present] = [byKey(name, then), byKey(name, now)];
  return {
    extra: [...present].filter(([key]) => !before.has(key)).map(([, row]) => row),
    changed: [...before].filter(([key, row]) => isChanged(row, present.get(key))).map(([, row]) => row),
    missing: [...before].filter(([key]) => !present.has(key)).map(([, row]) => row),
  };
}

/** Compares only the columns of the earlier row, because an update of Termbook may have added columns since. */
function isChanged(before: SnapshotRow, present: SnapshotRow | undefined): boolean {
  if (present === undefined) return false;
  return Object.keys(before).some(
    (column) => JSON.stringify(before[column]) !== JSON.stringify(present[column]),
  );
}

/**
 * A stored copy of the rows. If it was made before an update of Termbook, it lacks the tables that the update added.
 */
type StoredImage = Partial<StudentRowSnapshot>;

function byKey(name: StudentTableName, image: StoredImage): Map<string, SnapshotRow> {
  const { key } = STUDENT_TABLES[name];
  return new Map((image[name] ?? []).map((row) => [key.map((column) => String(row[column])).join(":"), row]));
}

async function putBack(
  { name, keptKey }: { name: StudentTableName; keptKey: number },
  { extra, changed, missing }: Differences,
  t: TermTransaction,
): Promise<void> {
  const { key }: { key: readonly string[] } = STUDENT_TABLES[name];
  const columns = Object.keys(changed[0] ?? {}).filter((column) => !key.includes(column));
  await deleteSnapshotRows({ name, rows: extra }, t);
  // If unique values were swapped, the remaining record must give up its value first.
  const isKept = (row: SnapshotRow) => name !== "students" || row["id"] === keptKey;
  await updateSnapshotRows({ name, rows: changed.filter(isKept), columns }, t);
  await updateSnapshotRows({ name, rows: changed.filter((row) => !isKept(row)), columns }, t);
  await insertSnapshotRows({ name, rows: missing }, t);
}

function wordsOf({ first_name, last_name, student_id }: MergeRow["kept"]): string {
  return `${first_name} ${last_name}, ${student_id}`;
}
