import { Router } from "express";
import { existsSync } from "node:fs";
import { join } from "node:path";
import sirv from "sirv";
import { WORKER_FILE } from "#domain/offline-page.ts";

const YEAR = "public, max-age=31536000, immutable";
const HOUR = "public, max-age=3600";
/** It loads no other script, shows nothing and asks nobody but us. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The browser's files, compressed when they were built. Hashed names never change; the few others may. */
export function assets(clientDir: string): Router {
  const router = Router();
  // Looks on the disk each time, as the files of a new build come and those of an old one go while we run.
  const hashed = sirv(join(clientDir, "assets"), {
    dev: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response) => response.setHeader("Cache-Control", YEAR),
  });
  router.use("/assets", (request, response) => {
    // The files are small, and a range that makes no sense would be an error of ours.
    delete request.headers.range;
    hashed(request, response, () => void response.status(404).type("text").send("Not found"));
  });
  router.get(WORKER_FILE, serviceWorker(clientDir));
  if (existsSync(clientDir)) router.use(named(clientDir));
  return router;
}

/** Such as the icon. What Vite keeps for itself begins with a dot and is not served. */
function named(clientDir: string): ReturnType<typeof sirv> {
  return sirv(clientDir, {
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response) => response.setHeader("Cache-Control", HOUR),
  });
}

/** Asked for at most page views: the answer is that it is the same still, and after a new build the new one. */
function serviceWorker(clientDir: string): ReturnType<typeof sirv> {
  return sirv(clientDir, {
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response) => {
      response.setHeader("Cache-Control", "no-cache");
      response.setHeader("Content-Security-Policy", WORKER_POLICY);
    },
  });
}
