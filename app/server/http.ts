import express, {
  Router,
  type Express,
  type RequestHandler,
  type ErrorRequestHandler,
  type Request,
  type Response,
} from "express";
import type { Env } from "#runtime/env.ts";
import type { Log } from "#runtime/log.ts";
import { limitRequestBody } from "./http/body-limit.ts";
import { healthRoutes, loadBuildHooks } from "./http/health.ts";
import { remixHandler, type RemixBuild } from "./http/remix-handler.ts";
import { hostCheck, requestCheck, originCheck } from "./http/request-check.ts";
import { removeUnneededFileHeaders, securityHeaders } from "./http/security-headers.ts";
import { existsSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { SERVICE_WORKER_FILE } from "#domain/offline-page.ts";
import { isErrorKind } from "#runtime/errors.ts";
import { listRoutePatterns, getRouteLabel } from "./http/possible-routes.ts";
import { rejectRequest, respondToUnexpectedError } from "./http/refusal.ts";
import { getRequestId, assignRequestId } from "./http/request-id.ts";
import { pathForLog } from "./http/request-path.ts";
import { OWN_RESPONSE_HEADER } from "#domain/paths.ts";
import { createCounter, createHistogram } from "#runtime/metrics.ts";
import { openRequestContext, REQUEST_ID_HEADER } from "#runtime/request-context.ts";

type Options = {
  build: RemixBuild;
  env: Pick<Env, "PUBLIC_URL" | "TRUST_PROXY" | "secure">;
  log: Log;
  /** The directory of the browser's built files, or Vite's handler for them in development. */
  clientFiles: string | RequestHandler;
  isDraining?: () => boolean;
};

/** Builds the Express app: the steps before and after Remix that a request passes, in this order. */
export function createApp({ build, env, log, clientFiles, isDraining = () => false }: Options): Express {
  const development = typeof clientFiles === "function";
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", env.TRUST_PROXY);
  app.use(requestLog(log, build));
  app.use(securityHeaders({ secure: env.secure, development }));
  app.use(hangUpWhen(isDraining));
  app.use(hostCheck);
  app.use(healthRoutes(build, isDraining));
  app.use(requestCheck(env.PUBLIC_URL));
  app.use(development ? clientFiles : assets(clientFiles));
  app.use(originCheck(env.PUBLIC_URL));
  app.use(limitRequestBody());
  app.use(
    remixHandler({ build, mode: development ? "development" : "production", publicUrl: env.PUBLIC_URL }),
  );
  app.use(lastResort(log, build));
  return app;
}

/** Closes a connection after the response while the process is stopping; open connections would keep it running. */
function hangUpWhen(isDraining: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (isDraining()) response.setHeader("Connection", "close");
    next();
  };
}

const YEAR = "public, max-age=31536000, immutable";
const HOUR = "public, max-age=3600";
/** The policy of the service worker, which loads no script, shows no page and sends requests only to this server. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/**
 * Files were compressed at build time. The empty list of extensions keeps sirv from trying a name with `.html` added.
 */
const COMPRESSED = { brotli: true, gzip: true, extensions: [] };

const SCRIPT_OR_STYLE = /\.(?:js|css)$/;
/** Matches a single range of bytes. Any other range is answered with the whole file. */
const PART = /^bytes=(\d{1,9})-(\d{0,9})$/;

/**
 * Tells whether a browser asks for the rest of a file, for example after the person left a page whose scripts were
 * still loading. A hashed file never changes, but its first part may have another encoding.
 */
function isRest({ range = "", ...headers }: Request["headers"]): boolean {
  const [, from = "0", to] = PART.exec(range) ?? [];
  const isLater = Number(from) > 0 && (!to || Number(from) <= Number(to));
  return isLater && headers["if-range"] === tagOf(headers["accept-encoding"] ?? "");
}

/** Names the encoding that sirv, the library for static files, chooses. */
function tagOf(accepted: string): string {
  if (/br/i.test(accepted)) return '"br"';
  return accepted.includes("gzip") ? '"gzip"' : '"plain"';
}

/** Serves the browser's files. Files with a hash in their names never change; the few others may change. */
function assets(clientDir: string): Router {
  const router = Router();
  // `dev: true` makes sirv look on the disk for each request, because a deployment adds new files and removes old ones
  // while the server runs.
  const hashed = sirv(join(clientDir, "assets"), { ...COMPRESSED, dev: true, setHeaders: hashedFile });
  router.use("/assets", (request, response) => {
    if (!isRest(request.headers)) delete request.headers.range;
    hashed(request, response, () => void response.status(404).type("text").send("Not found"));
  });
  router.get(SERVICE_WORKER_FILE, serviceWorker(clientDir));
  // This serves files such as the icon. Vite's own files begin with a dot and are not served.
  if (existsSync(clientDir)) router.use(sirv(clientDir, { ...COMPRESSED, setHeaders: caching(HOUR) }));
  return router;
}

