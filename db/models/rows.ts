/** A row whose decimals are selected as `column::float8`. In the table's own row type, a decimal is a string. */
export type NumericColumns<Row> = { [Name in keyof Row]: number | Extract<Row[Name], null> };

/** A row in which every column may be null, because it comes from a left join. */
export type NullableColumns<Row> = { [Name in keyof Row]: Row[Name] | null };

/** A row in which no column is null, because a constraint or the query's condition excludes it. */
export type NonNullColumns<Row> = { [Name in keyof Row]: NonNullable<Row[Name]> };
