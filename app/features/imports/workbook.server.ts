import { noTransaction, transaction } from "#db/index.ts";
import { deleteFiles } from "#db/queries/files.ts";
import {
  lockImport,
  lockImports,
  saveReadImportRows,
  setImportState,
  type Import,
  type ReadImportRow,
  findImportReading,
  saveImportReading,
} from "#db/queries/imports/imports.ts";
import {
  listImportRows,
  saveCheckedImportRows,
  type ImportRow,
  type ImportUndoSnapshot,
} from "#db/queries/imports/rows.ts";
import { runAndRollBack } from "#db/queries/rollover/rehearsals.ts";
import { rehearsalTransaction, type TermTransaction } from "#db/term-transaction.ts";
import {
  MAX_IMPORT_ROWS,
  ROWS_PER_SHEET,
  UNDECIDED_COLUMN,
  WORKBOOK_SHEETS,
  type CheckedImportRow,
  type ImportingPerson,
  type ImportFileColumn,
  type ImportFileReading,
  type ListImportKind,
  type WorkbookSheet,
} from "#domain/people/imports.ts";
import { readCellText } from "#fields/imported/row-values.rules.ts";
import { readSpreadsheet } from "#files/sheets/read-sheet.server.ts";
import { SPREADSHEET_FAULTS } from "#files/sheets/sheet.ts";
import { deleteStoredFile, ensureLocalFile } from "#files/store.server.ts";
import { toMatchedImportRow, importAsPreviewed } from "./carry-out.server.ts";
import {
  findImportDefinition,
  type CheckedImportFile,
  type ImportDefinitions,
  type SubjectHeading,
} from "./definition.server.ts";
import { findMissingFields } from "./matching/match-columns.rules.ts";
import { NO_ROWS_FAULT, readImportFile, mapRowsByField } from "./matching/read-file.server.ts";
import { undoImportedList, undoImportWith } from "./undo-import.server.ts";

const READER = { system: "job:imports.work" };
const NO_SHEETS = `This workbook has no rows on any of the sheets ${WORKBOOK_SHEETS.map(({ title }) => title).join(", ")}. Download the template, and fill in the sheets that you need.`;

type Work = Pick<
  Import,
  "import_id" | "state" | "file" | "asked_by" | "imported_by" | "undone_by" | "address"
>;

/** Continues the import of a workbook: all its sheets are checked, imported and undone together. */
export async function continueWorkbookImport(found: Work, definitions: ImportDefinitions): Promise<void> {
  const { import_id: importId, state } = found;
  if (state === "reading") await readWorkbook(found, definitions);
  if (state === "importing")
    await importAsPreviewed(
      { importId, accountId: found.imported_by, kind: "workbook" },
      async (rows, t, importer) => {
        const { judged, written } = await importSheets(rows, { definitions, importer }, t);
        return { judged, write: () => Promise.resolve(written) };
      },
    );
  if (state === "undoing")
    await undoImportWith({ importId, accountId: found.undone_by, kind: "workbook" }, async (image, t) => {
      const images = image.before as Readonly<Record<string, readonly ImportUndoSnapshot[]>>;
      for (const [place, { kind }] of [...WORKBOOK_SHEETS.entries()].toReversed()) {
        const { undo } = await findImportDefinition(definitions, kind);
        for (const ofSheet of images[kind] ?? []) {
          const failure = await undoImportedList(
            { importId, image: ofSheet, undo, first: place * ROWS_PER_SHEET },
            t,
          );
          if (failure !== "") return failure;
        }
      }
      return "";
    });
}

/** Reads the sheets, unless they were read before, and makes the preview. */
async function readWorkbook(
  { import_id: importId, file, asked_by, address }: Work,
  definitions: ImportDefinitions,
): Promise<void> {
  if (file === null) return;
  const stored = await findImportReading(importId, noTransaction);
  if (!stored?.reading) {
    const found = await readSheets(await ensureLocalFile(file), definitions);
    const isGone = await transaction(READER, async (t) => {
      const locked = await lockImport(importId, t);
      if (locked?.state !== "reading") return false;
      if (found.ok) {
        await saveReadImportRows({ importId, read: found.rows }, t);
        await saveImportReading({ importId, choices: {}, reading: found.reading, isConfirmed: true }, t);
        return false;
      }
      await setImportState({ importId, state: "refused", failure: found.fault }, t);
      await deleteFiles({ names: [file] }, t);
      return true;
    });
    if (isGone) await deleteStoredFile(file);
    if (!found.ok) return;
  }
  const judged = await rehearse(importId, { definitions, importer: { accountId: asked_by, address } });
  await transaction(READER, async (t) => {
    const locked = await lockImport(importId, t);
    if (locked?.state !== "reading") return;
    await saveCheckedImportRows({ importId, judged }, t);
    await setImportState({ importId, state: "judged", failure: "" }, t);
  });
}

type ReadBook =
  { ok: true; reading: ImportFileReading; rows: ReadImportRow[] } | { ok: false; fault: string };

