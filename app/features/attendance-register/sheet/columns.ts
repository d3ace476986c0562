import type { CSSProperties } from "react";

const COLUMNS = 3;

/**
 * Lays out the rows in columns, read downwards. Each column has a fixed number of rows, so that no student moves to
 * another column when a row grows.
 */
export function multiColumnStyle(count: number): CSSProperties {
  return { "--rows": Math.max(1, Math.ceil(count / COLUMNS)) } as CSSProperties;
}
