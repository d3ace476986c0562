import type { RowEvent } from "#saving/judge.ts";
import { YOURSELF } from "#saving/protocol.ts";
import { actorName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";

type StoredEvent = {
  student_key: number;
  version: number;
  at: string;
  save_id: string | null;
  first_name: string | null;
  last_name: string | null;
  user_name: string | null;
  actor: string;
  old_values: Record<string, string | number | null> | null;
  new_values: Record<string, string | number | null> | null;
};

/**
 * Entries of the record of changes as the history of each row.
 * @param reader who is told of a conflict, and may have met nobody but themselves on another page; null for names alone
 */
export function rowEvents(events: readonly StoredEvent[], reader: Person | null): Map<string, RowEvent[]> {
  const byRow = new Map<string, RowEvent[]>();
  for (const event of events) {
    const row = String(event.student_key);
    byRow.set(row, [...(byRow.get(row) ?? []), rowEvent(event, reader)]);
  }
  return byRow;
}

function rowEvent(event: StoredEvent, reader: Person | null): RowEvent {
  const isOwn = reader !== null && event.actor === `account:${reader.accountId}`;
  return {
    version: event.version,
    saveId: event.save_id,
    // The system's own parts are called by their names.
    by: isOwn ? YOURSELF : actorName(event) || event.actor,
    at: event.at,
    before: event.old_values ?? {},
    after: event.new_values ?? {},
  };
}
