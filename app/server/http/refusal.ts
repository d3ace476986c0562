import type { ErrorRequestHandler, Request, Response } from "express";
import { isKind, STATUS_OF_KIND, SURPRISE, type ErrorKind } from "#runtime/errors.ts";
import type { Log } from "#runtime/log.ts";
import { escaped, LINK, plainPage } from "#runtime/plain-page.ts";
import { hooksOf } from "./health.ts";
import { patternsOf, routeOf } from "./possible-routes.ts";
import type { Build } from "./remix-handler.ts";
import { requestIdOf } from "./request-id.ts";
import { isCall, pathForLog } from "./request-path.ts";

const RETRY_SECONDS = 5;

/** Answers before Remix does: a call gets JSON, a person a small page that says what to do next. */
export function refuse(request: Request, response: Response, kind: ErrorKind, message: string): void {
  answer(request, response, STATUS_OF_KIND[kind], message);
}

/** The last resort, for what neither a route nor Remix caught. The visitor never learns what it was. */
export function lastResort(log: Log, build: Build): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (error, request, response, _next) => {
    // The visitor is gone: leaving half way is no error of ours.
    if (request.socket.destroyed) return;
    if (response.headersSent) {
      log.error({ err: error, request: requestIdOf(response) }, "an answer broke off");
      noteAfter(error, { request, response, build });
      response.destroy();
      return;
    }
    const kind: unknown = error?.kind;
    if (isKind(kind)) return refuse(request, response, kind, String(error.message));
    log.error({ err: error, request: requestIdOf(response) }, "a request failed");
    noteAfter(error, { request, response, build });
    answer(request, response, 500, `${SURPRISE} Request ${requestIdOf(response)}.`);
  };
}

type Met = { request: Request; response: Response; build: Build };

/** For the Health page, when the answer is out; a build that does not come up has said so. */
function noteAfter(error: unknown, { request, response, build }: Met): void {
  const place = `${request.method} ${placeOf(build, pathForLog(request))}`;
  const note = async () =>
    (await hooksOf(build)).noteError(error, { requestId: requestIdOf(response), place });
  response.once("close", () => void note().catch(() => {}));
}

function placeOf(build: Build, path: string): string {
  return typeof build === "function" ? path : routeOf(patternsOf(build.routes), path);
}

/** Programs and proxies are told when to come again; nobody knows, so it is soon. */
export function sayWhenToRetry(response: Response): void {
  if (response.statusCode === STATUS_OF_KIND.unavailable) response.setHeader("Retry-After", RETRY_SECONDS);
}

function answer(request: Request, response: Response, status: number, message: string): void {
  response.status(status);
  sayWhenToRetry(response);
  if (isCall(request) || request.accepts(["json", "html"]) === "json") response.json({ message });
  else response.type("html").send(page(message));
}

function page(message: string): string {
  const body = `<p>${escaped(message)}</p>\n<p><a href="/" ${LINK}>To the start page</a></p>`;
  return plainPage({ heading: "This could not be done", body });
}
