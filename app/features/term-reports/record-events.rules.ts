import { actorName } from "#domain/names.ts";
import type { RowEvent } from "#saving/judge.ts";
import { knownValues } from "./record-values.rules.ts";

type StoredValues = Record<string, string | number | boolean | null>;

type StoredEvent = {
  student_key: number;
  version: number;
  at: string;
  save_id: string | null;
  first_name: string | null;
  last_name: string | null;
  user_name: string | null;
  actor: string;
  old_values: StoredValues | null;
  new_values: StoredValues | null;
};

/** Entries of the record of changes as the history of each record. */
export function recordEvents(events: readonly StoredEvent[]): Map<string, RowEvent[]> {
  const byRow = new Map<string, RowEvent[]>();
  for (const event of events) {
    const row = String(event.student_key);
    byRow.set(row, [...(byRow.get(row) ?? []), recordEvent(event)]);
  }
  return byRow;
}

function recordEvent(event: StoredEvent): RowEvent {
  return {
    version: event.version,
    saveId: event.save_id,
    // The system's own parts are called by their names.
    by: actorName(event) || event.actor,
    at: event.at,
    before: knownValues(event.old_values ?? {}),
    after: knownValues(event.new_values ?? {}),
  };
}
