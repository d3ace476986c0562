import { setSaveId, transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { deleteFiles } from "#db/queries/files.ts";
import { lockImport, lockImports, setImportDone, setImportState } from "#db/queries/imports/imports.ts";
import {
  listImportRows,
  saveCheckedImportRows,
  saveImportedIds,
  saveImportSnapshot,
  type ImportRow,
} from "#db/queries/imports/rows.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import type {
  CheckedImportRow,
  ImportingPerson,
  ImportKind,
  MatchedImportRow,
} from "#domain/people/imports.ts";
import { deleteStoredFile } from "#files/store.server.ts";
import { importTransaction, type CheckedImportFile } from "./definition.server.ts";
import { formatImportedCounts } from "./import-words.rules.ts";

const READER = { system: "job:imports.work" };
const CHANGED_SINCE =
  "The school’s data has changed since the file was checked, so nothing was imported. Check the rows, then import again.";

type CarriedOut = { importId: string; accountId: number | null; kind: ImportKind };

/** Judges all rows again. Returns their outcomes, and a function that writes them. */
type Judge = (
  rows: readonly ImportRow[],
  t: TermTransaction,
  importer: ImportingPerson,
) => Promise<{
  judged: readonly CheckedImportRow[];
  write: (importer: ImportingPerson) => ReturnType<CheckedImportFile["write"]>;
}>;

class Otherwise extends Error {
  readonly judged: readonly CheckedImportRow[];

  constructor(judged: readonly CheckedImportRow[]) {
    super(CHANGED_SINCE);
    this.judged = judged;
  }
}

/**
 * Writes everything that the preview showed, in one transaction. Writes nothing if the outcome of a row would now be
 * different.
 */
export async function importAsPreviewed(
  { importId, accountId, kind }: CarriedOut,
  judge: Judge,
): Promise<void> {
  if (accountId === null) return;
  try {
    const file = await importTransaction(kind)({ accountId }, async (t) => {
      await lockImports(t);
      const locked = await lockImport(importId, t);
      if (locked?.state !== "importing") return null;
      const rows = await listImportRows(importId, t);
      await setSaveId(`import-${importId}`, t);
      const importer = { accountId, address: locked.address };
      const { judged, write } = await judge(rows, t, importer);
      if (!judged.every((row, index) => isAsShown(row, rows[index]))) throw new Otherwise(judged);
      const { ids, image } = await write(importer);
      await saveImportedIds({ importId, ids }, t);
      await saveImportSnapshot({ importId, ...image }, t);
      await setImportDone({ importId, state: "imported" }, t);
      if (locked.file !== null) await deleteFiles({ names: [locked.file] }, t);
      const detail = formatImportedCounts(kind, image);
      await recordSecurityEvent({ kind: "imported", ...importer, detail }, t);
      return locked.file;
    });
    if (file !== null) await deleteStoredFile(file);
  } catch (error) {
    if (!(error instanceof Otherwise)) throw error;
    await showAgain(importId, error.judged);
  }
}

/** Returns to the preview, which shows how the rows are judged at this moment. */
async function showAgain(importId: string, judged: readonly CheckedImportRow[]): Promise<void> {
  await transaction(READER, async (t) => {
    const locked = await lockImport(importId, t);
    if (locked?.state !== "importing") return;
    await saveCheckedImportRows({ importId, judged }, t);
    await setImportState({ importId, state: "judged", failure: CHANGED_SINCE }, t);
  });
}

export function toMatchedImportRow({ row_number: row, cells, choice }: ImportRow): MatchedImportRow {
  return { row, cells, choice };
}

/**
 * Tells whether a row still has the outcome that was shown. Compares sorted entries, because PostgreSQL reorders the
 * keys of a JSON object.
 */
function isAsShown({ outcome, publicId, lines }: CheckedImportRow, row: ImportRow | undefined): boolean {
  const of = (said: readonly object[]) => JSON.stringify(said.map((line) => Object.entries(line).sort()));
  return row?.outcome === outcome && row.public_id === publicId && of(row.lines) === of(lines);
}
