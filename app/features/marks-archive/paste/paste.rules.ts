import { ARCHIVE_CELLS, CLASS_FIELD, archiveFields } from "#fields/archive.ts";
import type { Values } from "#fields/value.ts";
import { cellFault } from "../sheet/refused-cell.ts";

/** A row of the grid as it stands now. */
export type PasteRow = { row: string; name: string; values: Values };

/** What a paste would write, and what of it has no place, in words. */
export type PastePlan = {
  writes: { row: string; values: Values }[];
  cells: number;
  left: { where: string; why: string }[];
};

const FIELDS = archiveFields([], null);
const MOST_ROWS = 40;

/** Lines and columns of a spreadsheet; null for a single value, which the browser pastes itself. */
export function pastedCells(text: string): string[][] | null {
  const lines = withoutBlankEnd(text.replace(/\r\n?/g, "\n")).split("\n");
  const cells = lines.slice(0, MOST_ROWS).map((line) => line.split("\t").map((cell) => cell.trim()));
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : null;
}

function withoutBlankEnd(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === "\n") end -= 1;
  return text.slice(0, end);
}

/** From the cell that was pasted into to the right and downwards, as in the spreadsheet; an empty cell changes nothing. */
export function pastePlan(
  cells: readonly (readonly string[])[],
  at: { row: string; field: string },
  rows: readonly PasteRow[],
): PastePlan {
  const plan: PastePlan = { writes: [], cells: 0, left: [] };
  const firstRow = rows.findIndex(({ row }) => row === at.row);
  const firstCell = ARCHIVE_CELLS.findIndex(({ field }) => field === at.field);
  cells.forEach((line, down) => {
    const row = rows[firstRow + down];
    const written = line.flatMap((text, right) => pastedCell(text, { row, place: firstCell + right, plan }));
    if (!row || written.length === 0) return;
    plan.writes.push({ row: row.row, values: Object.fromEntries(written) });
    plan.cells += written.length;
  });
  return plan;
}

type Into = { row: PasteRow | undefined; place: number; plan: PastePlan };

function pastedCell(text: string, { row, place, plan }: Into): [string, Values[string]][] {
  const cell = ARCHIVE_CELLS[place];
  if (text === "") return [];
  if (!row || !cell) {
    plan.left.push({ where: `‘${text}’`, why: "outside of the grid" });
    return [];
  }
  const value = FIELDS.get(cell.field)?.kind.posted(text) ?? null;
  if (value === (row.values[cell.field] ?? null)) return [];
  const why = cellFault(
    cell.field,
    { [CLASS_FIELD]: row.values[CLASS_FIELD] ?? null, [cell.field]: value },
    FIELDS,
  );
  if (why === null) return [[cell.field, value]];
  plan.left.push({ where: `${row.name}, ${cell.subject} ${cell.test}, ‘${text}’`, why });
  return [];
}
