import { row, type Reading } from "../../index.ts";

/** How much it takes on the disk, and which version its tables are of. */
export type DatabaseState = { bytes: number; tables: string };

export async function databaseState(t: Reading): Promise<DatabaseState> {
  const found = await row<DatabaseState>(
    `select pg_database_size(current_database()) as bytes, max(name collate "C") as tables from migrations`,
    {},
    t,
  );
  return found ?? { bytes: 0, tables: "" };
}
