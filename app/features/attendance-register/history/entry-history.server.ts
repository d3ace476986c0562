import { registerName } from "#domain/names.ts";
import { registerUrl, type RegisterKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import type { RowHistory } from "#saving/protocol/protocol.ts";
import { formatHistoryEntries, loadHistory } from "#saving/server/row-history.server.ts";
import { REGISTER_SAVE_DEFINITION } from "../save/saved-register.server.ts";

/** Lists the changes to one student's entry on a register, newest first. @throws notFound */
export async function loadEntryHistory(person: Person, key: RegisterKey, row: string): Promise<RowHistory> {
  const read = await loadHistory(REGISTER_SAVE_DEFINITION, { person, key, row });
  const { target, stored, fields } = read;
  return {
    about: registerName(stored),
    title: "",
    closeTo: registerUrl(key),
    version: stored.version,
    canPutBack: target.closed === null,
    entries: formatHistoryEntries(read, { names: [...fields.keys()], timeZone: target.calendar.time_zone }),
  };
}
