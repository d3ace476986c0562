import type { Count } from "../parts/counts.ts";
import type { Fact } from "../parts/heading.ts";
import type { Orientation } from "../parts/page.ts";
import type { Printed, School } from "../parts/school.ts";
import type { Signed } from "../parts/signatures.ts";
import type { Align } from "../parts/type.ts";

/** A list as a document: its head and its tables. Every figure is final; only whole numbers are added up. */
export type ListDocument = ListHeading & {
  tables: ListTable[];
  /** Unless given, landscape when the list is too wide for portrait. */
  orientation?: Orientation;
  /** Facts below the heading, on portrait paper. */
  facts?: readonly Fact[];
  /** The signatures, on paper. */
  signed?: readonly Signed[];
};

/** The data of a kind with one table: its template adds the columns. */
export type ListData<Row> = ListHeading & { groups: ListGroup<Row>[] };

export type ListHeading = {
  school: School;
  title: string;
  /** The subject of the list in large letters, such as `Standard 4` or `129 meals a day`. */
  about: string;
  /** Smaller text after the subject, such as the teachers; empty for none. */
  aside: string;
  /** A field to fill in by hand beside the subject, such as `Week of`. */
  blank?: string;
  counts: Count[];
  /** Such as `Term 3, 2025–2026`. */
  period: string;
  /** The day of the figures, such as `2025-09-01`; null for the day of printing. */
  referenceDate: string | null;
  printed: Printed;
  /** The meanings of the list's letters, such as `L` for `late`. */
  keys: { letter: string; meaning: string }[];
  /** Sentences under the list. */
  notes: string[];
};

export type ListTable<Row = ListRow> = {
  /** The heading over the table, in a document with several. */
  heading?: string;
  columns: readonly ListColumn<Row>[];
  groups: readonly ListGroup<Row>[];
  /**
   * The layout of groups with a title: under a band with the title, under a row with their sums, or as blocks in two
   * columns, each with a head of its own.
   */
  arrangement?: "bands" | "sums" | "blocks";
  /** The table begins a new page unless it is the first. */
  ownPage?: boolean;
  /** A rule is printed under a heading that neighbouring columns share. */
  spansRuled?: boolean;
  /** Adds a column with the row's number, restarting in each group or counting through the whole list. */
  numbered?: "by group" | "through";
  /** The label of the row that adds up the counts of a group, and of the row for all. */
  subtotal?: string;
  total?: string;
  /** Rows after the total, such as shares. */
  closing?: readonly ListRow[];
  /** The names of the two columns under each heading, whose totals are bars above the head, on paper only. */
  chart?: readonly [hollow: string, solid: string];
};

export type ListGroup<Row = ListRow> = {
  /** Empty for rows without a band. */
  title: string;
  aside?: string;
  /** A count at the right of a block's title, such as 7 `meals`. */
  count?: Count;
  rows: readonly Row[];
  /** The keys of columns that a block leaves out, on paper. */
  without?: readonly string[];
  /** Rows after the group's own, such as their mean. */
  closing?: readonly ListRow[];
};

/** The values of the columns by key; a column without a key stays empty. */
export type ListRow = Readonly<Record<string, Cell>>;

/** Several values are lines of one row that belong together across columns, such as one line per contact. */
export type Cell = Value | Marked | readonly (Value | Marked)[];

/** A cell's value. Null means unknown; an empty text leaves the cell empty. */
export type Value = string | number | boolean | null;

export type Marked = {
  value: Value;
  strong?: boolean;
  italics?: boolean;
  quiet?: boolean;
  underlined?: boolean;
  /** The text stays on one line and runs over the empty cells after it. */
  oneLine?: boolean;
  /** The maximum of a mark, printed after it: `29 / 50`. */
  outOf?: number;
  /** A second, smaller line, such as an address under a name. */
  under?: string;
  /** The filled part of a bar; the whole bar unless given. */
  solid?: number;
  /** A value to compare a bar with, drawn as a stroke below it. */
  stroke?: number | null;
};

export type ListColumn<Row = ListRow> = Look & (Filled<Row> | { kind: "box" });

type Look = {
  title: string;
  /** The width in points on paper; columns with `*` share what is left. */
  width: number | "*";
  align?: Align;
  /** A heading over neighbouring columns that have the same one. */
  over?: string;
  /** A vertical rule comes before the column. */
  ruled?: boolean;
  strong?: boolean;
  /** The decimals of a mean hang over the column's edge, so that no room is kept for them in other rows. */
  hangs?: boolean;
  /** The value of a whole bar, printed in its head; unless given, the longest bar is whole. */
  scale?: number;
};

type Filled<Row> = {
  key: keyof Row & string;
  /**
   * A date is `2026-11-20` in the data; a count prints zero as a dot and is added up in totals; a bar is as long as
   * its number, on paper only.
   */
  kind: "text" | "number" | "count" | "date" | "phone" | "yes-no" | "bar";
  /** The text for null, in italics; a dash unless given. */
  unknown?: string;
};

/** Columns to fill in with a pen. */
export function boxes(titles: readonly string[], width = 15.2): (Look & { kind: "box" })[] {
  return titles.map((title) => ({ kind: "box", title, width }));
}

/**
 * A student's result in a test. `none` means nothing entered yet, `nothing` that the student does not take the
 * subject. `outOf` is set when the mark's maximum differs from its column's.
 */
export type Result =
  | { is: "result"; text: string; isLow: boolean; outOf?: number }
  | { is: "word"; text: string }
  | { is: "none" }
  | { is: "nothing" };

/** Builds a cell for a result: words are in italics, low marks are underlined. */
export function resultCell(result: Result, strong = false): Value | Marked {
  if (result.is === "none") return null;
  if (result.is === "nothing") return "";
  if (result.is === "word") return { value: result.text, italics: true };
  const { text, isLow, outOf } = result;
  return { value: text, underlined: isLow, strong, ...(outOf !== undefined && { outOf }) };
}
