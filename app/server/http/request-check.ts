import type { NextFunction, Request, RequestHandler, Response } from "express";
import { isIPv4 } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { timingSafeEqual } from "node:crypto";
import { rejectRequest } from "./refusal.ts";
import { isApiOrCsrfCall, isPathReadable, isApiCall } from "./request-path.ts";

const PAGE_METHODS = ["GET", "HEAD", "POST"];
/** The API gets more methods, because each endpoint itself responds with the methods that it accepts. */
const CALL_METHODS = [...PAGE_METHODS, "PUT", "PATCH", "DELETE", "OPTIONS"];

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Rejects requests that no route can handle. Otherwise they would become errors in the log. */
export function requestCheck(publicUrl: string | undefined): RequestHandler {
  const isKnownHost = publicUrl ? () => true : hostsOfThisMachine();
  return (request, response, next) => {
    const methods = isApiOrCsrfCall(request) ? CALL_METHODS : PAGE_METHODS;
    if (!methods.includes(request.method)) {
      response.setHeader("Allow", methods.join(", "));
      return rejectRequest(
        request,
        response,
        "methodNotAllowed",
        "This address does not accept this HTTP method.",
      );
    }
    if (!isPathReadable(request)) {
      return rejectRequest(
        request,
        response,
        "badRequest",
        "This address is not valid. Check how it is written.",
      );
    }
    if (!isKnownHost(request)) {
      const message =
        "This server does not know the address that you used. Ask the person who runs the server to set that address as PUBLIC_URL.";
      return rejectRequest(request, response, "badRequest", message);
    }
    next();
  };
}

/** Rejects a request with two Host headers, because a proxy may choose a different one from this server. */
export function hostCheck(request: Request, response: Response, next: NextFunction): void {
  const hosts = request.headersDistinct["host"] ?? [];
  if (request.httpVersionMajor > 0 && hosts.length <= 1) return next();
  rejectRequest(
    request,
    response,
    "badRequest",
    "This request cannot be read: it needs HTTP/1.1 and one Host header.",
  );
}

/**
 * Returns the accepted hosts. Without PUBLIC_URL, the Host header determines our address, and with it the origin that
 * may send forms. A foreign name that resolves to this machine (DNS rebinding) must therefore be rejected.
 */
function hostsOfThisMachine(): (request: Request) => boolean {
  const machine = hostname().toLowerCase();
  const [label = machine] = machine.split(".");
  const names = new Set(["localhost", "[::1]", machine, label, `${label}.local`]);
  return ({ headers }) => {
    if (headers.host === undefined) return true;
    const name = nameIn(headers.host);
    return names.has(name) || (isIPv4(name) && name.startsWith("127.")) || isOwnAddress(name);
  };
}

/** Returns the host in lower case without the port, or an empty text for an invalid host. */
function nameIn(host: string): string {
  const [, name = ""] = HOST.exec(host) ?? [];
  return name.toLowerCase();
}

/** Addresses are read for each request, because a router may give the machine another one while the process runs. */
function isOwnAddress(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, "");
  return Object.values(networkInterfaces()).some((all) => all?.some((own) => own.address === address));
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);
const COOKIE = "XSRF-TOKEN";
const BEARER = /^Bearer(\s|$)/i;
const HEADER = "x-xsrf-token";

const FROM_ELSEWHERE = "This request came from another website. Nothing was changed. Try again in Termbook.";
const SEND_ORIGIN =
  "The Origin header is missing. Send this school's address as Origin, or use an access token instead of cookies.";

/** Rejects requests that change data unless they come from our own pages. API calls also need the XSRF token. */
export function originCheck(publicUrl: string | undefined): RequestHandler {
  return (request, response, next) => {
    if (isApiCall(request) && BEARER.test(request.headers.authorization ?? "")) {
      // A browser never sends a bearer token by itself, so nobody can forge such a request. With a cookie as well, the
      // request is rejected, because the cookie may belong to another person.
      if (request.headers.cookie === undefined) return next();
      return rejectRequest(request, response, "badRequest", "Send an access token or cookies, but not both.");
    }
    if (SAFE.has(request.method)) return next();
    if (!isOurs(request, publicUrl)) {
      const isProgram = isApiOrCsrfCall(request) && request.headers.origin === undefined;
      return rejectRequest(request, response, "forbidden", isProgram ? SEND_ORIGIN : FROM_ELSEWHERE);
    }
    if (isApiOrCsrfCall(request) && !carriesToken(request)) {
      const message = "CSRF token mismatch. Get /sanctum/csrf-cookie first.";
      return rejectRequest(request, response, "forbidden", message);
    }
    next();
  };
}

function isOurs(request: Request, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (!origin || !URL.canParse(origin)) return false;
  const { origin: own, host: ownHost } = new URL(origin);
  // Parsing drops a user name and a path. Browsers never send an origin with these, so such an origin is rejected.
  if (own !== origin.toLowerCase()) return false;
  return publicUrl ? own === publicUrl : ownHost === host?.toLowerCase();
}

function carriesToken(request: Request): boolean {
  const cookie = tokenCookie(request.headers.cookie ?? "");
  const header = request.get(HEADER);
  return Boolean(cookie) && header !== undefined && areEqual(cookie, header);
}

/** Returns the value of the XSRF cookie, decoded in the same way as by axios, the HTTP library of scripts. */
function tokenCookie(cookies: string): string {
  const found = cookies
    .split(";")
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${COOKIE}=`));
  try {
    return decodeURIComponent(found?.slice(COOKIE.length + 1) ?? "");
  } catch {
    return "";
  }
}

function areEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
