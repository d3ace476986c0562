import type { Endpoint } from "../dispatch/endpoint.ts";

const TEXT = { type: "string" };

type AnswerHeader = { name: string; description: string; schema: { type: string } };

/** The headers of a response: an entity tag for what is read, and for a list its length and links to other pages. */
const TAG: readonly AnswerHeader[] = [
  {
    name: "ETag",
    description: "Send this as `If-None-Match` the next time: the response is 304 if nothing has changed.",
    schema: TEXT,
  },
];
const OF_LISTS: readonly AnswerHeader[] = [
  {
    name: "X-Total-Count",
    description: "The number of rows on all pages together.",
    schema: { type: "integer" },
  },
  {
    name: "Link",
    description:
      "The addresses of the `first`, `prev`, `next` and `last` page, when a page was requested (RFC 8288).",
    schema: TEXT,
  },
];

const OF_COPIES: readonly AnswerHeader[] = [
  {
    name: "X-Version",
    description:
      "The version of this list. Send it as `since` the next time to get only the rows that have changed.",
    schema: TEXT,
  },
];

/** Tells whether the endpoint's replies are JSON with an entity tag. */
export function isTagged({ method, reply }: Endpoint): boolean {
  return method === "GET" && reply !== null;
}

function answerHeaders(endpoint: Endpoint): AnswerHeader[] {
  const { list } = endpoint;
  return [...(list ? OF_LISTS : []), ...(list?.since ? OF_COPIES : []), ...(isTagged(endpoint) ? TAG : [])];
}

export function headersOf(endpoint: Endpoint) {
  const headers = answerHeaders(endpoint);
  if (headers.length === 0) return {};
  return { headers: Object.fromEntries(headers.map(({ name, ...header }) => [name, header])) };
}
