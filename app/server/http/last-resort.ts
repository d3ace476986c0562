import type { ErrorRequestHandler, Request, Response } from "express";
import { isKind } from "#runtime/errors.ts";
import type { Log } from "#runtime/log.ts";
import { hooksOf } from "./health.ts";
import { patternsOf, routeOf } from "./possible-routes.ts";
import { refuse, refuseSurprise } from "./refusal.ts";
import type { Build } from "./remix-handler.ts";
import { requestIdOf } from "./request-id.ts";
import { pathForLog } from "./request-path.ts";

/** Handles errors that neither a route nor Remix caught. */
export function lastResort(log: Log, build: Build): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error, request, response, _next) => {
    // The visitor is gone, which is not an error of ours.
    if (request.socket.destroyed) return;
    const kind: unknown = error?.kind;
    if (isKind(kind) && !response.headersSent) return refuse(request, response, kind, String(error.message));
    const words = response.headersSent ? "an answer broke off" : "a request failed";
    log.error({ err: error, request: requestIdOf(response) }, words);
    noteAfter(error, { request, response, build });
    if (response.headersSent) response.destroy();
    else refuseSurprise(request, response);
  };
}

type Met = { request: Request; response: Response; build: Build };

/** Stores the error for the Health page, after the response was sent. */
function noteAfter(error: unknown, { request, response, build }: Met): void {
  const place = `${request.method} ${placeOf(build, pathForLog(request))}`;
  const requestId = requestIdOf(response);
  response.once("close", () => {
    // When the sources do not build, the log already has the reason.
    void hooksOf(build)
      .then(({ noteError }) => noteError(error, { requestId, place }))
      .catch(() => {});
  });
}

/** In development the routes change between requests. */
function placeOf(build: Build, path: string): string {
  return typeof build === "function" ? path : routeOf(patternsOf(build.routes), path);
}
