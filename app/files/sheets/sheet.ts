/** What stands in a cell, as text: a day as `2026-11-20`. The fault says why it cannot be read, in words. */
export type SheetCell = { text: string; fault: string | null };

/** A row with its number in the file. */
export type SheetRow = { row: number; cells: readonly SheetCell[] };

/** The first row that says anything is the head. */
export type SheetRead =
  { ok: true; head: SheetRow; rows: readonly SheetRow[] } | { ok: false; fault: string };

export type SheetLimits = { rows: number };

/** Columns to the right of this one hold nothing of ours. */
export const MOST_COLUMNS = 200;

export const SHEET_FAULTS = {
  empty: "The file is empty: there is no row in it.",
  noSheet: "This is not a spreadsheet. Choose an Excel file (.xlsx) or a text file with commas (.csv).",
  oldExcel:
    "This is a file of an old Excel (.xls). Open it and save it as .xlsx: another ending alone is not enough.",
  locked: "The file is locked with a password. Save it as .xlsx without a password, then choose it again.",
  broken: "The file is not whole: it may have been cut off. Save it again and choose it again.",
  merged: "The file has hundreds of merged cells. Part them all, then save it again.",
  bomb: "The file unpacks to more than a list of people can be. Nothing of it was read.",
} as const;

/** @param row where it begins; null where nobody knows */
export function endlessFrom(row: number | null): string {
  const from = row === null ? "in it" : `in row ${row.toLocaleString("en")} or after it`;
  return `The file cannot be read: a quotation mark ${from} is not closed, or a row of it does not end. Mend it, then choose the file again.`;
}

export function tooManyRows({ rows }: SheetLimits): string {
  return `The file has more than ${rows.toLocaleString("en")} rows. Make several files of it.`;
}

export function refusedSheet(fault: string): SheetRead {
  return { ok: false, fault };
}

/** Rows of nothing are left out; the others keep their number. */
export function sheetOf(rows: readonly SheetRow[]): SheetRead {
  const [head, ...others] = rows.filter(({ cells }) =>
    cells.some(({ text, fault }) => text.trim() !== "" || fault !== null),
  );
  return head ? { ok: true, head, rows: others } : refusedSheet(SHEET_FAULTS.empty);
}
