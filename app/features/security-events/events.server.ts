import type { VisitedSchool } from "#access/session.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import {
  countSecurityEvents,
  listSecurityEvents,
  type SecurityEventRow,
} from "#db/queries/accounts/security-events.ts";
import { formatDateAndTime } from "#domain/dates.ts";
import { splitSearch } from "#domain/people/list-params.ts";
import { SECURITY_EVENTS, SECURITY_EVENT_DAYS } from "#domain/security-events.ts";
import { earliestReadCountPeriod } from "#access/record-reads.server.ts";
import { parseEventsParams, type SecurityEventsPageProps, type SecurityEventView } from "./events.rules.ts";
import {
  deleteReadCountsBefore,
  deleteSecurityEventsOlderThan,
} from "#db/queries/accounts/login-attempts.ts";

const PAGE_SIZE = 50;

/** Loads one page of the matching events, latest first. A page number past the end returns the last page. */
export async function readSecurityEvents(
  { timeZone }: VisitedSchool,
  query: URLSearchParams,
): Promise<SecurityEventsPageProps> {
  const { page: wantedPage, kind, search } = parseEventsParams(query);
  const narrowed = { kind, words: splitSearch(search) };
  const total = await countSecurityEvents(narrowed, noTransaction);
  const page = Math.min(wantedPage, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  const events = await listSecurityEvents(
    { ...narrowed, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    noTransaction,
  );
  return {
    params: { kind, search, page },
    events: events.map((event) => shown(event, timeZone)),
    pageSize: PAGE_SIZE,
    total,
  };
}

function shown(
  { event_id: id, at, kind, address, detail, ...account }: SecurityEventRow,
  timeZone: string,
): SecurityEventView {
  return {
    id,
    at: formatDateAndTime(at, timeZone),
    what: SECURITY_EVENTS[kind],
    who: whoOf(account),
    address,
    detail,
  };
}

/** Returns the person's name with the user name in brackets. The Admin account has only a user name. */
function whoOf({
  user_name,
  first_name,
  last_name,
}: Pick<SecurityEventRow, "user_name" | "first_name" | "last_name">) {
  return last_name === null ? user_name : `${first_name} ${last_name} (${user_name})`;
}

type TidiedEvents = { events: number; reads: number };

/**
 * Deletes events older than the retention period, and counts of opened records that are too old to limit anybody. The
 * job `security-events.tidy` runs this function.
 */
export async function tidySecurityEvents(): Promise<TidiedEvents> {
  const job = { system: "job:security-events.tidy" } as const;
  const reads = await transaction(job, (t) =>
    deleteReadCountsBefore({ period: earliestReadCountPeriod() }, t),
  );
  const events = await transaction(job, (t) =>
    deleteSecurityEventsOlderThan({ days: SECURITY_EVENT_DAYS }, t),
  );
  return { events, reads };
}
