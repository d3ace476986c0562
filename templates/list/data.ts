import type { Count } from "../parts/counts.ts";
import type { Fact } from "../parts/heading.ts";
import type { Orientation } from "../parts/page.ts";
import type { Printed, School } from "../parts/school.ts";
import type { Signed } from "../parts/signatures.ts";
import type { Align } from "../parts/type.ts";

/** A list as a document: what its head says, and its tables. Every figure is final: only whole numbers are added up. */
export type ListDocument = ListHeading & {
  tables: ListTable[];
  /** Across where it is wider than upright, unless said. */
  orientation?: Orientation;
  /** Under what it is about, on paper upright. */
  facts?: readonly Fact[];
  /** Who signs it, on paper. */
  signed?: readonly Signed[];
};

/** The data of a kind with one table: its template adds the columns. */
export type ListData<Row> = ListHeading & { groups: ListGroup<Row>[] };

export type ListHeading = {
  school: School;
  /** What it is, such as `Class list`. */
  title: string;
  /** What or whom it is about, in large letters: `Standard 4`, `129 meals a day`. */
  about: string;
  /** What stands after it in smaller letters, such as the teachers; empty for nothing. */
  aside: string;
  /** What is filled in by hand beside it, such as `Week of`. */
  blank?: string;
  counts: Count[];
  /** Such as `Term 3, 2025–2026`. */
  period: string;
  /** The day for which the figures hold, as `2025-09-01`; null where they are of the day of printing. */
  referenceDate: string | null;
  printed: Printed;
  /** What letters of the list mean, such as `L` `late`. */
  keys: { letter: string; meaning: string }[];
  /** Sentences under the list. */
  notes: string[];
};

export type ListTable<Row = ListRow> = {
  /** Over the table, where a document has several. */
  heading?: string;
  columns: readonly ListColumn<Row>[];
  groups: readonly ListGroup<Row>[];
  /**
   * How groups with a title show: under a band with the title, under a row with the sums of theirs, or as blocks in two
   * columns, each with a head of its own.
   */
  arrangement?: "bands" | "sums" | "blocks";
  /** Begins a page, where it is not the first. */
  ownPage?: boolean;
  /** A rule under what neighbouring columns have in common. */
  spansRuled?: boolean;
  /** A column with the row's number, in each group anew or through the whole list. */
  numbered?: "by group" | "through";
  /** What the row is called that adds up the counts of a group, and that of all rows. */
  subtotal?: string;
  total?: string;
  /** Rows after the total, such as shares. */
  closing?: readonly ListRow[];
  /** What the two columns under each heading are: their totals stand as bars over the head, on paper only. */
  chart?: readonly [hollow: string, solid: string];
};

export type ListGroup<Row = ListRow> = {
  /** Empty for rows without a band. */
  title: string;
  aside?: string;
  /** A figure at the right of a block's title, such as 7 `meals`. */
  count?: Count;
  rows: readonly Row[];
  /** The keys of columns that a block does not need, on paper. */
  without?: readonly string[];
  /** Rows after them, such as their mean. */
  closing?: readonly ListRow[];
};

/** What stands in the columns, by their keys; a column without a key stays empty. */
export type ListRow = Readonly<Record<string, Cell>>;

/** Several values are lines of the row that belong together across its columns, such as one line a contact. */
export type Cell = Value | Marked | readonly (Value | Marked)[];

/** A cell's value. Null means that it is not known; an empty text leaves the cell empty. */
export type Value = string | number | boolean | null;

export type Marked = {
  value: Value;
  strong?: boolean;
  italics?: boolean;
  quiet?: boolean;
  underlined?: boolean;
  /** Stays on one line, over the empty cells after it. */
  oneLine?: boolean;
  /** What a mark is out of, after it: `29 / 50`. */
  outOf?: number;
  /** A second line, smaller, such as an address under a name. */
  under?: string;
  /** How much of a bar is filled; the whole of it unless said. */
  solid?: number;
  /** What a bar is compared with: a stroke below it. */
  stroke?: number | null;
};

export type ListColumn<Row = ListRow> = Look & (Filled<Row> | { kind: "box" });

type Look = {
  title: string;
  /** In points on paper; what is left is shared among those with `*`. */
  width: number | "*";
  align?: Align;
  /** A heading over neighbouring columns that name the same. */
  over?: string;
  /** A vertical rule before the column. */
  ruled?: boolean;
  strong?: boolean;
  /** Decimals hang over the column's edge, where they are those of a mean: no room is kept for them in its rows. */
  hangs?: boolean;
  /** What a whole bar would be, said in its head; unless said the longest is whole. */
  scale?: number;
};

type Filled<Row> = {
  key: keyof Row & string;
  /**
   * A date is `2026-11-20` in the data; a count shows zero as a dot and is added up in totals; a bar is as long as its
   * number, on paper only.
   */
  kind: "text" | "number" | "count" | "date" | "phone" | "yes-no" | "bar";
  /** Printed in italics for null; a dash unless said. */
  unknown?: string;
};

/** Columns to be filled in with a pen. */
export function boxes(titles: readonly string[], width = 15.2): (Look & { kind: "box" })[] {
  return titles.map((title) => ({ kind: "box", title, width }));
}
