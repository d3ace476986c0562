export type ImportTable = {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The other sheets of a workbook. */
  others?: readonly Omit<ImportTable, "others">[];
};
