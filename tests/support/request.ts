import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readNotice } from "#access/notice.server.ts";
import type { FormReply } from "#domain/form-reply.ts";
import { errorStatus } from "#runtime/errors.ts";

export const ORIGIN = "http://127.0.0.1:3000";

/** A person who sends requests, with a session cookie or without one. The teachers of `people.ts` have a cookie. */
export type Visitor = { cookie: string } | null;
export type Fields = Record<string, string | readonly string[]>;

/** The response of a loader or an action, whether it was returned or thrown. */
export type RequestResult = { status: number; location: string | null; headers: Headers; body: unknown };

export const CONTEXT = {
  nonce: "of-the-tests",
  requestId: "1a2b",
  ip: "127.0.0.1",
  secure: false,
  signal: new AbortController().signal,
};

type Params = Record<string, string | undefined>;
export type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

export function getRequest(
  path: string,
  visitor: Visitor = null,
  headers: Record<string, string> = {},
): Request {
  return new Request(new URL(path, ORIGIN), { headers: { ...headersOf(visitor), ...headers } });
}

/** Builds a form request as a browser sends it. A list of values becomes one field several times. */
export function postForm(path: string, fields: Fields, visitor: Visitor = null): Request {
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, String(value)])),
  );
  return new Request(new URL(path, ORIGIN), { method: "POST", body, headers: headersOf(visitor) });
}

/** Builds a request with a file, as a browser sends it. */
export function postFile(path: string, body: FormData, visitor: Visitor): Request {
  return new Request(new URL(path, ORIGIN), { method: "POST", body, headers: headersOf(visitor) });
}

export function sendJson(path: string, body: unknown, visitor: Visitor = null, method = "POST"): Request {
  const headers = { ...headersOf(visitor), "Content-Type": "application/json", Accept: "application/json" };
  return new Request(new URL(path, ORIGIN), { method, body: JSON.stringify(body), headers });
}

function headersOf(visitor: Visitor): Record<string, string> {
  return { Origin: ORIGIN, ...(visitor && { Cookie: visitor.cookie }) };
}

/**
 * Calls a loader or an action as Remix does. Every kind of result (a Response, `data()`, a plain value, an expected
 * error) is returned in the same form. Unexpected errors are rethrown.
 */
export async function callRoute(
  handler: Handler,
  request: Request,
  params: Params = {},
  context = CONTEXT,
): Promise<RequestResult> {
  try {
    return await answerOf(await handler({ request, params, context }));
  } catch (thrown) {
    if (!isAnswer(thrown)) throw thrown;
    return answerOf(thrown);
  }
}

async function answerOf(given: unknown): Promise<RequestResult> {
  if (given instanceof Response) return fromResponse(given);
  if (isData(given)) return answer(given.data, given.init?.status ?? 200, new Headers(given.init?.headers));
  if (given instanceof Error) return answer({ message: given.message }, errorStatus(given), new Headers());
  return answer(given, 200, new Headers());
}

async function fromResponse(response: Response): Promise<RequestResult> {
  const isJson = response.headers.get("Content-Type")?.includes("json");
  const text = await response.text();
  return answer(isJson && text ? JSON.parse(text) : text, response.status, response.headers);
}

function answer(body: unknown, status: number, headers: Headers): RequestResult {
  return { status, location: headers.get("Location"), headers, body };
}

function isAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || isData(thrown) || errorStatus(thrown) !== 500;
}

type Data = { type: "DataWithResponseInit"; data: unknown; init: ResponseInit | null };

function isData(value: unknown): value is Data {
  return (
    typeof value === "object" && value !== null && "type" in value && value.type === "DataWithResponseInit"
  );
}

/** Returns the cookies that a browser would send with the next request. */
export function cookiesOf({ headers }: RequestResult): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Returns the first error of each field in the response to a form. The key `""` stands for the form itself. */
export function readFormErrors(answer: RequestResult): Record<string, string | undefined> {
  const errors = Object.entries(readFormReply(answer).error ?? {});
  return Object.fromEntries(errors.map(([field, messages]) => [field, messages?.[0]]));
}

/** Returns the values of a form that the server shows again, ready to be posted again. */
export function readFormValues(answer: RequestResult): Record<string, string> {
  return { ...readFormReply(answer).initialValue } as Record<string, string>;
}

type ReadNotice = { text: string; tone: string; undo?: number };

export async function readNoticeOf(answer: RequestResult): Promise<ReadNotice | null> {
  const Cookie = cookiesOf(answer);
  const { notice } = await readNotice(new Request(ORIGIN, { headers: { Cookie } }));
  if (!notice) return null;
  const { text, tone, undo } = notice;
  return undo === undefined ? { text, tone } : { text, tone, undo };
}

export function readFormReply({ body }: RequestResult): FormReply {
  return body as FormReply;
}
