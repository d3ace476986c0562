import type { LabelledCount } from "../parts/counts.ts";
import type { Fact } from "../parts/heading.ts";
import type { Orientation } from "../parts/page.ts";
import type { PrintTime, School } from "../parts/school.ts";
import type { SignatureField } from "../parts/signatures.ts";
import type { Align } from "../parts/type.ts";

/** A list as a document: its heading and its tables. All figures are final; the template only adds up whole numbers. */
export type ListDocument = ListHeading & {
  tables: ListTable[];
  /** The default is portrait, or landscape when a table is too wide for it. */
  orientation?: Orientation;
  /** Facts below the heading, in portrait documents. */
  facts?: readonly Fact[];
  /** The lines for signatures, in PDFs only. */
  signed?: readonly SignatureField[];
};

/** The data of a list with one table, to which the template adds the columns. */
export type ListData<Row> = ListHeading & { groups: ListGroup<Row>[] };

export type ListHeading = {
  school: School;
  title: string;
  /** The subject of the list, in large letters, such as `Standard 4` or `129 meals a day`. */
  about: string;
  /** Smaller text after the subject, such as the names of the teachers; empty for none. */
  aside: string;
  /** A label beside the subject with a line to write on, such as `Week of`. */
  blank?: string;
  counts: LabelledCount[];
  /** The period, such as `Term 3, 2025–2026`. */
  period: string;
  /** The day for which the figures hold, such as `2025-09-01`; null for the day of printing. */
  referenceDate: string | null;
  printed: PrintTime;
  /** The meanings of letters in the list, such as `L` for `late`. */
  keys: { letter: string; meaning: string }[];
  /** Sentences below the list. */
  notes: string[];
};

export type ListTable<Row = ListRow> = {
  /** The heading above the table, in a document with several tables. */
  heading?: string;
  columns: readonly ListColumn<Row>[];
  groups: readonly ListGroup<Row>[];
  /**
   * The layout of groups that have a title: below a band with the title, below a row with their sums, or as blocks in
   * two columns, each with its own table head.
   */
  arrangement?: "bands" | "sums" | "blocks";
  /** True to begin a new page with the table, unless it is the first. */
  ownPage?: boolean;
  /** True to print a rule below a heading that neighbouring columns share. */
  spansRuled?: boolean;
  /** Adds a column of row numbers, which restart in each group or continue through the list. */
  numbered?: "by group" | "through";
  /** The label of the row that adds up the counts of a group. The next field is that of the row for all groups. */
  subtotal?: string;
  total?: string;
  /** Rows after the total, such as shares. */
  closing?: readonly ListRow[];
  /** The names of the two columns below each heading, whose totals are bars above the table head; PDF only. */
  chart?: readonly [hollow: string, solid: string];
};

export type ListGroup<Row = ListRow> = {
  /** The title of the group; empty for rows without a band. */
  title: string;
  aside?: string;
  /** A count at the right of a block's title, such as 7 `meals`. */
  count?: LabelledCount;
  rows: readonly Row[];
  /** The keys of columns that a block leaves out, in PDFs only. */
  without?: readonly string[];
  /** Rows after the group's own, such as their mean. */
  closing?: readonly ListRow[];
};

/** The values of a row by column key. A column without a value stays empty. */
export type ListRow = Readonly<Record<string, ListCell>>;

/** A cell's content. Several values are lines that correspond across columns, such as one per contact. */
export type ListCell = CellValue | StyledValue | readonly (CellValue | StyledValue)[];

/** A cell's value. Null means unknown; an empty text leaves the cell empty. */
export type CellValue = string | number | boolean | null;

export type StyledValue = {
  value: CellValue;
  strong?: boolean;
  italics?: boolean;
  quiet?: boolean;
  underlined?: boolean;
  /** True to keep the text on one line, running over the empty cells after it. */
  oneLine?: boolean;
  /** The maximum of a mark, printed after it: `29 / 50`. */
  outOf?: number;
  /** A second, smaller line, such as an address below a name. */
  under?: string;
  /** The length of the filled part of a bar; the whole bar by default. */
  solid?: number;
  /** A value to compare a bar with, drawn as a line below it. */
  stroke?: number | null;
};

export type ListColumn<Row = ListRow> = Look & (Filled<Row> | { kind: "box" });

type Look = {
  title: string;
  /** The width in points on paper. Columns with `*` share the remaining width. */
  width: number | "*";
  align?: Align;
  /** A heading over several columns: neighbouring columns with the same text share one heading. */
  over?: string;
  /** True to draw a vertical rule before the column. */
  ruled?: boolean;
  strong?: boolean;
  /** True when the decimals of a mean hang over the column's edge, so that the other rows need no room for them. */
  hangs?: boolean;
  /** The value for a bar of full width, printed in the column's head; by default that of the longest bar. */
  scale?: number;
};

type Filled<Row> = {
  key: keyof Row & string;
  /**
   * A date is `2026-11-20` in the data. A count prints zero as a dot and is added up in totals. A bar is as long as its
   * number, and is only in PDFs.
   */
  kind: "text" | "number" | "count" | "date" | "phone" | "yes-no" | "bar";
  /** The text for null, in italics; a dash by default. */
  unknown?: string;
};

/** Builds columns of boxes to fill in with a pen. */
export function boxColumns(titles: readonly string[], width = 15.2): (Look & { kind: "box" })[] {
  return titles.map((title) => ({ kind: "box", title, width }));
}

/**
 * A student's result in a test. `none` means that nothing is entered yet, `nothing` that the student does not take the
 * subject. `outOf` is set when the mark's maximum differs from the column's.
 */
export type TestResultCell =
  | { is: "result"; text: string; isLow: boolean; outOf?: number }
  | { is: "word"; text: string }
  | { is: "none" }
  | { is: "nothing" };

/** Builds a cell for a result. Words are in italics, and low marks are underlined. */
export function resultCell(result: TestResultCell, strong = false): CellValue | StyledValue {
  if (result.is === "none") return null;
  if (result.is === "nothing") return "";
  if (result.is === "word") return { value: result.text, italics: true };
  const { text, isLow, outOf } = result;
  return { value: text, underlined: isLow, strong, ...(outOf !== undefined && { outOf }) };
}
