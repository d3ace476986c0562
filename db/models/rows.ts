/** The row of a query that reads `column::float8`; in the row of its table an exact decimal is a string. */
export type AsNumber<Row> = { [Name in keyof Row]: number | Extract<Row[Name], null> };

/** Columns that a left join may leave null. */
export type OrNull<Row> = { [Name in keyof Row]: Row[Name] | null };

/** Columns that a check of the table, or the query's condition, keeps from being null. */
export type NotNull<Row> = { [Name in keyof Row]: NonNullable<Row[Name]> };
