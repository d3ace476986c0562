import type { CSSProperties } from "react";

const COLUMNS = 3;

/** Lays out rows in columns of a fixed number of rows, so that a row that grows moves no student. */
export function multiColumnStyle(count: number): CSSProperties {
  return { "--rows": Math.max(1, Math.ceil(count / COLUMNS)) } as CSSProperties;
}