/** Reads the sheets with the names of the template. Sheets without rows are left out. */
async function readSheets(path: string, definitions: ImportDefinitions): Promise<ReadBook> {
  const first = await readSpreadsheet(path, { rows: MAX_IMPORT_ROWS.workbook });
  const isBlank = !first.ok && first.fault === SPREADSHEET_FAULTS.empty;
  if (!first.ok && !isBlank) return first;
  const names = first.ok ? (first.about.sheet?.options.map(({ value }) => value) ?? []) : [];
  const sheets: WorkbookSheet[] = [];
  const rows: ReadImportRow[] = [];
  const unread = new Set(names);
  for (const [place, { kind, title }] of WORKBOOK_SHEETS.entries()) {
    const name = names.find((each) => each.trim().toLowerCase() === title.toLowerCase());
    if (name === undefined) continue;
    unread.delete(name);
    const definition = await findImportDefinition(definitions, kind, subjectsIn(rows));
    const input = { definition, choices: { sheet: name }, before: [], isConfirmed: false };
    const found = await readImportFile(path, input, noTransaction);
    if (!found.ok) {
      if (found.fault === NO_ROWS_FAULT || found.fault === SPREADSHEET_FAULTS.empty) continue;
      return { ok: false, fault: `Sheet ${title}: ${found.fault}` };
    }
    const columns = found.reading.columns.map(withoutGuess);
    const missing = findMissingFields(columns, definition).map((each) => each.title);
    if (missing.length > 0)
      return {
        ok: false,
        fault: `Sheet ${title} has no column ${missing.join(" or ")}. Add it, then choose the file again.`,
      };
    sheets.push({ kind, title, rows: found.rows.length, columns });
    const read = mapRowsByField({ ...found, reading: { ...found.reading, columns } }, definition);
    rows.push(...read.map(({ row, cells }) => ({ row: place * ROWS_PER_SHEET + row, cells })));
  }
  if (sheets.length === 0) return { ok: false, fault: NO_SHEETS };
  const format = first.ok ? first.about.format : "";
  const reading = {
    format,
    rows: rows.length,
    choices: {},
    decisions: [],
    columns: [],
    sheets,
    unread: [...unread],
  };
  return { ok: true, reading, rows };
}

/** Returns the subjects on the sheet Subjects, which is the first. */
function subjectsIn(rows: readonly ReadImportRow[]): SubjectHeading[] {
  return rows
    .filter(({ row }) => row < ROWS_PER_SHEET)
    .map(({ cells }) => ({
      title: readCellText(cells, "subject").replace(/\s+/g, " "),
      abbr: readCellText(cells, "abbr"),
    }))
    .filter(({ title }) => title !== "");
}

/** Leaves out a column that was matched by its content, because nobody confirms the columns of a workbook. */
function withoutGuess(column: ImportFileColumn): ImportFileColumn {
  return column.by === "content" ? { ...column, field: UNDECIDED_COLUMN, by: null } : column;
}

type Importing = { definitions: ImportDefinitions; importer: ImportingPerson };

/** Imports all sheets and rolls everything back, because the rows of a sheet depend on the sheets before it. */
async function rehearse(importId: string, importing: Importing): Promise<CheckedImportRow[]> {
  let judged: CheckedImportRow[] = [];
  await rehearsalTransaction(READER, async (t) => {
    await lockImports(t);
    const rows = await listImportRows(importId, t);
    await runAndRollBack(t, async () => {
      judged = (await importSheets(rows, importing, t)).judged;
    });
  });
  return judged;
}

type ImportedSheets = {
  judged: CheckedImportRow[];
  written: Awaited<ReturnType<CheckedImportFile["write"]>>;
};

async function importSheets(
  rows: readonly ImportRow[],
  { definitions, importer }: Importing,
  t: TermTransaction,
): Promise<ImportedSheets> {
  const judged: CheckedImportRow[] = [];
  const ids = new Map<number, string>();
  const images: Partial<Record<ListImportKind, ImportUndoSnapshot[]>> = {};
  for (const [place, { kind }] of WORKBOOK_SHEETS.entries()) {
    const first = place * ROWS_PER_SHEET;
    const ofSheet = rows.filter(
      ({ row_number }) => row_number >= first && row_number < first + ROWS_PER_SHEET,
    );
    if (ofSheet.length === 0) continue;
    const definition = await findImportDefinition(definitions, kind);
    const inSheet = ofSheet.map(toMatchedImportRow).map((item) => ({ ...item, row: item.row - first }));
    const file = await definition.judge(inSheet, t);
    judged.push(...file.judged.map((item) => ({ ...item, row: item.row + first })));
    const written = await file.write(importer, t);
    for (const [row, id] of written.ids) ids.set(row + first, id);
    images[kind] = [written.image];
  }
  const numbers = (outcome: string) =>
    judged.filter((item) => item.outcome === outcome).map(({ row }) => row);
  const image = {
    created: numbers("created"),
    changed: numbers("changed"),
    before: images,
    after: { created: {}, changed: {} },
  };
  return { judged, written: { ids, image } };
}
