import type { SheetKey } from "#db/queries/marks/mark-sheet.ts";
import { registerName } from "#domain/names.ts";
import { isWritable } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import type { RowHistory } from "#saving/protocol/protocol.ts";
import { historyEntries, loadHistory } from "#saving/server/row-history.server.ts";
import { SAVED_SHEET } from "../save/saved-sheet.server.ts";
import { sheetUrl } from "#domain/paths.ts";

/** Loads every change to one student's row of a sheet, newest first. @throws notFound */
export async function markHistory(person: Person, key: SheetKey, row: string): Promise<RowHistory> {
  const read = await loadHistory(SAVED_SHEET, { person, key, row });
  const { target, stored, fields } = read;
  return {
    about: registerName({ firstName: stored.first_name, lastName: stored.last_name }),
    title: "",
    closeTo: sheetUrl(key),
    version: stored.version,
    canPutBack: isWritable(target.lock),
    entries: historyEntries(read, { names: [...fields.keys()], timeZone: target.heading.time_zone }),
  };
}
