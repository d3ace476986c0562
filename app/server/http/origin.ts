import { timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { isApiCall, isCall } from "./request-path.ts";
import { reject } from "./refusal.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);
const COOKIE = "XSRF-TOKEN";
const BEARER = /^Bearer(\s|$)/i;
const HEADER = "x-xsrf-token";

const FROM_ELSEWHERE = "This request came from another website, so nothing was changed.";
const SEND_ORIGIN =
  "The Origin header is missing. Send this school's address as Origin, or use an access token instead of cookies.";

/** Rejects a request that changes something unless it comes from our own pages; API calls also need a token. */
export function originCheck(publicUrl: string | undefined): RequestHandler {
  return (request, response, next) => {
    if (isApiCall(request) && BEARER.test(request.headers.authorization ?? "")) {
      // No browser sends a bearer token by itself, so nobody can be tricked into sending one; a cookie beside it
      // could be another person's.
      if (request.headers.cookie === undefined) return next();
      return reject(request, response, "badRequest", "Send an access token or cookies, but not both.");
    }
    if (SAFE.has(request.method)) return next();
    if (!isOurs(request, publicUrl)) {
      const isProgram = isCall(request) && request.headers.origin === undefined;
      return reject(request, response, "forbidden", isProgram ? SEND_ORIGIN : FROM_ELSEWHERE);
    }
    if (isCall(request) && !carriesToken(request)) {
      const message = "CSRF token mismatch. Get /sanctum/csrf-cookie first.";
      return reject(request, response, "forbidden", message);
    }
    next();
  };
}

function isOurs(request: Request, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (!origin || !URL.canParse(origin)) return false;
  const { origin: own, host: ownHost } = new URL(origin);
  // An origin has neither user name nor path: browsers send it in the form that parsing gives.
  if (own !== origin.toLowerCase()) return false;
  return publicUrl ? own === publicUrl : ownHost === host?.toLowerCase();
}

function carriesToken(request: Request): boolean {
  const cookie = tokenCookie(request.headers.cookie ?? "");
  const header = request.get(HEADER);
  return Boolean(cookie) && header !== undefined && areEqual(cookie, header);
}

/** Reads the token cookie, decoded as axios decodes it. */
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
