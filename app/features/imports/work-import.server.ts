import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import { deleteFiles } from "#db/queries/files.ts";
import {
  countImportAttempt,
  deleteOldImportRows,
  listImportsUnderWay,
  lockImport,
  setImportState,
  saveReadImportRows,
  type Import,
  findImportReading,
  saveImportReading,
  type ImportReading,
} from "#db/queries/imports/imports.ts";
import { listReadRows, saveCheckedImportRows } from "#db/queries/imports/rows.ts";
import {
  IMPORT_FILE_DECISIONS,
  IMPORT_UNDO_HOURS,
  type MatchedImportRow,
  type ImportState,
} from "#domain/people/imports.ts";
import { ensureLocalFile, deleteStoredFile } from "#files/store.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";
import { findImportDefinition, type ImportDefinition, type ImportDefinitions } from "./definition.server.ts";
import { toMatchedImportRow, importAsPreviewed } from "./carry-out.server.ts";
import { undoImport } from "./undo-import.server.ts";
import { continueWorkbookImport } from "./workbook.server.ts";
import { isOwnTemplate, findMissingFields } from "./matching/match-columns.rules.ts";
import {
  restoreStoredRows,
  readImportFile,
  mapRowsByField,
  mapCellsByPosition,
  withDayMonthOrder,
  type ImportFileContent,
} from "./matching/read-file.server.ts";

const READER = { system: "job:imports.work" };
/** The largest number of attempts, so that a file that crashes the job every time is refused. */
const MOST_ATTEMPTS = 3;
const ENDED_EACH_TIME = `The file could not be read: Termbook stopped ${MOST_ATTEMPTS} times while reading it. Copy only the list into a new workbook, save it as .xlsx, then upload that file.`;

/** Returns a job that continues an import from its stored state. Running the job twice does no harm. */
export function createImportJob(definitions: ImportDefinitions) {
  return ({ importId }: { importId: string }) => workOnImport(importId, definitions);
}

async function workOnImport(importId: string, definitions: ImportDefinitions): Promise<void> {
  const found = await transaction(READER, (t) => taken(importId, t));
  if (!found) return;
  await workOn(found, definitions).catch(async (error: unknown) => {
    // The database was unavailable or another transaction was faster: the queue retries the job.
    if (errorKind(error) !== null) throw error;
    log().error({ err: error }, "an import failed");
    await transaction(READER, (t) => setImportState({ importId, ...givenUp(found.state) }, t));
  });
}

/** Locks and returns the import. Returns null if it no longer exists or if reading its file has failed too often. */
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
  { import_id: importId, state, kind, ...found }: Import,
  definitions: ImportDefinitions,
): Promise<void> {
  if (kind === "workbook")
    return continueWorkbookImport({ import_id: importId, state, ...found }, definitions);
  const definition = await findImportDefinition(definitions, kind);
  if (state === "reading") await read(importId, found.file, definition);
  if (state === "importing") await carryOut(importId, found.imported_by, definition);
  if (state === "undoing") await undoImport({ importId, accountId: found.undone_by, definition });
}

/** Returns the final state of a failed import. Without it, the page would say for ever that the import is running. */
function givenUp(state: ImportState): { state: ImportState; failure: string } {
  if (state === "reading")
    return { state: "refused", failure: "The file could not be read. Upload it again." };
  if (state === "importing")
    return { state: "judged", failure: `The file could not be imported. ${NOTHING_DONE}` };
  return { state: "imported", failure: `The import could not be undone. ${NOTHING_DONE}` };
}

const NOTHING_DONE = "Nothing was changed. Check the rows, then try again.";

export async function listUnfinishedImports(): Promise<{ importId: string }[]> {
  return (await listImportsUnderWay(noTransaction)).map((importId) => ({ importId }));
}

export function tidyOldImports(): Promise<void> {
  return transaction({ system: "job:imports.tidy" }, (t) =>
    deleteOldImportRows({ hours: IMPORT_UNDO_HOURS }, t),
  );
}

