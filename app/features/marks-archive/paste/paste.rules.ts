import { isAverageOf, findPasteQuestion, type PastedCells } from "#domain/text/pasted-cells.ts";
import { ARCHIVE_CELLS, ARCHIVE_CLASS_FIELD, archiveFields } from "#fields/archive.ts";
import type { FieldValues } from "#fields/value.ts";
import { findCellError } from "../sheet/archive-sheet.ts";

export type PasteRow = { row: string; name: string; values: FieldValues };

/** The cells that a paste would write. `left` lists the cells that it would not write, with the reasons. */
export type ArchivePastePlan = {
  writes: { row: string; values: FieldValues }[];
  cells: number;
  left: { where: string; why: string }[];
};

export type PasteTarget = { row: string; field: string };

export type ArchivePaste = { at: PasteTarget; pasted: PastedCells; rows: readonly PasteRow[] };

const FIELDS = archiveFields([], null);

/** Returns whether the paste is a single value, which the browser pastes by itself. */
export function isSingleValue({ cells }: PastedCells): boolean {
  return cells.length < 2 && (cells[0]?.length ?? 0) < 2;
}

/** Returns the question to ask before lines are written below the target cell, or null if there is no doubt. */
export function findArchivePasteQuestion(
  { cells, blankAtEnd }: PastedCells,
  at: PasteTarget,
  rows: readonly PasteRow[],
): string | null {
  const values = cells.map(([first = ""]) => first);
  const [value = "", ...below] = values;
  const [last = "", above] = [values.at(-1), values.slice(0, -1)];
  const { kind } = FIELDS.get(at.field) ?? {};
  const isNone = value !== "" && kind !== undefined && kind.refuse(kind.posted(value)) !== null;
  const average = "is the average of the others";
  const fault = isNone ? "is not a mark" : isAverageOf(value, below) ? average : null;
  return findPasteQuestion(
    {
      lines: values.length,
      blankAtEnd,
      rows: rows.length - rows.findIndex(({ row }) => row === at.row),
      first: fault === null ? null : { value, fault },
      last: isAverageOf(last, above) ? { value: last, fault: average } : null,
    },
    { line: "line", row: "term" },
  );
}

/** Plans a paste to the right and downwards, as in a spreadsheet. Empty pasted cells change nothing. */
export function planArchivePaste(
  cells: readonly (readonly string[])[],
  at: PasteTarget,
  rows: readonly PasteRow[],
): ArchivePastePlan {
  const plan: ArchivePastePlan = { writes: [], cells: 0, left: [] };
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

type Into = { row: PasteRow | undefined; place: number; plan: ArchivePastePlan };

function pastedCell(text: string, { row, place, plan }: Into): [string, FieldValues[string]][] {
  const cell = ARCHIVE_CELLS[place];
  if (text === "") return [];
  if (!row || !cell) {
    plan.left.push({ where: `‘${text}’`, why: "outside the grid" });
    return [];
  }
  const value = FIELDS.get(cell.field)?.kind.posted(text) ?? null;
  if (value === (row.values[cell.field] ?? null)) return [];
  const why = findCellError(
    cell.field,
    { [ARCHIVE_CLASS_FIELD]: row.values[ARCHIVE_CLASS_FIELD] ?? null, [cell.field]: value },
    FIELDS,
  );
  if (why === null) return [[cell.field, value]];
  plan.left.push({ where: `${row.name}, ${cell.subject} ${cell.test}, ‘${text}’`, why });
  return [];
}
