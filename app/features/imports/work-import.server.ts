import { noTransaction, setSaveId, transaction, type Transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { deleteFiles } from "#db/queries/files.ts";
import {
  countImportAttempt,
  deleteOldImportRows,
  listImportsUnderWay,
  lockImport,
  setImportDone,
  setImportState,
  saveReadImportRows,
  type Import,
  type ReadImportRow,
} from "#db/queries/imports/imports.ts";
import {
  listImportRows,
  saveImportSnapshot,
  saveImportedIds,
  saveCheckedImportRows,
  type ImportRow,
} from "#db/queries/imports/rows.ts";
import { termTransaction } from "#db/term-transaction.ts";
import {
  UNDO_HOURS,
  type MatchedImportRow,
  type ImportState,
  type CheckedImportRow,
  MOST_IMPORT_ROWS,
  type ImportCells,
} from "#domain/people/imports.ts";
import { ensureLocalFile, deleteStoredFile } from "#files/store.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";
import type { ImportDefinition, ImportDefinitions } from "./definition.server.ts";
import { formatImportedCounts } from "./import-words.rules.ts";
import { undoImport } from "./undo-import.server.ts";
import { readSheet } from "#files/sheets/read-sheet.server.ts";
import type { SheetCell } from "#files/sheets/sheet.ts";
import { matchColumns, type MatchedColumns } from "./columns.rules.ts";

const READER = { system: "job:imports.work" };
/** A job that was interrupted by an update or a crash is retried, but a file that crashes it every time is refused. */
const MOST_ATTEMPTS = 3;
const ENDED_EACH_TIME = `The file could not be read: Termbook stopped ${MOST_ATTEMPTS} times while reading it. Copy only the list into a new workbook, save it as .xlsx, then send that file.`;
const CHANGED_SINCE =
  "Something changed since the file was checked, so nothing was imported. Check the rows, then import again.";

/** Returns a job that continues an import from its stored state. The job may run twice. */
export function createImportJob(definitions: ImportDefinitions) {
  return ({ importId }: { importId: string }) => workOnImport(importId, definitions);
}

async function workOnImport(importId: string, definitions: ImportDefinitions): Promise<void> {
  const found = await transaction(READER, (t) => taken(importId, t));
  if (!found) return;
  await workOn(found, definitions[found.kind]).catch(async (error: unknown) => {
    // The database was unavailable or another transaction was faster: the queue retries the job.
    if (errorKind(error) !== null) throw error;
    log().error({ err: error }, "an import failed");
    await transaction(READER, (t) => setImportState({ importId, ...givenUp(found.state) }, t));
  });
}

/** Locks and returns the import; null if it no longer exists, or if reading its file has failed too often. */
async function taken(importId: string, t: Transaction): Promise<Import | null> {
  const found = await lockImport(importId, t);
  if (found?.state !== "reading") return found;
  if (found.attempts < MOST_ATTEMPTS) {
    await countImportAttempt(importId, t);
    return found;
  }
  await setImportState({ importId, state: "refused", failure: ENDED_EACH_TIME }, t);
  return null;
}

async function workOn(
  { import_id: importId, state, ...found }: Import,
  definition: ImportDefinition,
): Promise<void> {
  if (state === "reading") await read(importId, found.file, definition);
  if (state === "importing") await carryOut(importId, found.imported_by, definition);
  if (state === "undoing") await undoImport({ importId, accountId: found.undone_by, definition });
}

/**
 * Returns the final state and reason of a failed import. Without it the page would say for ever that the import is
 * running.
 */
function givenUp(state: ImportState): { state: ImportState; failure: string } {
  if (state === "reading") return { state: "refused", failure: "The file could not be read. Send it again." };
  if (state === "importing")
    return { state: "judged", failure: `The file could not be imported. ${NOTHING_DONE}` };
  return { state: "imported", failure: `The import could not be undone. ${NOTHING_DONE}` };
}

const NOTHING_DONE = "Nothing was changed. Check the rows, then try again.";

export async function listUnfinishedImports(): Promise<{ importId: string }[]> {
  return (await listImportsUnderWay(noTransaction)).map((importId) => ({ importId }));
}

export function tidyOldImports(): Promise<void> {
  return transaction({ system: "job:imports.tidy" }, (t) => deleteOldImportRows({ hours: UNDO_HOURS }, t));
}

/** Makes the dry run: stores the rows of the file with the outcome of each. */
async function read(importId: string, file: string | null, definition: ImportDefinition): Promise<void> {
  const found = file === null ? null : await readFileRows(await ensureLocalFile(file), definition);
  await transaction(READER, async (t) => {
    const locked = await lockImport(importId, t);
    if (locked?.state !== "reading" || !found || file === null) return;
    if (found.ok) {
      await saveReadImportRows({ importId, read: found.rows }, t);
      const { judged } = await definition.judge(found.rows.map(unchosen), t);
      await saveCheckedImportRows({ importId, judged }, t);
    }
    await setImportState(
      { importId, state: found.ok ? "judged" : "refused", failure: found.ok ? "" : found.fault },
      t,
    );
    await deleteFiles({ names: [file] }, t);
  });
  if (file !== null) await deleteStoredFile(file);
}

function unchosen(row: Omit<MatchedImportRow, "choice">): MatchedImportRow {
  return { ...row, choice: "" };
}

/**
 * Writes everything that the dry run showed, in one transaction. Writes nothing if the outcome of a row would now be
 * different.
 */
async function carryOut(
  importId: string,
  accountId: number | null,
  { kind, judge }: ImportDefinition,
): Promise<void> {
  if (accountId === null) return;
  await termTransaction({ accountId }, async (t) => {
    const locked = await lockImport(importId, t);
    if (locked?.state !== "importing") return;
    const rows = await listImportRows(importId, t);
    const { judged, write } = await judge(rows.map(asked), t);
    if (!judged.every((row, index) => isAsShown(row, rows[index]))) {
      await saveCheckedImportRows({ importId, judged }, t);
      return setImportState({ importId, state: "judged", failure: CHANGED_SINCE }, t);
    }
    await setSaveId(`import-${importId}`, t);
    const importer = { accountId, address: locked.address };
    const { ids, image } = await write(importer, t);
    await saveImportedIds({ importId, ids }, t);
    await saveImportSnapshot({ importId, ...image }, t);
    await setImportDone({ importId, state: "imported" }, t);
    await recordSecurityEvent(
      { kind: "imported", ...importer, detail: formatImportedCounts(kind, image) },
      t,
    );
  });
}

function asked({ row_number: row, cells, choice }: ImportRow): MatchedImportRow {
  return { row, cells, choice };
}

/**
 * Whether a row still has the outcome that was shown. Compares sorted entries, because PostgreSQL reorders the keys of
 * a JSON object.
 */
function isAsShown({ outcome, publicId, lines }: CheckedImportRow, row: ImportRow | undefined): boolean {
  const of = (said: readonly object[]) => JSON.stringify(said.map((line) => Object.entries(line).sort()));
  return row?.outcome === outcome && row.public_id === publicId && of(row.lines) === of(lines);
}

type FileRead = { ok: true; rows: ReadImportRow[] } | { ok: false; fault: string };

/** Reads the rows of a file with their cells by column name, or returns why the file cannot be read. */
async function readFileRows(path: string, definition: ImportDefinition): Promise<FileRead> {
  const sheet = await readSheet(path, { rows: MOST_IMPORT_ROWS[definition.kind] });
  if (!sheet.ok) return sheet;
  const merged = sheet.head.cells.find(({ fault }) => fault !== null);
  if (merged)
    return {
      ok: false,
      fault: `Row ${sheet.head.row} must name the columns: ${merged.fault}, or remove the row.`,
    };
  const named = matchColumns(
    sheet.head.cells.map(({ text }) => text),
    definition,
  );
  if ("faults" in named) return { ok: false, fault: named.faults.join(" ") };
  if (sheet.rows.length === 0)
    return { ok: false, fault: "The file has no rows below the column names. Add at least one row." };
  return {
    ok: true,
    rows: sheet.rows.map(({ row, cells }) => ({ row, cells: cellsBy(named.columns, cells) })),
  };
}

function cellsBy(columns: MatchedColumns, cells: readonly SheetCell[]): ImportCells {
  const said = [...columns].flatMap(([place, { name }]) => {
    const cell = cells[place];
    return cell && (cell.text !== "" || cell.fault !== null) ? [[name, kept(cell)] as const] : [];
  });
  return Object.fromEntries(said);
}

/** Replaces characters that PostgreSQL cannot store. Whether the value is valid is decided by the field. */
function kept({ text, fault }: SheetCell): SheetCell {
  // Encoding as UTF-8 replaces half of a surrogate pair, which UTF-8 cannot represent.
  const whole = Buffer.from(text.replaceAll("\0", "\uFFFD")).toString();
  return { text: whole, fault };
}
