import type { ListRequest } from "#domain/list/list-request.ts";
import { withQuery } from "#domain/paths.ts";
import type { Since } from "#features/lookups/since.server.ts";
import type { Endpoint, Reply } from "./endpoint.ts";
import { selectFromList, type ListRules } from "./list.ts";

type Listing = { reply: Reply<unknown>; headers: Record<string, string> };
type Asked = { list: ListRequest; request: Request; since: Since | null };

/**
 * Cuts out the requested page and describes the whole list. The API answers plain lists, so the total and the links
 * to other pages are headers. A reply with `total` and `data` has the total in both places.
 */
export function listResponse(endpoint: Endpoint, reply: Reply<unknown>, call: Asked): Listing {
  if (!endpoint.list || reply.status !== 200 || !("body" in reply)) return { reply, headers: {} };
  const { body, total } = reply.total === undefined ? onPage(endpoint.list, reply.body, call.list) : reply;
  const links = linksOf(endpoint, call, total ?? 0);
  const { since } = call;
  const headers = {
    "X-Total-Count": String(total),
    ...(links && { Link: links }),
    ...(since && { "X-Version": since.version }),
  };
  return { reply: { ...reply, body: changedOf(endpoint.list, body, since), total: total ?? 0 }, headers };
}

/** Keeps the rows of students with changes. The total stays the list's, which shows whether rows have disappeared. */
function changedOf({ since: rules }: ListRules, body: unknown, since: Since | null): unknown {
  const changed = since?.changed;
  if (!rules || !changed) return body;
  const isChanged = (each: unknown) => changed.has(String((each as Record<string, unknown>)[rules.student]));
  if (Array.isArray(body)) return body.filter(isChanged);
  const { data, ...rest } = body as { data: unknown[] };
  return { ...rest, data: data.filter(isChanged) };
}

type Counted = { body: unknown; total: number };

function onPage(rules: ListRules, body: unknown, call: ListRequest): Counted {
  if (Array.isArray(body)) {
    const { listed, total } = selectFromList(body, call, rules);
    return { body: listed, total };
  }
  const { listed: data, total } = selectFromList((body as { data: unknown[] }).data, call, rules);
  return { body: { ...(body as object), total, data }, total };
}

/** Builds the links to other pages (RFC 8288), with the query's other known fields. */
function linksOf({ query }: Endpoint, { list: { page }, request }: Asked, total: number): string {
  if (!page) return "";
  const { number, rows } = page;
  const last = Math.max(1, Math.ceil(total / rows));
  const ways: readonly [string, number, boolean][] = [
    ["first", 1, number > 1],
    ["prev", Math.min(number - 1, last), number > 1],
    ["next", number + 1, number < last],
    ["last", last, number !== last],
  ];
  const { pathname, searchParams } = new URL(request.url);
  const known = Object.keys(query?.shape ?? {});
  const others = Object.fromEntries([...searchParams].filter(([name]) => known.includes(name)));
  return ways
    .filter(([, , isThere]) => isThere)
    .map(([way, to]) => `<${withQuery(pathname, { ...others, page: to, per_page: rows })}>; rel="${way}"`)
    .join(", ");
}
