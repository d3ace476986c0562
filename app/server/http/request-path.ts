import type { IncomingMessage } from "node:http";

/** The paths of the API, which answers JSON and never a page. */
const CALLS = /^\/(api|sanctum)(\/|$)/;
/** Paths in which a final `.data` is part of a name. */
const NAMES_END_IN_DATA = /^\/(api|sanctum|img)\//;
const NAMES_SOMEBODY = /^\/api\/user-employee\/./;
/** Paths where bodies may contain a file; a form sent by a script uses the same path with `.data`. */
const UPLOADS =
  /^\/(api\/(upload-file|employee-files|upload-pictures|student-picture\/[^/]+)|app\/(profile\/(signature|documents)|(employees|students)\/[^/]+\/(documents|documents\/upload|picture)|(employees|students)\/import|mark-sheet(?:\/[^/]+){3}\/upload))(?:\.data)?\/?$/;
/** The path for the pictures of many students. */
const LARGE_UPLOADS = /^\/app\/students\/pictures\/[^/]+\/files(?:\.data)?\/?$/;

export function isApiCall(request: IncomingMessage): boolean {
  return matchedPath(request).startsWith("/api/");
}

export function isCall(request: IncomingMessage): boolean {
  return CALLS.test(matchedPath(request));
}

/** Some of these pages have other forms too, which are limited like every form. */
export function isUpload(request: IncomingMessage): boolean {
  return mayHaveFile(request) && (UPLOADS.test(matchedPath(request)) || isLargeUpload(request));
}

function mayHaveFile({ method, headers }: IncomingMessage): boolean {
  const isPageForm = /^\s*application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
  return method === "POST" && !isPageForm;
}

export function isLargeUpload(request: IncomingMessage): boolean {
  return mayHaveFile(request) && LARGE_UPLOADS.test(matchedPath(request));
}

/** Tells whether every part of the path is valid text: Remix warns about others, and the database rejects them. */
export function isReadable(request: IncomingMessage): boolean {
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Keeps Remix from taking a path that ends in `.data` for a page's data: it would miss the employee `john.data`. */
export function withoutDataSuffix(request: IncomingMessage): string {
  const url = request.url ?? "/";
  return NAMES_END_IN_DATA.test(matchedPath(request)) ? url.replace(/\.data(?=\?|$)/, "%2Edata") : url;
}

/** Repairs double slashes: programs append a path that begins with a slash to an address that ends in one. */
export function withSingleSlashes(address: string): string {
  return address.replace(/^[^?]+/, (path) => path.replace(/\/{2,}/g, "/"));
}

/** Returns the path for the log: the query string may contain names, and so does one path. */
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
