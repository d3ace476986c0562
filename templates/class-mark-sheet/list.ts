import { measureTextWidth } from "../parts/fonts.ts";
import { pageFrame } from "../parts/page.ts";
import { FONT_SIZES } from "../parts/type.ts";
import {
  resultCell,
  type TestCell,
  type ListCell,
  type ListColumn,
  type ListDocument,
  type ListRow,
  type ListTable,
  type ListHeading,
} from "../list/data.ts";

/** A column of the sheet, with the index of its results in each row. */
type Placed = { column: SheetColumn; place: number };

const NAME_WIDTH = { least: 100, roomy: 170 };
const RESULT = { least: 18, most: 62, size: 8.8 };
/** The most that a column is widened on a page with free space. More would move entries too far from the names. */
const MOST_SPREAD = 16;
/**
 * The number that is subtracted from the gap before a subject's second test, so that the two tests are closer
 * together.
 */
const CLOSER = 4;
/** An allowance for rounding, so that a word exactly as wide as its column still fits. */
const ROUNDING = 1;
/** The space before the subjects that only some students take. */
const APART = 14;
const WIDTH = { total: 34, average: 38, rank: 26 };
/** The space to the left of a column, and before a vertical rule. */
const GAP = 10;
const BEFORE_RULE = 8;
/** The width that the columns of a landscape page can use, without the row numbers. */
const ROOM = pageFrame("landscape").textWidth - 15 - GAP;

export function buildClassMarkSheet({ classes, ...heading }: ClassMarkSheet): ListDocument {
  const tables = classes.map((sheet) => tableOf(sheet, placed(sheet), { isLast: true, rankIn: "figures" }));
  return { ...heading, orientation: "landscape", tables: withHeadings(tables, classes) };
}

/** Builds a page for each class. If the columns of a class do not fit, it gets several pages that repeat the names. */
export function buildClassMarkSheetOnPaper({ classes, ...heading }: ClassMarkSheet): ListDocument {
  const tables = classes.flatMap((sheet) => {
    const parts = partsOf(sheet);
    const own = parts.map((part, index) => {
      return tableOf(sheet, part, { isLast: index === parts.length - 1, rankIn: "words" });
    });
    return withHeadings(
      own,
      own.map(() => sheet),
    );
  });
  return { ...heading, orientation: "landscape", tables };
}

function withHeadings(tables: readonly ListTable[], classes: readonly SheetOfClass[]): ListTable[] {
  return tables.map((table, index) => {
    const heading = classes[index]?.title ?? "";
    return heading === "" ? table : { ...table, heading };
  });
}

function placed({ columns }: SheetOfClass): Placed[] {
  return columns.map((column, index) => ({ column, place: index }));
}

/** Splits the columns into as few parts of similar width as possible. A subject's tests stay together. */
function partsOf(sheet: SheetOfClass): Placed[][] {
  const all = placed(sheet);
  const whole = neededBy(sheet, all) + endsOf(sheet);
  const count = Math.ceil(whole / (ROOM - NAME_WIDTH.least));
  const parts: Placed[][] = [[]];
  let used = 0;
  for (const [index, each] of all.entries()) {
    const width = neededBy(sheet, [each]);
    const isFull = used + width / 2 > whole / count && parts.length < count;
    if (isFull && !isSameSubject(all[index - 1], each)) {
      parts.push([]);
      used = 0;
    }
    parts.at(-1)?.push(each);
    used += width;
  }
  return parts;
}

function neededBy(sheet: SheetOfClass, part: readonly Placed[]): number {
  return part.reduce((sum, item) => sum + GAP + widthIn(sheet, item), 0);
}

/** Returns the total width of the columns after the results. */
function endsOf(sheet: SheetOfClass): number {
  return lastColumns(sheet).reduce((sum, { width }) => sum + GAP + Number(width), BEFORE_RULE);
}

function spreadOf(sheet: SheetOfClass, part: readonly Placed[], isLast: boolean): number {
  const spare = ROOM - NAME_WIDTH.roomy - neededBy(sheet, part) - (isLast ? endsOf(sheet) : 0);
  return Math.max(0, Math.min(MOST_SPREAD, spare / part.length));
}

function isSameSubject(one: Placed | undefined, other: Placed): boolean {
  return other.column.test !== null && one?.column.subject === other.column.subject;
}

type Part = { isLast: boolean; rankIn: "words" | "figures" };

