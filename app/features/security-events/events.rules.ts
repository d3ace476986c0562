import { PATHS, withQuery } from "#domain/paths.ts";
import { isSecurityEventKind, type SecurityEventKind } from "#domain/security-events.ts";
import { parseSearchText } from "#domain/text/storable-text.ts";

export type SecurityEventsParams = {
  /** The kind of event; null for all. */
  kind: SecurityEventKind | null;
  search: string;
  page: number;
};

export type SecurityEventView = {
  id: number;
  at: string;
  what: string;
  /** The person; null if the user name does not exist. */
  who: string | null;
  address: string;
  detail: string;
};

export type SecurityEventsPageProps = {
  params: SecurityEventsParams;
  events: SecurityEventView[];
  pageSize: number;
  total: number;
};

export function securityEventsUrl({ kind, search, page }: SecurityEventsParams): string {
  return withQuery(PATHS.securityEvents, { kind, search: search || null, page: page > 1 ? page : null });
}

/** Reads the filter and page from a URL. Invalid values are ignored. */
export function parseEventsParams(query: URLSearchParams): SecurityEventsParams {
  const [kind, page] = [query.get("kind"), Number(query.get("page"))];
  return {
    kind: isSecurityEventKind(kind) ? kind : null,
    search: parseSearchText(query.get("search")),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}
