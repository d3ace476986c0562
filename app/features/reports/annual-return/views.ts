import type { Listed } from "./theme.rules.ts";
import type { ReturnParams } from "./params.rules.ts";

export type ReturnView = {
  /** The kind of school and the year, such as `Secondary Schools, 2026–2027`. */
  about: string;
  checks: { id: string; title: string; records: string; isFound: boolean; meaning: string }[];
  sheets: { id: string; name: string; about: string; total: string }[];
};

export type FigureView = {
  params: ReturnParams;
  title: string;
  about: string;
  /** Null for a check, because a check is only a list of people. */
  table: TableView | null;
  /** Null when no figure is chosen. */
  people: PeopleView | null;
};

export type TableView = {
  caption: string;
  heads: { key: string; title: string; over: string; isText: boolean }[];
  lines: { key: string; isSum: boolean; isItalic: boolean; cells: CellView[] }[];
  ratios: { title: string; value: string }[];
};

/** A figure that counts somebody links to the list of people. */
export type CellView = { text: string; leads: boolean };

export type PeopleView = {
  /** The line and column of the figure, such as `13 · Form 2, Boys`. */
  title: string;
  people: (Listed & { figure: string })[];
  /** The list shows figures only when one of them is not 1. */
  hasFigures: boolean;
  pageSize: number;
  total: number;
};
