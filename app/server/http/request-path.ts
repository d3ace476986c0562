import type { IncomingMessage } from "node:http";

/** The paths of the API, which responds with JSON and never with a page. */
const CALLS = /^\/(api|sanctum)(\/|$)/;
/** Paths whose last part is a name, which may itself end in `.data`. */
const NAMES_END_IN_DATA = /^\/(api|sanctum|img)\//;
const NAMES_SOMEBODY = /^\/api\/user-employee\/./;
/** Paths whose bodies may contain a file. A form that a script sends uses the same path with `.data`. */
const UPLOADS =
  /^\/(api\/(upload-file|employee-files|upload-pictures|student-picture\/[^/]+)|app\/(profile\/(signature|documents)|(employees|students)\/[^/]+\/(documents|documents\/upload|picture)|(employees|students)\/import|mark-sheet(?:\/[^/]+){3}\/upload))(?:\.data)?\/?$/;
/** The path for uploading the pictures of many students. */
const LARGE_UPLOADS = /^\/app\/students\/pictures\/[^/]+\/files(?:\.data)?\/?$/;

export function isApiCall(request: IncomingMessage): boolean {
  return matchedPath(request).startsWith("/api/");
}

export function isApiOrCsrfCall(request: IncomingMessage): boolean {
  return CALLS.test(matchedPath(request));
}

/** Tells whether a request may upload a file. Some of these pages have other forms too, with the limit of all forms. */
export function isUploadRequest(request: IncomingMessage): boolean {
  return mayHaveFile(request) && (UPLOADS.test(matchedPath(request)) || isLargeUpload(request));
}

function mayHaveFile({ method, headers }: IncomingMessage): boolean {
  const isPageForm = /^\s*application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
  return method === "POST" && !isPageForm;
}

export function isLargeUpload(request: IncomingMessage): boolean {
  return mayHaveFile(request) && LARGE_UPLOADS.test(matchedPath(request));
}

/** Tells whether every part of the path is valid text. Otherwise Remix logs a warning and a query fails. */
export function isPathReadable(request: IncomingMessage): boolean {
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/**
 * Encodes `.data` at the end of a name, such as the employee `john.data`, which Remix would take for its own suffix.
 */
export function escapeDataSuffix(request: IncomingMessage): string {
  const url = request.url ?? "/";
  return NAMES_END_IN_DATA.test(matchedPath(request)) ? url.replace(/\.data(?=\?|$)/, "%2Edata") : url;
}

/** Replaces double slashes: client programs join an address that ends in a slash and a path that begins with one. */
export function withSingleSlashes(address: string): string {
  return address.replace(/^[^?]+/, (path) => path.replace(/\/{2,}/g, "/"));
}

/** Returns the path for the log, without the query string and without user names, which the log must not contain. */
export function pathForLog(request: IncomingMessage & { originalUrl?: string }): string {
  if (NAMES_SOMEBODY.test(matchedPath(request))) return "/api/user-employee/:userName";
  return (request.originalUrl ?? request.url ?? "/").split("?", 1)[0] ?? "/";
}

/**
 * Returns the path as routes are matched: dots resolved, parts decoded, in lower case. A check of the path as it was
 * sent would let `/%61pi/…` or `/x/../api/…` pass.
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
