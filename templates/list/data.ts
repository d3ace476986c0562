import type { LabelledCount } from "../parts/counts.ts";
import type { LabelledFact } from "../parts/heading.ts";
import type { Orientation } from "../parts/page.ts";
import type { PrintTime, School } from "../parts/school.ts";
import type { SignatureField } from "../parts/signatures.ts";
import type { Align } from "../parts/type.ts";

/** A list as a document. All figures are final; the template only adds up whole numbers. */
export type ListDocument = ListHeading & {
  tables: ListTable[];
  /** The default is portrait, or landscape if a table is too wide for portrait. */
  orientation?: Orientation;
  /** Facts below the heading, in portrait documents. */
  facts?: readonly LabelledFact[];
  /** The lines for signatures, in PDFs only. */
  signed?: readonly SignatureField[];
};

/** The data of a list with one table. The template of the list adds the columns. */
export type ListData<Row> = ListHeading & { groups: ListGroup<Row>[] };

export type ListHeading = {
  school: School;
  title: string;
  /** The subject of the list, in large letters, such as `Standard 4` or `129 meals a day`. */
  about: string;
  /** Smaller text after the subject, such as the names of the teachers; empty if there is none. */
  aside: string;
  /** A label beside the subject, with a line for writing by hand, such as `Week of`. */
  blank?: string;
  counts: LabelledCount[];
  /** The period, such as `Term 3, 2025–2026`. */
  period: string;
  /** The day of the figures, such as `2025-09-01`; null for the day of printing. */
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
   * The arrangement of groups with a title: under a band with the title, under a row with their sums, or as blocks in
   * two columns, each with its own table head.
   */
  arrangement?: "bands" | "sums" | "blocks";
  /** True to choose smaller text rather than a second page. */
  compact?: boolean;
  /** True if the table begins on a new page. The first table ignores this. */
  ownPage?: boolean;
  /** True to print a line below a heading that adjacent columns share. */
  spansRuled?: boolean;
  /** Adds a column of row numbers, which restart in each group or run through the whole list. */
  numbered?: "by group" | "through";
  /** The label of the row that adds up the counts of a group. `total` is the label for all groups. */
  subtotal?: string;
  total?: string;
  /** Rows after the total, such as percentages. */
  closing?: readonly ListRow[];
  /** The names of the two columns below each heading. Bars above the table head show their totals, in PDFs only. */
  chart?: readonly [hollow: string, solid: string];
};

export type ListGroup<Row = ListRow> = {
  /** The title of the group; empty if the rows have no band. */
  title: string;
  aside?: string;
  /** A count at the right of a block's title, such as 7 `meals`. */
  count?: LabelledCount;
  rows: readonly Row[];
  /** The keys of columns that this block omits, in PDFs only. */
  without?: readonly string[];
  /** Rows after the group's rows, such as their mean. */
  closing?: readonly ListRow[];
};

/** The values of a row by column key. A missing value leaves the cell empty. */
export type ListRow = Readonly<Record<string, ListCell>>;

/** A cell's content. Several values are lines that correspond across columns, such as one for each contact. */
export type ListCell = CellValue | StyledValue | readonly (CellValue | StyledValue)[];

/** A cell's value. Null means unknown; an empty text leaves the cell empty. */
export type CellValue = string | number | boolean | null;

export type StyledValue = {
  value: CellValue;
  strong?: boolean;
  italics?: boolean;
  quiet?: boolean;
  underlined?: boolean;
  /** True to keep the text on one line. A long text continues over the empty cells after it. */
  oneLine?: boolean;
  /** The maximum of a mark, which is printed after the mark: `29 / 50`. */
  outOf?: number;
  /** A second, smaller line, such as an address below a name. */
  under?: string;
  /** The length of the filled part of a bar. By default, the whole bar is filled. */
  solid?: number;
  /** A value to compare with a bar, drawn as a line below the bar. */
  stroke?: number | null;
};

export type ListColumn<Row = ListRow> = Look & (Filled<Row> | { kind: "box" });

type Look = {
  title: string;
  /** The printed width in points. Columns with `*` share the remaining width. */
  width: number | "*";
  align?: Align;
  /** A heading over several columns. Adjacent columns with the same text share one heading. */
  over?: string;
  /** True to draw a vertical line before the column. */
  ruled?: boolean;
  strong?: boolean;
  /** True if the decimals of a mean may cross the column's edge, so that other rows reserve no space for them. */
  hangs?: boolean;
  /** The value of a bar of full width, which the column's head shows. By default, the longest bar has full width. */
  scale?: number;
};

type Filled<Row> = {
  key: keyof Row & string;
  /**
   * The way in which values are printed. A date is `2026-11-20` in the data. A zero count is printed as a dot, and
   * counts are added up in totals. A bar is as long as its number. Bars are drawn in PDFs only.
   */
  kind: "text" | "number" | "count" | "date" | "phone" | "yes-no" | "bar";
  /** The text for null, printed in italics. By default, null is a dash. */
  unknown?: string;
};

/** Builds columns of boxes to fill in with a pen. */
export function fillInBoxColumns(titles: readonly string[], width = 15.2): (Look & { kind: "box" })[] {
  return titles.map((title) => ({ kind: "box", title, width }));
}

/**
 * A student's result in a test. `none` means that no result is entered yet, `nothing` that the student does not take
 * the subject. `outOf` is set if the maximum of this mark differs from the column's.
 */
export type TestCell =
  | { is: "result"; text: string; isLow: boolean; outOf?: number }
  | { is: "word"; text: string }
  | { is: "none" }
  | { is: "nothing" };

/** Builds a cell for a result. Words are in italics, and low marks are underlined. */
export function resultCell(result: TestCell, strong = false): CellValue | StyledValue {
  if (result.is === "none") return null;
  if (result.is === "nothing") return "";
  if (result.is === "word") return { value: result.text, italics: true };
  const { text, isLow, outOf } = result;
  return { value: text, underlined: isLow, strong, ...(outOf !== undefined && { outOf }) };
}
