import type { MarkEvent } from "#db/queries/marks/mark-history.ts";
import type { Person } from "#domain/person.ts";
import type { RowEvent } from "#saving/protocol/judge.ts";
import { rowEvents } from "#saving/server/row-events.server.ts";

/** @param reader who is told of a conflict; null for names alone */
export function markEvents(changes: readonly MarkEvent[], reader: Person | null): Map<string, RowEvent[]> {
  return rowEvents(changes, { reader, valuesOf: (stored) => stored });
}
