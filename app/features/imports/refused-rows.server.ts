import { noTransaction } from "#db/index.ts";
import { listImportRecords } from "#db/queries/imports/imports.ts";
import { listImportRows, type ImportRow } from "#db/queries/imports/rows.ts";
import { UNDO_HOURS, type ImportCells } from "#domain/people/imports.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import type { ImportDefinition } from "./definition.server.ts";
import { REASON } from "./matching/headings.rules.ts";
import { tableFileResponse } from "./table-file.server.ts";

/**
 * Returns a file with the refused rows and the reason for each, to be corrected and uploaded again. @throws notFound
 */
export async function refusedRowsFile(
  person: Person,
  importId: string,
  { kind, columns: known }: ImportDefinition,
): Promise<Response> {
  const [found] = await listImportRecords({ kind, undoHours: UNDO_HOURS, importId, most: 1 }, noTransaction);
  const rows = found ? await listImportRows(importId, noTransaction) : [];
  // Cells are deleted when the import can no longer be undone, so a row may have no cells.
  const columns = known.filter(({ name }) => rows.some(({ cells }) => Object.hasOwn(cells, name)));
  const refused = rows.filter(({ outcome }) => outcome === "refused");
  if (!found || refused.length === 0 || columns.length === 0)
    throw notFound(
      "There are no refused rows to download for this import. They are deleted once it can no longer be undone.",
    );
  return tableFileResponse(person, {
    format: /\.xlsx$/i.test(found.file_name) ? "xlsx" : "csv",
    name: "Refused rows",
    columns: [...columns.map(({ title }) => title), REASON],
    rows: refused.map((row) => [...columns.map(({ name }) => cellText(row.cells[name])), reasonOf(row)]),
  });
}

/** Returns the text of a cell, or empty text for a formula, because a formula could be mistaken for a value. */
function cellText(cell: ImportCells[string] | undefined): string {
  return cell === undefined || (cell.fault !== null && cell.text.trim().startsWith("=")) ? "" : cell.text;
}

function reasonOf({ lines }: ImportRow): string {
  return lines.flatMap((line) => (line.say === "refused" ? `${line.title}: ${line.reason}` : [])).join("; ");
}
