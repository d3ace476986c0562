import type { VisitedSchool } from "#access/session.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import {
  securityEventCount,
  securityEvents,
  type SecurityEventRow,
} from "#db/queries/accounts/security-events.ts";
import { formatMoment } from "#domain/dates.ts";
import { searchWords } from "#domain/people/list-place.ts";
import { SECURITY_EVENTS, SECURITY_EVENT_DAYS } from "#domain/security-events.ts";
import { firstPeriodCounted } from "#access/record-reads.server.ts";
import { placeIn, type SecurityEventsPageProps, type ShownEvent } from "./events.rules.ts";
import { removeReadsBefore, removeSecurityEventsOver } from "#db/queries/accounts/tidy.ts";

const PAGE_SIZE = 50;

/** One page of the events that are looked for, the latest first; one past the end is the last. */
export async function readEvents(
  { timeZone }: VisitedSchool,
  query: URLSearchParams,
): Promise<SecurityEventsPageProps> {
  const { page: asked, kind, search } = placeIn(query);
  const narrowed = { kind, words: searchWords(search) };
  const total = await securityEventCount(narrowed, noTransaction);
  const page = Math.min(asked, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  const events = await securityEvents(
    { ...narrowed, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    noTransaction,
  );
  return {
    place: { kind, search, page },
    events: events.map((event) => shown(event, timeZone)),
    pageSize: PAGE_SIZE,
    total,
  };
}

function shown(
  { event_id: id, at, kind, address, detail, ...account }: SecurityEventRow,
  timeZone: string,
): ShownEvent {
  return {
    id,
    at: formatMoment(at, timeZone),
    what: SECURITY_EVENTS[kind],
    who: whoOf(account),
    address,
    detail,
  };
}

/** The name and, in brackets, what it signs in by; the special account has no name. */
function whoOf({
  user_name,
  first_name,
  last_name,
}: Pick<SecurityEventRow, "user_name" | "first_name" | "last_name">) {
  return last_name === null ? user_name : `${first_name} ${last_name} (${user_name})`;
}

type TidiedEvents = { events: number; reads: number };

/** Takes away events that were kept long enough and counts that limit nobody any more. `security-events.tidy` runs it. */
export async function tidyEvents(): Promise<TidiedEvents> {
  const job = { system: "job:security-events.tidy" } as const;
  const reads = await transaction(job, (t) => removeReadsBefore({ period: firstPeriodCounted() }, t));
  const events = await transaction(job, (t) => removeSecurityEventsOver({ days: SECURITY_EVENT_DAYS }, t));
  return { events, reads };
}