function hashedFile(response: ServerResponse, path: string): void {
  caching(YEAR)(response, path);
  response.setHeader("ETag", tagOf(String(response.req.headers["accept-encoding"] ?? "")));
  if (SCRIPT_OR_STYLE.test(path)) removeUnneededFileHeaders(response);
}

/** Serves the service worker. Browsers check it on nearly every page view, and get 304 until a new build changes it. */
function serviceWorker(clientDir: string): ReturnType<typeof sirv> {
  const setHeaders = (response: ServerResponse) => {
    caching("no-cache")(response);
    response.setHeader("Content-Security-Policy", WORKER_POLICY);
  };
  return sirv(clientDir, { ...COMPRESSED, dev: true, etag: true, setHeaders });
}

function caching(value: string): (response: ServerResponse, path?: string) => void {
  return (response, path = "") => {
    response.setHeader("Cache-Control", value);
    if (path.endsWith(".css")) response.setHeader("Content-Type", "text/css; charset=utf-8");
  };
}

/** Handles errors that neither a route nor Remix caught. */
function lastResort(log: Log, build: RemixBuild): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error, request, response, _next) => {
    // The visitor has disconnected, which is not an error of the server.
    if (request.socket.destroyed) return;
    const kind: unknown = error?.kind;
    if (isErrorKind(kind) && !response.headersSent)
      return rejectRequest(request, response, kind, String(error.message));
    const words = response.headersSent ? "a response was cut off" : "a request failed";
    log.error({ err: error, request: getRequestId(response) }, words);
    noteAfter(error, { request, response, build });
    if (response.headersSent) response.destroy();
    else respondToUnexpectedError(request, response);
  };
}

type Met = { request: Request; response: Response; build: RemixBuild };

/** Stores the error for the health page after the response has been sent. */
function noteAfter(error: unknown, { request, response, build }: Met): void {
  const place = `${request.method} ${placeOf(build, pathForLog(request))}`;
  const requestId = getRequestId(response);
  response.once("close", () => {
    // In development the bundle may be missing because the sources do not compile. The log already says so.
    void loadBuildHooks(build)
      .then(({ noteError }) => noteError(error, { requestId, place }))
      .catch(() => {});
  });
}

/** Returns the route of a path. In development, returns the path, because routes can change between requests. */
function placeOf(build: RemixBuild, path: string): string {
  return typeof build === "function" ? path : getRouteLabel(listRoutePatterns(build.routes), path);
}

/** These requests are not logged: health checks come every few seconds, and there are many files. */
const ROUTINE = /^\/(healthz|readyz|assets\/)/;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

const requests = createCounter({
  name: "termbook_http_requests_total",
  help: "Requests answered, by method, route and status.",
  labelNames: ["method", "route", "status"],
});
const seconds = createHistogram({
  name: "termbook_http_request_seconds",
  help: "Seconds from a request to the end of its response.",
});

/** Logs one line per request, without its query string and body, which may contain names and marks. */
function requestLog(log: Log, build: RemixBuild): RequestHandler {
  const patterns = typeof build === "function" ? [] : listRoutePatterns(build.routes);
  return (request, response, next) => {
    const start = performance.now();
    const id = assignRequestId(response);
    const { run, end } = openRequestContext(id);
    response.setHeader(OWN_RESPONSE_HEADER, "1");
    if (!ROUTINE.test(request.path)) response.setHeader(REQUEST_ID_HEADER, id);
    response.once("close", () => {
      const ms = performance.now() - start;
      const path = pathForLog(request);
      const status = response.writableFinished ? response.statusCode : 499;
      requests.inc({ method: methodOf(request.method), route: getRouteLabel(patterns, path), status });
      seconds.observe(ms / 1000);
      const line = { method: request.method, path, status, ms: Math.round(ms), ip: request.ip };
      log[levelOf(status, path)]({ ...line, ...end() }, "request");
    });
    run(next);
  };
}

/** Returns the method if it is a known one. Visitors may send any word, and each would become a metric for ever. */
function methodOf(method: string): string {
  return METHODS.has(method) ? method : "other";
}

function levelOf(status: number, path: string): "debug" | "info" | "error" {
  if (status >= 500) return "error";
  return ROUTINE.test(path) ? "debug" : "info";
}
