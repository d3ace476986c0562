import type { Listed } from "./theme.rules.ts";
import type { ReturnPlace } from "./place.rules.ts";

export type ShownReturn = {
  /** `Secondary Schools, 2026–2027`. */
  about: string;
  checks: { id: string; title: string; records: string; isFound: boolean; meaning: string }[];
  sheets: { id: string; name: string; about: string; total: string }[];
};

export type ShownFigure = {
  place: ReturnPlace;
  title: string;
  about: string;
  /** Null of a check, which is its people alone. */
  table: ShownTable | null;
  /** Null where no figure is chosen. */
  people: ShownPeople | null;
};

export type ShownTable = {
  caption: string;
  heads: { key: string; title: string; over: string; isText: boolean }[];
  lines: { key: string; isSum: boolean; isItalic: boolean; cells: ShownCell[] }[];
  ratios: { title: string; value: string }[];
};

/** A figure that somebody is behind leads to them. */
export type ShownCell = { text: string; leads: boolean };

export type ShownPeople = {
  /** `13 · Form 2, Boys`. */
  title: string;
  people: (Listed & { figure: string })[];
  /** Figures that are more than one each are said. */
  hasFigures: boolean;
  pageSize: number;
  total: number;
};
