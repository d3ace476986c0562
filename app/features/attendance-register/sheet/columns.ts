import type { CSSProperties } from "react";

const COLUMNS = 3;

/**
 * Read downwards: so many rows a column, where there is room for several. A row that grows takes nobody into another
 * column.
 */
export function rowsInColumns(count: number): CSSProperties {
  return { "--rows": Math.max(1, Math.ceil(count / COLUMNS)) } as CSSProperties;
}
