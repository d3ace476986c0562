type Stored = Readonly<Record<string, string | number | boolean | null>>;

/** An entry of the record of changes about one row, with who made it; null where nothing was stored. */
export type RowChange = {
  row: number;
  version: number;
  at: string;
  save_id: string | null;
  first_name: string | null;
  last_name: string | null;
  user_name: string | null;
  actor: string;
  old_values: Stored | null;
  new_values: Stored | null;
};
