export type ImportTable = {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
};
