export type FieldValue = string | number | null;

export type ColumnValue = FieldValue | boolean;

export type FieldValues = Record<string, FieldValue>;
