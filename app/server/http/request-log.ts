import type { RequestHandler } from "express";
import { OWN_RESPONSE_HEADER } from "#domain/paths.ts";
import type { Log } from "#runtime/log.ts";
import { counter, histogram } from "#runtime/metrics.ts";
import { openRequestContext, REQUEST_ID } from "#runtime/request-context.ts";
import type { RemixBuild } from "./remix-handler.ts";
import { listRoutePatterns, routeLabelOf } from "./possible-routes.ts";
import { assignRequestId } from "./request-id.ts";
import { pathForLog } from "./request-path.ts";

/** Health checks come every few seconds, and files are many, so they are not logged. */
const ROUTINE = /^\/(healthz|readyz|assets\/)/;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

const requests = counter({
  name: "termbook_http_requests_total",
  help: "Requests answered, by method, route and status.",
  labelNames: ["method", "route", "status"],
});
const seconds = histogram({
  name: "termbook_http_request_seconds",
  help: "Seconds from a request to the end of its answer.",
});

/** Logs one line per request, without its query string and body, which may contain names and marks. */
export function requestLog(log: Log, build: RemixBuild): RequestHandler {
  const patterns = typeof build === "function" ? [] : listRoutePatterns(build.routes);
  return (request, response, next) => {
    const start = performance.now();
    const id = assignRequestId(response);
    const { run, end } = openRequestContext(id);
    response.setHeader(OWN_RESPONSE_HEADER, "1");
    if (!ROUTINE.test(request.path)) response.setHeader(REQUEST_ID, id);
    response.once("close", () => {
      const ms = performance.now() - start;
      const path = pathForLog(request);
      const status = response.writableFinished ? response.statusCode : 499;
      requests.inc({ method: methodOf(request.method), route: routeLabelOf(patterns, path), status });
      seconds.observe(ms / 1000);
      const line = { method: request.method, path, status, ms: Math.round(ms), ip: request.ip };
      log[levelOf(status, path)]({ ...line, ...end() }, "request");
    });
    run(next);
  };
}

/**
 * Returns the method if it is a known one: a visitor may send any word, and each would become a separate metric for
 * ever.
 */
function methodOf(method: string): string {
  return METHODS.has(method) ? method : "other";
}

function levelOf(status: number, path: string): "debug" | "info" | "error" {
  if (status >= 500) return "error";
  return ROUTINE.test(path) ? "debug" : "info";
}
