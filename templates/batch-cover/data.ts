import type { Printed, School } from "../parts/school.ts";

/** The first page of a batch in one file: its documents with their sheets. Every word and figure is final. */
export type BatchCover = {
  school: School;
  title: string;
  printed: Printed;
  /** Such as `Report Cards`. */
  kind: string;
  /** Such as `Standard 4` or `Whole school`. */
  about: string;
  /** The teachers of a single class; otherwise empty. */
  teachers: string;
  /** Such as `End of Term 3, 2025–2026`. */
  period: string;
  counts: readonly { figure: string; words: string }[];
  /** The heading of the list, such as `Name` or `Class`. */
  heading: string;
  /** The headings of the counts, such as `Cards`. */
  columns: readonly string[];
  /** The parts in the order of the file, with one figure per column. */
  parts: readonly { name: string; notes: string; figures: readonly number[]; pages: number }[];
  foot: readonly string[];
};
