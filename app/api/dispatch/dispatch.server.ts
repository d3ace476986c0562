import { personFor, requireAccessForData } from "#access/require-access.server.ts";
import { shortenAddress } from "#access/caller.server.ts";
import { logListCall } from "#access/record-reads.server.ts";
import { bearerToken } from "#access/bearer-token.server.ts";
import type { Person } from "#domain/person.ts";
import { readSince, type Since } from "#features/lookups/since.server.ts";
import { forbidden, methodNotAllowed, notFound } from "#runtime/errors.ts";
import { keepingOf } from "./conditional.ts";
import { listAskedIn } from "./list.ts";
import { listResponse } from "./listed-answer.ts";
import { checkReply, responseTo, responseToError, withoutBody } from "./answers.ts";
import type { Endpoint, Surroundings } from "./endpoint.ts";
import { ENDPOINTS } from "../index.ts";
import { readBody, readParams, readQuery } from "./input.ts";
import { endpointsAt, methodsOf, type Matched } from "./match.ts";
import { isOpenedByPerson, refusalPage } from "./refusal-page.ts";

const NO_SIGN_IN =
  "You cannot sign in or out with an access token. To stop a token from working, revoke it on your Profile page.";

/** Answers an API call. The result is always a Response, because Remix would render a page for anything else. */
export async function dispatch(request: Request, surroundings: Surroundings): Promise<Response> {
  const matched = endpointsAt(ENDPOINTS, new URL(request.url).pathname);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const found = matched.find(({ endpoint }) => endpoint.method === method);
  if (!found) return notAnswered(matched, request);
  const answer = await answerOf(found, request, surroundings);
  if (request.method === "HEAD") return withoutBody(answer);
  const isDocument = found.endpoint.reply === null;
  return !answer.ok && isDocument && isOpenedByPerson(request) ? refusalPage(answer, request) : answer;
}

function answerOf(found: Matched, request: Request, surroundings: Surroundings): Promise<Response> {
  return answerTo(found, request, surroundings).catch((error: unknown) =>
    responseToError(error, request, { endpoint: found.endpoint, isGone: surroundings.signal.aborted }),
  );
}

async function answerTo({ endpoint, params }: Matched, request: Request, surroundings: Surroundings) {
  const person = await personAllowed(endpoint, request);
  const query = readQuery(endpoint, request);
  const call = {
    person,
    params: readParams(endpoint, params),
    query,
    list: listAskedIn(query),
    body: await readBody(endpoint, request),
    request,
    surroundings,
  };
  if (endpoint.everybody && person) {
    const call = `${endpoint.method} ${endpoint.path}`;
    await logListCall(person, { call, address: shortenAddress(surroundings.ip) });
  }
  // The moment is taken before the rows are read: a commit in between is reported twice rather than missed.
  const since = await sinceOf(endpoint, query);
  const { reply, headers } = listResponse(endpoint, await endpoint.answer(call), { ...call, since });
  checkReply(endpoint, reply);
  return responseTo(reply, request, { ...headers, ...keepingOf(person, request) });
}

async function sinceOf({ list }: Endpoint, query: { since?: string }): Promise<Since | null> {
  return list?.since ? readSince(query.since, list.since.told) : null;
}

/** Checks the access of an endpoint's caller. @throws Unauthenticated or Forbidden when the caller may not use it */
function personAllowed({ access }: Endpoint, request: Request): Promise<Person | null> {
  if (access === "anyone" || access === "visitor") {
    if (bearerToken(request) !== null && request.method === "POST") throw forbidden(NO_SIGN_IN);
    return personFor(request);
  }
  return requireAccessForData(request, access);
}

function notAnswered(matched: readonly Matched[], request: Request): Response {
  if (matched.length === 0)
    return responseToError(notFound("Termbook has no such API call. Check the address."), request);
  const headers = { Allow: methodsOf(matched) };
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
  const refused = responseToError(methodNotAllowed(), request);
  refused.headers.set("Allow", headers.Allow);
  return refused;
}
