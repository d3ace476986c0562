import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import {
  request as sendRequest,
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pino, type Logger } from "pino";
import { onTestFinished } from "vitest";
import { readEnv } from "#runtime/env.ts";
import { createApp } from "#server/http.ts";
import { createHttpServer, type HttpServer } from "#server/web/listening.ts";

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

type Given = {
  /** Answers every path with any method, like a route without a page. */
  route?: Handler;
  /** The loader of `/page`, which has a page. */
  page?: Handler;
  env?: Record<string, string>;
  clientFiles?: string;
  ready?: () => Promise<boolean>;
  backupAge?: () => Promise<string | null>;
  noteError?: (error: unknown, about: { requestId: string; place: string }) => Promise<void>;
  isDraining?: () => boolean;
  log?: Logger;
};

export type Site = HttpServer & { origin: string; port: number };
export type SiteResponse = { status: number; headers: IncomingHttpHeaders; body: string };

type Sent = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | Readable;
  agent?: Agent;
};

const CLIENT_FILES = "/nowhere";

/** Starts a real server on a port of its own, around a build made by hand. It ends with the test. */
export async function openSite(given: Given = {}): Promise<Site> {
  const { clientFiles = CLIENT_FILES, isDraining, log = pino({ level: "silent" }) } = given;
  const env = readEnv({ SESSION_SECRET: "a secret that only tests know, long enough", ...given.env });
  const app = createApp({ build: buildOf(given), env, log, clientFiles, isDraining });
  const http = createHttpServer(app);
  await http.listen(0, "127.0.0.1");
  onTestFinished(() => {
    http.server.closeAllConnections();
    http.server.close();
  });
  const { port } = http.server.address() as AddressInfo;
  return { ...http, port, origin: `http://127.0.0.1:${port}` };
}

export function open(site: Site, path: string, { method = "GET", headers = {}, body, agent }: Sent = {}) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = sendRequest(
      { port: site.port, host: "127.0.0.1", path, method, headers, agent },
      resolve,
    );
    request.on("error", reject);
    if (body === undefined || typeof body === "string" || Buffer.isBuffer(body)) request.end(body);
    else body.pipe(request);
  });
}

export async function requestFrom(site: Site, path: string, sent: Sent = {}): Promise<SiteResponse> {
  const response = await open(site, path, sent);
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

/** Posts like our own pages. */
export function post(site: Site, path: string, sent: Sent = {}): Promise<SiteResponse> {
  return requestFrom(site, path, {
    method: "POST",
    ...sent,
    headers: { Origin: site.origin, ...sent.headers },
  });
}

/** Calls like axios after it got its cookie. */
export function call(site: Site, path: string, sent: Sent = {}): Promise<SiteResponse> {
  const proof = { Cookie: "theme=a; XSRF-TOKEN=abc%3D", "X-XSRF-TOKEN": "abc=" };
  return post(site, path, { ...sent, headers: { ...proof, ...sent.headers } });
}

function buildOf(given: Given): ServerBuild {
  const { route = () => new Response("done"), page = () => null, ready, backupAge } = given;
  const { noteError } = given;
  const answer = async (args: LoaderFunctionArgs & ActionFunctionArgs) => route(args) as Response;
  return {
    mode: "production",
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
    future: { v3_singleFetch: true, v3_throwAbortReason: true } as ServerBuild["future"],
    assets: { version: "1", url: "", entry: { module: "", imports: [] }, routes: {} },
    entry: {
      module: {
        default: rendered,
        handleError: () => {},
        ...(ready && { ready }),
        ...(backupAge && { backupAge }),
        ...(noteError && { noteError }),
      },
    },
    routes: {
      any: { id: "any", path: "*", module: { loader: answer, action: answer } as never },
      page: { id: "page", path: "page", module: { loader: page, default: () => null } as never },
    },
  };
}

/** Returns the data that a page was given, as text, or the error that a route threw. */
async function rendered(
  _request: Request,
  status: number,
  headers: Headers,
  { staticHandlerContext }: EntryContext,
): Promise<Response> {
  const { errors, loaderData } = staticHandlerContext;
  headers.set("Content-Type", "text/html");
  return new Response(JSON.stringify(errors ?? loaderData), { status, headers });
}
