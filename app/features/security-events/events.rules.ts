import { PATHS, withQuery } from "#domain/paths.ts";
import { isSecurityEventKind, type SecurityEventKind } from "#domain/security-events.ts";
import { searchText } from "#domain/text/storable-text.ts";

/** The filter and page of the list of security events. */
export type EventsParams = {
  /** The kind of event; null for all. */
  kind: SecurityEventKind | null;
  search: string;
  page: number;
};

export type EventView = {
  id: number;
  /** The time in the school's time zone, such as `26 Jun 2026, 10:41`. */
  at: string;
  what: string;
  /** The person; null for a user name that does not exist. */
  who: string | null;
  address: string;
  detail: string;
};

export type SecurityEventsPageProps = {
  params: EventsParams;
  events: EventView[];
  pageSize: number;
  total: number;
};

export function eventsUrl({ kind, search, page }: EventsParams): string {
  return withQuery(PATHS.securityEvents, { kind, search: search || null, page: page > 1 ? page : null });
}

/** Reads the filter and page from a URL. Invalid values are ignored. */
export function parseEventsParams(query: URLSearchParams): EventsParams {
  const [kind, page] = [query.get("kind"), Number(query.get("page"))];
  return {
    kind: isSecurityEventKind(kind) ? kind : null,
    search: searchText(query.get("search")),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}
