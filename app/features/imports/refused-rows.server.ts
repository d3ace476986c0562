import { noTransaction } from "#db/index.ts";
import { listImportRecords, findImportReading } from "#db/queries/imports/imports.ts";
import { listImportRows, type ImportRow } from "#db/queries/imports/rows.ts";
import {
  NOT_IMPORTED_COLUMN,
  ROWS_PER_SHEET,
  UNDECIDED_COLUMN,
  IMPORT_UNDO_HOURS,
  WORKBOOK_SHEETS,
  type ImportCells,
  type ImportColumn,
} from "#domain/people/imports.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import type { ImportPageDefinition } from "./definition.server.ts";
import { REASON_HEADING } from "./matching/headings.rules.ts";
import { tableFileResponse } from "./table-file.server.ts";

/**
 * Returns a file with the refused rows and the reason for each, to be corrected and uploaded again.
 * @throws notFound
 */
export async function buildRefusedRowsFile(
  person: Person,
  importId: string,
  { kind, columns: known }: ImportPageDefinition,
): Promise<Response> {
  if (kind === "workbook") return refusedSheetsFile(person, importId);
  const [found] = await listImportRecords(
    { kind, undoHours: IMPORT_UNDO_HOURS, importId, most: 1 },
    noTransaction,
  );
  const rows = found ? await listImportRows(importId, noTransaction) : [];
  // Cells are deleted when the import can no longer be undone, so a row may have no cells.
  const columns = known.filter(({ name }) => rows.some(({ cells }) => Object.hasOwn(cells, name)));
  const refused = rows.filter(({ outcome }) => outcome === "refused");
  if (!found || refused.length === 0 || columns.length === 0) throw nothingRefused();
  const format = /\.xlsx$/i.test(found.file_name) ? "xlsx" : "csv";
  return tableFileResponse(person, { format, ...tableOf("Refused rows", refused, columns) });
}

/** Returns a workbook with the refused rows of each sheet, under the headings of the file. */
async function refusedSheetsFile(person: Person, importId: string): Promise<Response> {
  const stored = await findImportReading(importId, noTransaction);
  const rows = stored?.reading ? await listImportRows(importId, noTransaction) : [];
  const refused = rows.filter(({ outcome }) => outcome === "refused");
  const tables = (stored?.reading?.sheets ?? []).flatMap(({ kind, title, columns }) => {
    const place = WORKBOOK_SHEETS.findIndex((sheet) => sheet.kind === kind);
    const ofSheet = refused.filter(({ row_number }) => Math.floor(row_number / ROWS_PER_SHEET) === place);
    const used = columns.filter(({ field }) => field !== UNDECIDED_COLUMN && field !== NOT_IMPORTED_COLUMN);
    const named = used.map(({ field, heading }) => ({ name: field, title: heading }));
    return ofSheet.length === 0 ? [] : tableOf(title, ofSheet, named);
  });
  const [first, ...others] = tables;
  if (!first) throw nothingRefused();
  return tableFileResponse(person, { format: "xlsx", ...first, others, fileName: "Refused rows" });
}

function tableOf(name: string, rows: readonly ImportRow[], columns: readonly ImportColumn[]) {
  return {
    name,
    columns: [...columns.map(({ title }) => title), REASON_HEADING],
    rows: rows.map((row) => [...columns.map((column) => cellText(row.cells[column.name])), reasonOf(row)]),
  };
}

function nothingRefused() {
  return notFound(
    "There are no refused rows to download for this import. Refused rows are deleted once the import can no longer be undone.",
  );
}

/** Returns the text of a cell, or empty text for a formula, because a formula could be mistaken for a value. */
function cellText(cell: ImportCells[string] | undefined): string {
  return cell === undefined || (cell.fault !== null && cell.text.trim().startsWith("=")) ? "" : cell.text;
}

function reasonOf({ lines }: ImportRow): string {
  return lines.flatMap((line) => (line.say === "refused" ? `${line.title}: ${line.reason}` : [])).join("; ");
}
