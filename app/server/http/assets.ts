import { Router } from "express";
import { existsSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { WORKER_FILE } from "#domain/offline-page.ts";

const YEAR = "public, max-age=31536000, immutable";
const HOUR = "public, max-age=3600";
/** The worker loads no other script, shows nothing and sends requests only to our own server. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The files were compressed during the build. A name without its extension is not one of our files. */
const COMPRESSED = { brotli: true, gzip: true, extensions: [] };

/** Serves the browser's files. Files with hashed names never change; the few others may. */
export function assets(clientDir: string): Router {
  const router = Router();
  // sirv looks on the disk each time, because files of a new build appear and those of an old one disappear while the
  // process runs.
  const hashed = sirv(join(clientDir, "assets"), { ...COMPRESSED, dev: true, setHeaders: caching(YEAR) });
  router.use("/assets", (request, response) => {
    // The files are small, and an invalid range would be logged as an error of ours.
    delete request.headers.range;
    hashed(request, response, () => void response.status(404).type("text").send("Not found"));
  });
  router.get(WORKER_FILE, serviceWorker(clientDir));
  // This serves files such as the icon. Vite's own files begin with a dot and are not served.
  if (existsSync(clientDir)) router.use(sirv(clientDir, { ...COMPRESSED, setHeaders: caching(HOUR) }));
  return router;
}

/** Browsers ask for the worker at most page views, and get a new one after a build. */
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
