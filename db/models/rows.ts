/** What a query reads as `column::float8`; an exact decimal is a string in the row of its table. */
export type AsNumber<Row> = { [Name in keyof Row]: number | Extract<Row[Name], null> };

/** What a left join may not find. */
export type OrNull<Row> = { [Name in keyof Row]: Row[Name] | null };

/** What is there by a check of the table, or by what the query asks for. */
export type NotNull<Row> = { [Name in keyof Row]: NonNullable<Row[Name]> };
