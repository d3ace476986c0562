import type { IncomingMessage } from "node:http";

/** Paths of the specification's calls, which answer JSON and never a page. */
const CALLS = /^\/(api|sanctum)(\/|$)/;
/** Paths where a final `.data` is part of a name (design 2). */
const NAMES_END_IN_DATA = /^\/(api|sanctum|img)\//;
const NAMES_SOMEBODY = /^\/api\/user-employee\/./;
/** Where bodies may hold a file; a form that script sends goes to the same path with `.data` behind it. */
const UPLOADS =
  /^\/(api\/(upload-file|employee-files|upload-pictures|student-picture\/[^/]+)|app\/(profile\/(signature|documents)|(employees|students)\/[^/]+\/(documents|documents\/upload|picture)|students\/import))(?:\.data)?\/?$/;
/** What holds the pictures of many students. */
const LARGE_UPLOADS = /^\/app\/students\/pictures\/[^/]+\/files(?:\.data)?\/?$/;

/** A call that a token may make. */
export function isApiCall(request: IncomingMessage): boolean {
  return matchedPath(request).startsWith("/api/");
}

export function isCall(request: IncomingMessage): boolean {
  return CALLS.test(matchedPath(request));
}

export function isUpload(request: IncomingMessage): boolean {
  return request.method === "POST" && (UPLOADS.test(matchedPath(request)) || isLargeUpload(request));
}

export function isLargeUpload(request: IncomingMessage): boolean {
  return request.method === "POST" && LARGE_UPLOADS.test(matchedPath(request));
}

/** Whether every part of the path is text: Remix warns of one that is not, and the database takes no control characters. */
export function isReadable(request: IncomingMessage): boolean {
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Remix takes a path that ends in `.data` for the data of a page, and would never find the employee `john.data`. */
export function withoutDataSuffix(request: IncomingMessage): string {
  const url = request.url ?? "/";
  return NAMES_END_IN_DATA.test(matchedPath(request)) ? url.replace(/\.data(?=\?|$)/, "%2Edata") : url;
}

/** Programs put a path that begins with a slash behind an address that ends in one. */
export function withSingleSlashes(address: string): string {
  return address.replace(/^[^?]+/, (path) => path.replace(/\/{2,}/g, "/"));
}

/** For the log: what follows the question mark may hold names, and so does one address. */
export function pathForLog(request: IncomingMessage & { originalUrl?: string }): string {
  if (NAMES_SOMEBODY.test(matchedPath(request))) return "/api/user-employee/:userName";
  return (request.originalUrl ?? request.url ?? "/").split("?", 1)[0] ?? "/";
}

/**
 * The path as routes are matched: dots resolved, parts decoded, in small letters. A check on the path as it was sent
 * would let `/%61pi/…` or `/x/../api/…` pass.
 */
function matchedPath(request: IncomingMessage): string {
  const address = `http://host${(request.url ?? "/").replace(/^\/+/, "/")}`;
  const path = URL.canParse(address) ? new URL(address).pathname : "/";
  return path
    .split("/")
    .map(decoded)
    .join("/")
    .replace(/\/{2,}/g, "/")
    .toLowerCase();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
