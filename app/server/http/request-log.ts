import type { RequestHandler } from "express";
import { OWN_ANSWER } from "#domain/paths.ts";
import type { Log } from "#runtime/log.ts";
import { counter, histogram } from "#runtime/metrics.ts";
import { openRequest, REQUEST_ID } from "#runtime/request-context.ts";
import type { Build } from "./remix-handler.ts";
import { patternsOf, routeOf } from "./possible-routes.ts";
import { assignRequestId } from "./request-id.ts";
import { pathForLog } from "./request-path.ts";

/** Machines request these every few seconds, or they are files: they are not worth a line each. */
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

/** Logs one line per request, without its query string and body, which contain names and marks. */
export function requestLog(log: Log, build: Build): RequestHandler {
  const patterns = typeof build === "function" ? [] : patternsOf(build.routes);
  return (request, response, next) => {
    const start = performance.now();
    const id = assignRequestId(response);
    const { run, end } = openRequest(id);
    response.setHeader(OWN_ANSWER, "1");
    if (!ROUTINE.test(request.path)) response.setHeader(REQUEST_ID, id);
    response.once("close", () => {
      const ms = performance.now() - start;
      const path = pathForLog(request);
      const status = response.writableFinished ? response.statusCode : 499;
      requests.inc({ method: methodOf(request.method), route: routeOf(patterns, path), status });
      seconds.observe(ms / 1000);
      const line = { method: request.method, path, status, ms: Math.round(ms), ip: request.ip };
      log[levelOf(status, path)]({ ...line, ...end() }, "request");
    });
    run(next);
  };
}

/** A visitor may send any word as a method, and each would become a metric of its own for ever. */
function methodOf(method: string): string {
  return METHODS.has(method) ? method : "other";
}

function levelOf(status: number, path: string): "debug" | "info" | "error" {
  if (status >= 500) return "error";
  return ROUTINE.test(path) ? "debug" : "info";
}
