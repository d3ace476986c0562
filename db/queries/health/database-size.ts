import { row, type Reading } from "../../index.ts";

export async function databaseSize(t: Reading): Promise<number> {
  const found = await row<{ bytes: number }>("select pg_database_size(current_database()) as bytes", {}, t);
  return found?.bytes ?? 0;
}