function tableOf(sheet: SheetOfClass, part: readonly Placed[], { isLast, rankIn }: Part): ListTable {
  const spread = spreadOf(sheet, part, isLast);
  const columns = part.map((item, index): ListColumn => ({
    ...resultColumn(item.column, item.place),
    width: widthIn(sheet, item) + spread,
    // Decimals cannot extend beyond the last column, because a line or the edge of the page follows.
    hangs: index < part.length - 1,
  }));
  return {
    compact: true,
    columns: [NAME, ...columns, ...(isLast ? lastColumns(sheet) : [])],
    groups: [
      {
        title: "",
        rows: columns.length === 0 ? [] : sheet.students.map((student) => rowOf(student, rankIn)),
      },
    ],
    closing: sheet.closing.map(({ label, figures, total, average }) => ({
      name: { value: label, strong: true },
      ...byPlace(figures.map((figure) => figure ?? "")),
      total: total ?? "",
      average: average ?? "",
    })),
    numbered: "through",
    ownPage: true,
    spansRuled: true,
  };
}

const NAME: ListColumn = { key: "name", title: "Name", kind: "text", width: "*" };

function resultColumn({ subject, test, scale, hasMarks }: SheetColumn, index: number) {
  const title = [test ?? "", scale].filter(Boolean).join("\n");
  const align = hasMarks ? ("right" as const) : ("center" as const);
  return { key: keyOf(index), over: subject, title, kind: "number" as const, align };
}

function lastColumns({ outOf, ranked }: SheetOfClass): ListColumn[] {
  const total = { key: "total", over: "Total", title: outOf ?? "", width: WIDTH.total };
  const average = { key: "average", over: "Average", title: "%", width: WIDTH.average, strong: true };
  const rank = { key: "rank", over: "Rank", title: `of ${ranked}`, width: WIDTH.rank };
  const columns = [...(outOf === null ? [] : [total]), ...(ranked === null ? [] : [average, rank])];
  return columns.map((column, index) => ({ ...column, kind: "number", ruled: index === 0 }));
}

/**
 * Returns a column's width, which is the width of its heading or its longest result. The gap before a column that is
 * set apart is included.
 */
function widthIn({ columns, students }: SheetOfClass, { column, place }: Placed): number {
  const [before, after] = [columns[place - 1], columns[place + 1]];
  const isAlone = [before, after].every((item) => item?.subject !== column.subject);
  const over = isAlone ? measureTextWidth(column.subject, { size: FONT_SIZES.label, bold: true }) : 0;
  const heads = [column.test ?? "", column.scale].map((head) =>
    measureTextWidth(head, { size: FONT_SIZES.label }),
  );
  const results = students.map(({ results: own }) =>
    measureTextWidth(textOf(own[place]), { size: RESULT.size }),
  );
  const width = Math.min(RESULT.most, Math.max(RESULT.least, over, ...heads, ...results) + ROUNDING);
  if (before?.subject === column.subject) return width - CLOSER;
  if (after?.subject === column.subject) return width + CLOSER;
  return before && column.isOption && !before.isOption ? width + APART : width;
}

function rowOf({ name, results, total, average, rank }: SheetStudent, rankIn: Part["rankIn"]): ListRow {
  const place = rank && (rank.isShared && rankIn === "words" ? `= ${rank.place}` : rank.place);
  return { name, ...byPlace(results.map((result) => resultCell(result))), total, average, rank: place };
}

function byPlace(cells: readonly ListCell[]): ListRow {
  return Object.fromEntries(cells.map((cell, index) => [keyOf(index), cell]));
}

function keyOf(index: number): string {
  return `result ${index}`;
}

function textOf(result: TestCell | undefined): string {
  return result && "text" in result ? result.text : "";
}

/** A mark sheet with all subjects, one for each class of a form class. All figures are final. */
export type ClassMarkSheet = ListHeading & { classes: readonly SheetOfClass[] };

export type SheetOfClass = {
  /** The title above the class's sheet; empty if the document has only one class. */
  title: string;
  columns: readonly SheetColumn[];
  students: readonly SheetStudent[];
  /**
   * The maximum of the total, or null if students take different subjects, because such totals cannot be compared.
   */
  outOf: string | null;
  /** The number of students with a rank; null if no subject has marks to average. */
  ranked: number | null;
  /** Rows after the students, such as the mean of the class. */
  closing: readonly SheetSummary[];
};

export type SheetColumn = {
  /** The subject in a short form, such as `Lang. Arts`. */
  subject: string;
  /** The title of the test if a subject has several tests, such as `Test 1`. */
  test: string | null;
  /** The scale of the results, such as `of 50` or `grade`; empty for the scale that the key explains. */
  scale: string;
  /** True for a column of marks, which is right-aligned. Grades and other letters are centred. */
  hasMarks: boolean;
  /** True if only some students take the subject. */
  isOption: boolean;
};

export type SheetStudent = {
  name: string;
  results: readonly TestCell[];
  total: number | null;
  /** The average, rounded to three digits, without the per cent sign. */
  average: string | null;
  rank: { place: number; isShared: boolean } | null;
};

type SheetSummary = {
  label: string;
  /** One figure for each column; null if there is none. */
  figures: readonly (string | null)[];
  total: string | null;
  average: string | null;
};
