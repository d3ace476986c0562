import { queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { ErrorEvent } from "../../models/installation.ts";

/** Enough for the page about the server's health. The log has every error. */
const MOST_KEPT = 200;

export type NewErrorEvent = Pick<ErrorEvent, "request_id" | "place" | "fault" | "source">;

/** Stores an event and deletes the oldest events above the limit. */
export async function createErrorEvent(event: NewErrorEvent, t: Transaction): Promise<void> {
  await runQuery(
    `insert into error_events (request_id, place, fault, source)
     values ($request_id, left($place, 200), left($fault, 200), left($source, 200))`,
    event,
    t,
  );
  await runQuery(
    `delete from error_events
      where error_event_id <= (select error_event_id from error_events order by error_event_id desc offset $kept limit 1)`,
    { kept: MOST_KEPT },
    t,
  );
}

export function listLastErrorEvents(params: { most: number }, t: ReadTransaction): Promise<ErrorEvent[]> {
  return queryRows<ErrorEvent>(
    `select error_event_id, happened_at, request_id, place, fault, source
       from error_events order by error_event_id desc limit $most`,
    params,
    t,
  );
}
