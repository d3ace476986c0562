export type ImportKind = "students" | "employees";

/** `refused` means that the whole file was rejected. In states that end in -ing a worker is busy. */
export type ImportState = "reading" | "judged" | "refused" | "importing" | "imported" | "undoing" | "undone";

/** The outcomes of an import's rows, in the order of the summary above the list. */
export const IMPORT_OUTCOMES = ["created", "changed", "unchanged", "choose", "refused"] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

export function isImportOutcome(text: unknown): text is ImportOutcome {
  return IMPORT_OUTCOMES.some((outcome) => outcome === text);
}

/** A line of text about a row: a change, a rejection, a possible match, or plain words. */
export type ImportLine =
  | { say: "change"; title: string; from: string; to: string }
  | { say: "refused"; title: string; reason: string }
  | { say: "alike"; publicId: string; words: string; mayBeAnother: boolean }
  | { say: "words"; words: string };

/** The cells of a row by field name. `fault` says why a cell cannot be read. */
export type ImportCells = Readonly<Record<string, { text: string; fault: string | null }>>;

export type ImportColumn = { name: string; title: string };

/** A row of the file, with the person whom somebody chose as its match. */
export type MatchedImportRow = { row: number; cells: ImportCells; choice: string };

/** The planned outcome of a row, as the page shows it. */
export type CheckedImportRow = {
  row: number;
  outcome: ImportOutcome;
  publicId: string;
  name: string;
  class: string;
  lines: readonly ImportLine[];
};

export type ImportRefusals = Extract<ImportLine, { say: "refused" }>[];

/** The choice for a row that resembles an existing person but belongs to somebody new. */
export const SOMEBODY_ELSE = "another";

/** For so many hours an import can be undone, and the result of its check is kept. */
export const UNDO_HOURS = 24;

export const MOST_IMPORT_ROWS: Readonly<Record<ImportKind, number>> = { students: 5_000, employees: 500 };
export const MOST_IMPORT_MB = 10;
