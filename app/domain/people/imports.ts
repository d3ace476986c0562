export type ImportKind = "students" | "employees";

/** `refused`: the file itself was. What a worker is at ends in -ing. */
export type ImportState = "reading" | "judged" | "refused" | "importing" | "imported" | "undoing" | "undone";

/** What a row would do, in the order of the strip over them. */
export const OUTCOMES = ["created", "changed", "unchanged", "choose", "refused"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export function isOutcome(text: unknown): text is Outcome {
  return OUTCOMES.some((outcome) => outcome === text);
}

/** What is said of a row: a change, a refusal, who it may be, or a few words. */
export type ImportLine =
  | { say: "change"; title: string; from: string; to: string }
  | { say: "refused"; title: string; reason: string }
  | { say: "alike"; publicId: string; words: string; mayBeAnother: boolean }
  | { say: "words"; words: string };

/** What a cell holds, by the name of its field; the fault says why it cannot be read. */
export type ImportCells = Readonly<Record<string, { text: string; fault: string | null }>>;

/** A column of the file, of the template and of the export. */
export type ImportColumn = { name: string; title: string };

/** A row as the file has it, and whom somebody said it is of. */
export type AskedRow = { row: number; cells: ImportCells; choice: string };

/** What a row would do, as it is shown. */
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
export const ANOTHER = "another";

/** For so long an import can be undone, and is its dry run kept. */
export const UNDO_HOURS = 24;

/** Rows of one file. */
export const MOST_IMPORT_ROWS: Readonly<Record<ImportKind, number>> = { students: 5_000, employees: 500 };
export const MOST_IMPORT_MB = 10;
