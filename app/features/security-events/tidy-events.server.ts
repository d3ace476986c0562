import { firstPeriodCounted } from "#access/record-reads.server.ts";
import { transaction } from "#db/index.ts";
import { removeReadsBefore, removeSecurityEventsOver } from "#db/queries/accounts/tidy.ts";
import { SECURITY_EVENT_DAYS } from "#domain/security-events.ts";

export type TidiedEvents = { events: number; reads: number };

/** Takes away events that were kept long enough and counts that limit nobody any more. `security-events.tidy` runs it. */
export async function tidyEvents(): Promise<TidiedEvents> {
  const job = { system: "job:security-events.tidy" } as const;
  const reads = await transaction(job, (t) => removeReadsBefore({ period: firstPeriodCounted() }, t));
  const events = await transaction(job, (t) => removeSecurityEventsOver({ days: SECURITY_EVENT_DAYS }, t));
  return { events, reads };
}
