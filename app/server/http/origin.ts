import { timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { isApiCall, isApiOrCsrfCall } from "./request-path.ts";
import { rejectRequest } from "./refusal.ts";

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
