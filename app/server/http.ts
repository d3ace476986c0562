import compression from "compression";
import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import { constants } from "node:zlib";
import type { Env } from "#runtime/env.ts";
import type { Log } from "#runtime/log.ts";
import { assets } from "./http/assets.ts";
import { bodyLimit } from "./http/body-limit.ts";
import { health } from "./http/health.ts";
import { originCheck } from "./http/origin.ts";
import { lastResort } from "./http/refusal.ts";
import { remixHandler, type Build } from "./http/remix-handler.ts";
import { requestLog } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";

type Options = {
  build: Build;
  env: Pick<Env, "PUBLIC_URL" | "TRUST_PROXY" | "secure">;
  log: Log;
  /** Where the browser's built files are; under development Vite serves them. */
  clientFiles: string | RequestHandler;
  isDraining?: () => boolean;
};

const COMPRESSED_FROM = 1024;

/** Everything between the socket and Remix, in the order in which a request meets it. */
export function createApp({ build, env, log, clientFiles, isDraining = () => false }: Options): Express {
  const development = typeof clientFiles === "function";
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", env.TRUST_PROXY);
  app.use(requestLog(log));
  app.use(securityHeaders({ secure: env.secure, development }));
  app.use(hangUpWhen(isDraining));
  app.use(health(build, isDraining));
  app.use(development ? clientFiles : assets(clientFiles));
  app.use(originCheck(env.PUBLIC_URL));
  app.use(bodyLimit());
  app.use(compressPages());
  app.use(
    remixHandler({ build, mode: development ? "development" : "production", publicUrl: env.PUBLIC_URL }),
  );
  app.use(lastResort(log));
  return app;
}

/** A connection that is kept open would keep a process that was told to stop. */
function hangUpWhen(isDraining: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (isDraining()) response.setHeader("Connection", "close");
    next();
  };
}

/** Brotli 4 with a window of 2^18: the best bytes for a millisecond that a trial found. */
function compressPages(): RequestHandler {
  return compression({
    threshold: COMPRESSED_FROM,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
    filter: isWhole,
  });
}

/** A part of a file must stay the bytes it is. */
function isWhole(request: Request, response: Response): boolean {
  return response.statusCode !== 206 && compression.filter(request, response);
}
