import type { CSSProperties } from "react";

const COLUMNS = 3;

/**
 * Lays out the rows in columns, read downwards. The number of rows in a column is fixed, so that students stay in place
 * when a row grows.
 */
export function multiColumnStyle(count: number): CSSProperties {
  return { "--rows": Math.max(1, Math.ceil(count / COLUMNS)) } as CSSProperties;
}
