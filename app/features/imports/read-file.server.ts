import type { ReadRow } from "#db/queries/imports/imports.ts";
import { MOST_IMPORT_ROWS, type ImportCells } from "#domain/people/imports.ts";
import { readSheet } from "#files/sheets/read-sheet.server.ts";
import type { SheetCell } from "#files/sheets/sheet.ts";
import { columnsIn, type Columns } from "./columns.rules.ts";
import type { ImportDefinition } from "./definition.server.ts";

export type FileRead = { ok: true; rows: ReadRow[] } | { ok: false; fault: string };

/** The rows of a file by the fields of its columns, or why it is no such file. */
export async function readFileRows(path: string, definition: ImportDefinition): Promise<FileRead> {
  const sheet = await readSheet(path, { rows: MOST_IMPORT_ROWS[definition.kind] });
  if (!sheet.ok) return sheet;
  const merged = sheet.head.cells.find(({ fault }) => fault !== null);
  if (merged)
    return {
      ok: false,
      fault: `Row ${sheet.head.row} is to name the columns: ${merged.fault}, or take the row out.`,
    };
  const named = columnsIn(
    sheet.head.cells.map(({ text }) => text),
    definition,
  );
  if ("faults" in named) return { ok: false, fault: named.faults.join(" ") };
  if (sheet.rows.length === 0) return { ok: false, fault: "There is no row under the names of the columns." };
  return {
    ok: true,
    rows: sheet.rows.map(({ row, cells }) => ({ row, cells: cellsBy(named.columns, cells) })),
  };
}

function cellsBy(columns: Columns, cells: readonly SheetCell[]): ImportCells {
  const said = [...columns].flatMap(([place, { name }]) => {
    const cell = cells[place];
    return cell && (cell.text !== "" || cell.fault !== null) ? [[name, kept(cell)] as const] : [];
  });
  return Object.fromEntries(said);
}

/** What the database takes as text; the fields say whether it is theirs. */
function kept({ text, fault }: SheetCell): SheetCell {
  // As UTF-8, which has no half of a character.
  const whole = Buffer.from(text.replaceAll("\0", "\uFFFD")).toString();
  return { text: whole, fault };
}