/** Reads the file. The preview follows at once if the file has the columns of the template. */
async function read(importId: string, file: string | null, definition: ImportDefinition): Promise<void> {
  if (file === null) return;
  const stored = await findImportReading(importId, noTransaction);
  const kept = await keptContent(importId, stored, definition);
  const input = {
    definition,
    choices: stored?.choices ?? {},
    before: stored?.reading?.columns ?? [],
    isConfirmed: stored?.is_confirmed ?? false,
  };
  const found = kept
    ? { ok: true as const, ...kept }
    : await readImportFile(await ensureLocalFile(file), input, noTransaction);
  const isGone = await transaction(READER, async (t) => {
    const locked = await lockImport(importId, t);
    if (locked?.state !== "reading") return false;
    if (found.ok) return keepReading({ importId, definition, isFirst: stored === null, ...found }, t);
    if (stored?.reading) return keepEarlierReading({ importId, stored, fault: found.fault }, t);
    await setImportState({ importId, state: "refused", failure: found.fault }, t);
    await deleteFiles({ names: [file] }, t);
    return true;
  });
  if (isGone) await deleteStoredFile(file);
}

/** Returns the stored content, unless the choices made since require the file to be read again. */
async function keptContent(
  importId: string,
  stored: ImportReading | null,
  definition: ImportDefinition,
): Promise<ImportFileContent | null> {
  const { reading, choices } = stored ?? {};
  if (!reading || !choices) return null;
  const isSame = IMPORT_FILE_DECISIONS.every(
    (name) => name === "dates" || choices[name] === reading.choices[name],
  );
  const rows = isSame ? restoreStoredRows(await listReadRows(importId, noTransaction)) : [];
  return rows.length === 0
    ? null
    : { rows, reading: withDayMonthOrder({ ...reading, choices }, rows, definition) };
}

type KeptFile = ImportFileContent & { importId: string; definition: ImportDefinition; isFirst: boolean };

/**
 * Stores what was read. If nobody has to confirm the columns, judges the rows. Returns false, which means that the
 * file is kept.
 */
async function keepReading(
  { importId, definition, isFirst, reading, rows }: KeptFile,
  t: Transaction,
): Promise<boolean> {
  const present = await findImportReading(importId, t);
  const isOwn =
    isFirst && isOwnTemplate(reading.columns) && findMissingFields(reading.columns, definition).length === 0;
  const isConfirmed = isOwn || present?.is_confirmed === true;
  await saveImportReading({ importId, choices: reading.choices, reading, isConfirmed }, t);
  const read = isConfirmed ? mapRowsByField({ reading, rows }, definition) : mapCellsByPosition(rows);
  await saveReadImportRows({ importId, read }, t);
  if (isConfirmed) {
    const { judged } = await definition.judge(read.map(unchosen), t);
    await saveCheckedImportRows({ importId, judged }, t);
  }
  await setImportState({ importId, state: isConfirmed ? "judged" : "matching", failure: "" }, t);
  return false;
}

type Unreadable = { importId: string; stored: ImportReading; fault: string };

/**
 * Goes back to the earlier reading if the latest choice makes the file unreadable. Returns false, which means that
 * the file is kept.
 */
async function keepEarlierReading({ importId, stored, fault }: Unreadable, t: Transaction): Promise<boolean> {
  const { reading } = stored;
  if (reading)
    await saveImportReading({ importId, choices: reading.choices, reading, isConfirmed: false }, t);
  const failure = `The file cannot be read with this choice, so the earlier choice stays. ${fault}`;
  await setImportState({ importId, state: "matching", failure }, t);
  return false;
}

function unchosen(row: Omit<MatchedImportRow, "choice">): MatchedImportRow {
  return { ...row, choice: "" };
}

async function carryOut(
  importId: string,
  accountId: number | null,
  { kind, judge }: ImportDefinition,
): Promise<void> {
  await importAsPreviewed({ importId, accountId, kind }, async (rows, t) => {
    const { judged, write } = await judge(rows.map(toMatchedImportRow), t);
    return { judged, write: (importer) => write(importer, t) };
  });
}
