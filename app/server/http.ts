import express, { type Express, type RequestHandler } from "express";
import type { Env } from "#runtime/env.ts";
import type { Log } from "#runtime/log.ts";
import { assets } from "./http/assets.ts";
import { bodyLimit } from "./http/body-limit.ts";
import { health } from "./http/health.ts";
import { originCheck } from "./http/origin.ts";
import { lastResort } from "./http/last-resort.ts";
import { remixHandler, type Build } from "./http/remix-handler.ts";
import { hostCheck, requestCheck } from "./http/request-check.ts";
import { requestLog } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";

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
