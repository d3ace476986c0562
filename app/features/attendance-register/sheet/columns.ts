import type { CSSProperties } from "react";

const COLUMNS = 3;

/**
 * The rows read downwards, in several columns where there is room. The fixed number of rows keeps students in their
 * columns when a row grows.
 */
export function rowsInColumns(count: number): CSSProperties {
  return { "--rows": Math.max(1, Math.ceil(count / COLUMNS)) } as CSSProperties;
}
