export type FieldValue = string | number | null;

/** A value as its database column stores it. */
export type ColumnValue = FieldValue | boolean;

export type Values = Record<string, FieldValue>;
