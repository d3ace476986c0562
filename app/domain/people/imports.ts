/** The kinds of import about the school itself, each after those that it refers to. */
export const SCHOOL_KINDS = [
  "subjects",
  "classes",
  "lessons",
  "choices",
  "marks",
  "marks-by-student",
] as const;
export type SchoolKind = (typeof SCHOOL_KINDS)[number];

/** The kinds of one list. A workbook has several of them, each on a sheet of its own. */
export type ListKind = "students" | "employees" | SchoolKind;
export type ImportKind = ListKind | "workbook";

/** The sheets of a workbook in the order in which they are imported. */
export const WORKBOOK_SHEETS: readonly { kind: ListKind; title: string }[] = [
  { kind: "subjects", title: "Subjects" },
  { kind: "employees", title: "Employees" },
  { kind: "classes", title: "Classes" },
  { kind: "students", title: "Students" },
  { kind: "lessons", title: "Lessons" },
  { kind: "choices", title: "Subject choices" },
  { kind: "marks", title: "Marks" },
];

/** The number of a row counts from here on in the second sheet of a workbook, and so on. */
export const ROWS_OF_A_SHEET = 1_000_000;

export function isSchoolKind(text: unknown): text is SchoolKind {
  return SCHOOL_KINDS.some((kind) => kind === text);
}

/**
 * `matching` waits for a person to confirm how the file was read, and `refused` means that the file itself was
 * rejected. In all other states that end in -ing a worker is busy.
 */
export type ImportState =
  "reading" | "matching" | "judged" | "refused" | "importing" | "imported" | "undoing" | "undone";

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

/** A cell of a file; the fault says why it cannot be read. */
export type FileCell = { text: string; fault: string | null };
export type FileRow = { row: number; cells: readonly FileCell[] };

/** The contents of cells by field name. */
export type ImportCells = Readonly<Record<string, FileCell>>;

/** A column of a file. `also` has names that a heading may have besides the title and the synonyms of all schools. */
export type ImportColumn = { name: string; title: string; also?: readonly string[] };

/** The decisions about how a file is read, in the order of the screen. A person can change each of them. */
export const FILE_DECISIONS = ["encoding", "separator", "sheet", "headings", "dates", "hidden"] as const;
export type FileDecisionName = (typeof FILE_DECISIONS)[number];

/** The decisions that a person made in place of the file's content. */
export type FileChoices = Readonly<Partial<Record<FileDecisionName, string>>>;

export type FileDecision = {
  name: FileDecisionName;
  /** The decision as a value of the choices and in words. */
  value: string;
  decided: string;
  /** The content of the file that led to the decision. */
  evidence: string;
  options: readonly { value: string; label: string }[];
};

/**
 * How a column got its field: by the title of the field, another name for it, its content, or a person, now or for an
 * earlier file of the same headings.
 */
export type MatchedBy = "title" | "heading" | "content" | "you" | "earlier";

/** The field of a column that nobody has decided about, and of one that is left out on purpose. */
export const UNDECIDED = "";
export const NOT_IMPORTED = "-";

export type FileColumn = {
  /** The place in the row, from 0. */
  place: number;
  heading: string;
  /** The heading in a form that is the same in similar files; unique in the file. */
  key: string;
  samples: readonly { text: string; isFaulty: boolean }[];
  /** The name of the field, UNDECIDED or NOT_IMPORTED. */
  field: string;
  by: MatchedBy | null;
  /** The name of the field that the heading means, which another column may have; null when it means none. */
  meant: string | null;
  /** The first cell that cannot be read, such as `Row 14: Excel shortened this number`. */
  fault: string | null;
};

/** A sheet of a workbook as it was read. Columns without a field are left out. */
export type WorkbookSheet = { kind: ListKind; title: string; rows: number; columns: readonly FileColumn[] };

/** How a file was read, and what its columns are. */
export type FileReading = {
  /** The sheets of a workbook; absent in a list. */
  sheets?: readonly WorkbookSheet[];
  format: string;
  rows: number;
  choices: FileChoices;
  decisions: readonly FileDecision[];
  columns: readonly FileColumn[];
};

/** A row of the file, with the person whom somebody chose as its match. */
export type MatchedImportRow = { row: number; cells: ImportCells; choice: string };

/** The planned outcome of a row, as the page shows it. `publicId` is empty for rows that are not about one person. */
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

export const MOST_IMPORT_ROWS: Readonly<Record<ImportKind, number>> = {
  students: 5_000,
  employees: 500,
  workbook: 60_000,
  subjects: 500,
  classes: 500,
  lessons: 5_000,
  choices: 20_000,
  marks: 40_000,
  "marks-by-student": 5_000,
};
export const MOST_IMPORT_MB = 10;
