import { Router } from "express";
import { existsSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { WORKER_FILE } from "#domain/offline-page.ts";

const YEAR = "public, max-age=31536000, immutable";
const HOUR = "public, max-age=3600";
/** The worker loads no other script, shows nothing and sends requests to nobody but us. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The files were compressed when they were built. A name without its extension is no file of ours. */
const COMPRESSED = { brotli: true, gzip: true, extensions: [] };

/** The browser's files. Hashed names never change; the few others may. */
export function assets(clientDir: string): Router {
  const router = Router();
  // sirv looks on the disk each time, as the files of a new build come and those of an old one go while we run.
  const hashed = sirv(join(clientDir, "assets"), { ...COMPRESSED, dev: true, setHeaders: caching(YEAR) });
  router.use("/assets", (request, response) => {
    // The files are small, and a range that makes no sense would be an error of ours.
    delete request.headers.range;
    hashed(request, response, () => void response.status(404).type("text").send("Not found"));
  });
  router.get(WORKER_FILE, serviceWorker(clientDir));
  // Such as the icon. What Vite keeps for itself begins with a dot and is not served.
  if (existsSync(clientDir)) router.use(sirv(clientDir, { ...COMPRESSED, setHeaders: caching(HOUR) }));
  return router;
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
