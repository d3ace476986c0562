export type FieldValue = string | number | null;

/** A value as its database column has it. */
export type ColumnValue = FieldValue | boolean;

/** The values of a record's fields by name. */
export type Values = Record<string, FieldValue>;
