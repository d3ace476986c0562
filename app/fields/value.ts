/** What a field holds; null when nothing was entered. */
export type FieldValue = string | number | null;

/** A value as a column of the database has it. */
export type ColumnValue = FieldValue | boolean;

/** What the fields of a record hold, by name. */
export type Values = Record<string, FieldValue>;
