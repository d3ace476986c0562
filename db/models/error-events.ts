import { bigint, identity, NOW, text, timestamp, withDefault } from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export const ErrorEvent = table("error_events", {
  error_event_id: identity(bigint()),
  happened_at: withDefault(timestamp(), NOW),
  request_id: text(),
  place: text(),
  fault: text(),
  source: text(),
});

export type ErrorEvent = RowOf<typeof ErrorEvent>;
