export type FieldValue = string | number | null;

/** A value as its database column has it. */
export type ColumnValue = FieldValue | boolean;

export type Values = Record<string, FieldValue>;
