export type ImportKind = "students" | "employees";

/** `refused` means that the file itself was rejected. States in which a worker is busy end in -ing. */
export type ImportState = "reading" | "judged" | "refused" | "importing" | "imported" | "undoing" | "undone";

/** The outcomes of rows, in the order of the summary above them. */
export const OUTCOMES = ["created", "changed", "unchanged", "choose", "refused"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export function isOutcome(text: unknown): text is Outcome {
  return OUTCOMES.some((outcome) => outcome === text);
}

/** A line about a row: a change, a rejection, a possible match, or a few words. */
export type ImportLine =
  | { say: "change"; title: string; from: string; to: string }
  | { say: "refused"; title: string; reason: string }
  | { say: "alike"; publicId: string; words: string; mayBeAnother: boolean }
  | { say: "words"; words: string };

/** The contents of cells by field name; the fault says why a cell cannot be read. */
export type ImportCells = Readonly<Record<string, { text: string; fault: string | null }>>;

export type ImportColumn = { name: string; title: string };

/** A row of the file, with the person it was matched to by hand. */
export type MatchedRow = { row: number; cells: ImportCells; choice: string };

/** The planned outcome of a row, as it is shown. */
export type JudgedRow = {
  row: number;
  outcome: Outcome;
  publicId: string;
  name: string;
  class: string;
  lines: readonly ImportLine[];
};

export type Refusals = Extract<ImportLine, { say: "refused" }>[];

/** Said of a row that may be somebody who is here: it is another one. */
export const SOMEBODY_ELSE = "another";

/** The number of hours for which an import can be undone and its check is kept. */
export const UNDO_HOURS = 24;

export const MOST_IMPORT_ROWS: Readonly<Record<ImportKind, number>> = { students: 5_000, employees: 500 };
export const MOST_IMPORT_MB = 10;
