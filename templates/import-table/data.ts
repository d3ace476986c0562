/** A table as an import takes it: its first row names the columns. */
export type ImportTable = {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
};
