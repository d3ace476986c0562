import type { RowChange } from "#db/queries/row-change.ts";
import { actorName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import type { RowEvent } from "../protocol/judge.ts";
import { YOURSELF } from "../protocol/protocol.ts";
import type { Values } from "#fields/value.ts";

type Telling = {
  /** The reader of a conflict, who may be in conflict with their own change on another page; null for plain names. */
  reader: Person | null;
  /** Returns the stored values that the screen has, as the screen has them. */
  valuesOf: (stored: NonNullable<RowChange["new_values"]>) => Values;
};

/** Groups entries of the audit trail into the history of each row. */
export function rowEvents(changes: readonly RowChange[], telling: Telling): Map<string, RowEvent[]> {
  const byRow = new Map<string, RowEvent[]>();
  for (const change of changes) {
    const row = String(change.row);
    byRow.set(row, [...(byRow.get(row) ?? []), rowEvent(change, telling)]);
  }
  return byRow;
}

function rowEvent(change: RowChange, { reader, valuesOf }: Telling): RowEvent {
  const isOwn = reader !== null && change.actor === `account:${reader.accountId}`;
  return {
    version: change.version,
    saveId: change.save_id,
    // Parts of the system go by their own names.
    by: isOwn ? YOURSELF : actorName(change) || change.actor,
    at: change.at,
    before: valuesOf(change.old_values ?? {}),
    after: valuesOf(change.new_values ?? {}),
  };
}
