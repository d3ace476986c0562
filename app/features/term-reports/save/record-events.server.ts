import type { RecordEvent } from "#db/queries/reports/term-record-history.ts";
import type { Person } from "#domain/person.ts";
import type { RowEvent } from "#saving/protocol/judge.ts";
import { rowEvents } from "#saving/server/row-events.server.ts";
import { knownValues } from "./record-values.rules.ts";

/** @param reader who is told of a conflict; null for names alone */
export function recordEvents(
  changes: readonly RecordEvent[],
  reader: Person | null,
): Map<string, RowEvent[]> {
  return rowEvents(changes, { reader, valuesOf: knownValues });
}
