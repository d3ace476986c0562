import type { Request, Response } from "express";
import { STATUS_OF_KIND, UNEXPECTED, type ErrorKind } from "#runtime/errors.ts";
import { escaped, LINK, plainPage } from "#runtime/plain-page.ts";
import { requestIdOf } from "./request-id.ts";
import { isCall } from "./request-path.ts";

const RETRY_SECONDS = 5;

/** Answers before Remix does: an API call gets JSON, a person a small page that says what to do next. */
export function reject(request: Request, response: Response, kind: ErrorKind, message: string): void {
  answer(request, response, STATUS_OF_KIND[kind], message);
}

/** Answers an unexpected error with nothing but the request id, by which the log entry can be found. */
export function rejectUnexpected(request: Request, response: Response): void {
  answer(request, response, 500, `${UNEXPECTED} Request ${requestIdOf(response)}.`);
}

/** Tells programs and proxies when to retry: soon, since nobody knows. */
export function setRetryAfter(response: Response): void {
  if (response.statusCode === STATUS_OF_KIND.unavailable) response.setHeader("Retry-After", RETRY_SECONDS);
}

function answer(request: Request, response: Response, status: number, message: string): void {
  response.status(status);
  setRetryAfter(response);
  if (isCall(request) || request.accepts(["json", "html"]) === "json") response.json({ message });
  else response.type("html").send(page(message));
}

function page(message: string): string {
  const body = `<p>${escaped(message)}</p>\n<p><a href="/" ${LINK}>Go to the start page</a></p>`;
  return plainPage({ heading: "This could not be done", body });
}
