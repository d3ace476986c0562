/** The kinds of one list, in the order in which a new school imports them: each list refers to earlier lists. */
export const LIST_IMPORT_KINDS = [
  "employees",
  "subjects",
  "classes",
  "students",
  "lessons",
  "choices",
  "marks",
  "marks-by-student",
  "term-reports",
  "past-marks",
  "entrants",
] as const;
export type ListImportKind = (typeof LIST_IMPORT_KINDS)[number];

/** The kinds of import about the school itself. */
export type SchoolImportKind = Exclude<ListImportKind, "students" | "employees">;
export type ImportKind = ListImportKind | "workbook";

/**
 * The sheets of a workbook in the order in which they are imported. A new sheet comes last, because the numbers of stored
 * rows depend on the place of their sheet.
 */
const SHEET_TITLES: Readonly<Record<ListImportKind, string>> = {
  subjects: "Subjects",
  employees: "Employees",
  classes: "Classes",
  students: "Students",
  lessons: "Lessons",
  choices: "Subject choices",
  marks: "Marks",
  "term-reports": "Term reports",
  "past-marks": "Past marks",
  entrants: "New entrants",
  "marks-by-student": "Marks by student",
};
export const WORKBOOK_SHEETS = Object.entries(SHEET_TITLES).map(([kind, title]) => ({
  kind: kind as ListImportKind,
  title,
}));

/**
 * The number from which the rows of a workbook's second sheet are numbered. The rows of the third sheet start at
 * twice this number, and so on. An Excel sheet has at most 1,048,576 rows.
 */
export const ROWS_PER_SHEET = 2_000_000;

export function isSchoolImportKind(text: unknown): text is SchoolImportKind {
  return text !== "students" && text !== "employees" && LIST_IMPORT_KINDS.some((kind) => kind === text);
}

/**
 * The states of an import. In the state `matching`, the import waits until a person confirms how the file was read.
 * `refused` means that the file itself was rejected. In all other states that end in -ing a worker is busy.
 */
export type ImportState =
  "reading" | "matching" | "judged" | "refused" | "importing" | "imported" | "undoing" | "undone";

/** The outcomes of an import's rows, in the order of the summary above the list. */
export const IMPORT_OUTCOMES = ["created", "changed", "unchanged", "choose", "refused"] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

export function isImportOutcome(text: unknown): text is ImportOutcome {
  return IMPORT_OUTCOMES.some((outcome) => outcome === text);
}

/** A line of text about a row: a change, a rejection, a possible match, or any other remark. */
export type ImportRemark =
  | { say: "change"; title: string; from: string; to: string }
  | { say: "refused"; title: string; reason: string }
  | { say: "alike"; publicId: string; words: string; mayBeAnother: boolean }
  | { say: "words"; words: string };

/** A cell of a file. `fault` explains why the cell cannot be read. */
export type ImportFileCell = { text: string; fault: string | null };
export type ImportFileRow = { row: number; cells: readonly ImportFileCell[] };

/** The contents of cells by field name. */
export type ImportCells = Readonly<Record<string, ImportFileCell>>;

/**
 * A column of a file. `also` lists headings that the column may have besides its title and the synonyms for all
 * schools.
 */
export type ImportColumn = { name: string; title: string; also?: readonly string[] };

/** The decisions about how to read a file, in the order of the screen. A person can change each decision. */
export const IMPORT_FILE_DECISIONS = [
  "encoding",
  "separator",
  "sheet",
  "headings",
  "dates",
  "hidden",
] as const;
export type ImportFileDecisionName = (typeof IMPORT_FILE_DECISIONS)[number];

/** The decisions that a person made. Termbook makes the other decisions from the file's content. */
export type ImportFileChoices = Readonly<Partial<Record<ImportFileDecisionName, string>>>;

export type ImportFileDecision = {
  name: ImportFileDecisionName;
  /** The decision, as one of the option values and as text for the page. */
  value: string;
  decided: string;
  /** The content of the file that led to the decision. */
  evidence: string;
  options: readonly { value: string; label: string }[];
};

/**
 * The way in which a column was matched with a field: by the field's title, by another name of the field, by the
 * column's content, or by a person, either now or for an earlier file with the same headings.
 */
export type ColumnMatchSource = "title" | "heading" | "content" | "you" | "earlier";

/**
 * Values that replace a field name, because nobody has decided about the column or because it is deliberately left
 * out.
 */
export const UNDECIDED_COLUMN = "";
export const NOT_IMPORTED_COLUMN = "-";

export type ImportFileColumn = {
  /** The position of the column in the row, counted from 0. */
  place: number;
  heading: string;
  /** The column's heading in a normalised form, which is the same in similar files and unique within the file. */
  key: string;
  samples: readonly { text: string; isFaulty: boolean }[];
  /** The name of the field, `UNDECIDED_COLUMN` or `NOT_IMPORTED_COLUMN`. */
  field: string;
  by: ColumnMatchSource | null;
  /**
   * The name of the field that the heading means, even if another column was matched with that field; null if the
   * heading means no field.
   */
  meant: string | null;
  /** A description of the first cell that cannot be read, such as `Row 14: Excel shortened this number`. */
  fault: string | null;
};

/** A sheet of a workbook as it was read. Columns without a field are left out. */
export type WorkbookSheet = {
  kind: ListImportKind;
  title: string;
  rows: number;
  columns: readonly ImportFileColumn[];
};

/** How a file was read, and what its columns are. */
export type ImportFileReading = {
  /** The sheets of a workbook; absent in a list. */
  sheets?: readonly WorkbookSheet[];
  /** The names of a workbook's other sheets, which are not read. */
  unread?: readonly string[];
  format: string;
  rows: number;
  choices: ImportFileChoices;
  decisions: readonly ImportFileDecision[];
  columns: readonly ImportFileColumn[];
};

/** The account and the network address of the person who imports, for the security events. */
export type ImportingPerson = { accountId: number; address: string };

/** A row of the file, with the person that a user chose as its match. */
export type MatchedImportRow = { row: number; cells: ImportCells; choice: string };

/** The planned outcome of a row, as the page shows it. `publicId` is empty for rows that are not about one person. */
export type CheckedImportRow = {
  row: number;
  outcome: ImportOutcome;
  publicId: string;
  name: string;
  class: string;
  lines: readonly ImportRemark[];
};

export type ImportRefusals = Extract<ImportRemark, { say: "refused" }>[];

/** The choice that a row is about a new person, although the row resembles an existing person. */
export const NEW_PERSON = "another";

/** The number of hours during which an import can be undone and the result of its check is kept. */
export const IMPORT_UNDO_HOURS = 24;

export const MAX_IMPORT_ROWS: Readonly<Record<ImportKind, number>> = {
  students: 5_000,
  employees: 500,
  workbook: 60_000,
  subjects: 500,
  classes: 500,
  lessons: 5_000,
  choices: 20_000,
  marks: 40_000,
  "marks-by-student": 5_000,
  "term-reports": 5_000,
  "past-marks": 20_000,
  entrants: 2_000,
};
export const MAX_IMPORT_MB = 10;
