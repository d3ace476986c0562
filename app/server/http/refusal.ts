import type { Request, Response } from "express";
import { ERROR_KIND_STATUS, UNEXPECTED_ERROR_MESSAGE, type ErrorKind } from "#runtime/errors.ts";
import { escapeHtml, LINK_STYLE, renderPlainPage } from "#runtime/plain-page.ts";
import { getRequestId } from "./request-id.ts";
import { isApiOrCsrfCall } from "./request-path.ts";

const RETRY_SECONDS = 5;

/** Rejects a request before Remix. API calls get JSON, and people a small page that says what to do next. */
export function rejectRequest(request: Request, response: Response, kind: ErrorKind, message: string): void {
  answer(request, response, ERROR_KIND_STATUS[kind], message);
}

/** Responds to an unexpected error with the request's id only. The id leads to the log entry. */
export function respondToUnexpectedError(request: Request, response: Response): void {
  answer(request, response, 500, `${UNEXPECTED_ERROR_MESSAGE} Request ${getRequestId(response)}.`);
}

/** Sets `Retry-After` to a short time, because nobody knows when the problem will be solved. */
export function setRetryAfter(response: Response): void {
  if (response.statusCode === ERROR_KIND_STATUS.unavailable) response.setHeader("Retry-After", RETRY_SECONDS);
}

function answer(request: Request, response: Response, status: number, message: string): void {
  response.status(status);
  setRetryAfter(response);
  if (isApiOrCsrfCall(request) || request.accepts(["json", "html"]) === "json") response.json({ message });
  else response.type("html").send(page(message));
}

function page(message: string): string {
  const body = `<p>${escapeHtml(message)}</p>\n<p><a href="/" ${LINK_STYLE}>Go to the start page</a></p>`;
  return renderPlainPage({ heading: "This did not work", body });
}
