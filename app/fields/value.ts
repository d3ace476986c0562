/** What a field holds; null when nothing was entered. */
export type FieldValue = string | number | null;

/** What the fields of a record hold, by name. */
export type Values = Record<string, FieldValue>;
