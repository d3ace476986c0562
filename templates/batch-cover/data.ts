import type { Printed, School } from "../parts/school.ts";

/** The first page of a run's documents in one file: what follows, and on which sheet. Every word and figure is final. */
export type BatchCover = {
  school: School;
  /** The file's title. */
  title: string;
  printed: Printed;
  /** `Report Cards`. */
  kind: string;
  /** `Standard 4`, `Whole school`. */
  about: string;
  /** The teachers of a single class; else empty. */
  teachers: string;
  /** `End of Term 3, 2025–2026`. */
  period: string;
  counts: readonly { figure: string; words: string }[];
  /** What is listed: `Name`, `Class`. */
  heading: string;
  /** What is counted of each besides, such as `Cards`. */
  columns: readonly string[];
  /** In the order in which they follow; as many figures as columns. */
  parts: readonly { name: string; notes: string; figures: readonly number[]; pages: number }[];
  foot: readonly string[];
};
