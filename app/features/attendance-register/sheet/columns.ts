import type { CSSProperties } from "react";

const COLUMNS = 3;

/** Lays out rows in columns of a fixed number of rows, so that no student changes column when a row grows. */
export function registerColumnsStyle(count: number): CSSProperties {
  return { "--rows": Math.max(1, Math.ceil(count / COLUMNS)) } as CSSProperties;
}
