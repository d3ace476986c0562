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
import { bodyLimit } from "./http/body-limit.ts";
import { health, hooksOf } from "./http/health.ts";
import { originCheck } from "./http/origin.ts";
import { remixHandler, type Build } from "./http/remix-handler.ts";
import { hostCheck, requestCheck } from "./http/request-check.ts";
import { requestLog } from "./http/request-log.ts";
import { lightenFile, securityHeaders } from "./http/security-headers.ts";
import { existsSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { WORKER_FILE } from "#domain/offline-page.ts";
import { isKind } from "#runtime/errors.ts";
import { patternsOf, routeOf } from "./http/possible-routes.ts";
import { reject, rejectUnexpected } from "./http/refusal.ts";
import { requestIdOf } from "./http/request-id.ts";
import { pathForLog } from "./http/request-path.ts";

type Options = {
  build: Build;
  env: Pick<Env, "PUBLIC_URL" | "TRUST_PROXY" | "secure">;
  log: Log;
  /** The directory of the browser's built files; in development, Vite's handler serves them. */
  clientFiles: string | RequestHandler;
  isDraining?: () => boolean;
};

/** Builds everything between the socket and Remix, in the order in which a request passes through it. */
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
  app.use(health(build, isDraining));
  app.use(requestCheck(env.PUBLIC_URL));
  app.use(development ? clientFiles : assets(clientFiles));
  app.use(originCheck(env.PUBLIC_URL));
  app.use(bodyLimit());
  app.use(
    remixHandler({ build, mode: development ? "development" : "production", publicUrl: env.PUBLIC_URL }),
  );
  app.use(lastResort(log, build));
  return app;
}

/** A kept-alive connection would keep a stopping process from ending. */
function hangUpWhen(isDraining: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (isDraining()) response.setHeader("Connection", "close");
    next();
  };
}

const YEAR = "public, max-age=31536000, immutable";
const HOUR = "public, max-age=3600";
/** The worker loads no other script, shows nothing and sends requests to nobody but us. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The files were compressed when they were built. A name without its extension is no file of ours. */
const COMPRESSED = { brotli: true, gzip: true, extensions: [] };

const SCRIPT_OR_STYLE = /\.(?:js|css)$/;
/** A part that makes sense; any other would be an error of ours. */
const PART = /^bytes=(\d{1,9})-(\d{0,9})$/;

/**
 * Tells whether a browser asks for the rest of a file that it has in part, as after leaving a page while its scripts
 * were loading. A hashed file never changes, but it may have been begun in another encoding.
 */
function isRest({ range = "", ...headers }: Request["headers"]): boolean {
  const [, from, to] = PART.exec(range) ?? [];
  const isPart = from !== undefined && (!to || Number(from) <= Number(to));
  return isPart && headers["if-range"] === tagOf(headers["accept-encoding"] ?? "");
}

/** Names the encoding that sirv chooses. */
function tagOf(accepted: string): string {
  if (/br/i.test(accepted)) return '"br"';
  return accepted.includes("gzip") ? '"gzip"' : '"plain"';
}

/** The browser's files. Hashed names never change; the few others may. */
function assets(clientDir: string): Router {
  const router = Router();
  // sirv looks on the disk each time, as the files of a new build come and those of an old one go while we run.
  const hashed = sirv(join(clientDir, "assets"), { ...COMPRESSED, dev: true, setHeaders: hashedFile });
  router.use("/assets", (request, response) => {
    if (!isRest(request.headers)) delete request.headers.range;
    hashed(request, response, () => void response.status(404).type("text").send("Not found"));
  });
  router.get(WORKER_FILE, serviceWorker(clientDir));
  // Such as the icon. What Vite keeps for itself begins with a dot and is not served.
  if (existsSync(clientDir)) router.use(sirv(clientDir, { ...COMPRESSED, setHeaders: caching(HOUR) }));
  return router;
}

function hashedFile(response: ServerResponse, path: string): void {
  caching(YEAR)(response, path);
  response.setHeader("ETag", tagOf(String(response.req.headers["accept-encoding"] ?? "")));
  if (SCRIPT_OR_STYLE.test(path)) lightenFile(response);
}

/** Browsers ask for it at most page views, and learn that it is the same still, or after a new build get the new one. */
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

/** The last resort, for what neither a route nor Remix caught. */
function lastResort(log: Log, build: Build): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (error, request, response, _next) => {
    // The visitor is gone: leaving half way is no error of ours.
    if (request.socket.destroyed) return;
    const kind: unknown = error?.kind;
    if (isKind(kind) && !response.headersSent) return reject(request, response, kind, String(error.message));
    const words = response.headersSent ? "a response was cut off" : "a request failed";
    log.error({ err: error, request: requestIdOf(response) }, words);
    noteAfter(error, { request, response, build });
    if (response.headersSent) response.destroy();
    else rejectUnexpected(request, response);
  };
}

type Met = { request: Request; response: Response; build: Build };

/** For the Health page, when the answer is out. */
function noteAfter(error: unknown, { request, response, build }: Met): void {
  const place = `${request.method} ${placeOf(build, pathForLog(request))}`;
  const requestId = requestIdOf(response);
  response.once("close", () => {
    // If the sources do not build, the log has said so already.
    void hooksOf(build)
      .then(({ noteError }) => noteError(error, { requestId, place }))
      .catch(() => {});
  });
}

/** Under development the routes change between requests. */
function placeOf(build: Build, path: string): string {
  return typeof build === "function" ? path : routeOf(patternsOf(build.routes), path);
}
