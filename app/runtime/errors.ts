/** What may go wrong without a mistake in the code, and the status that says so over HTTP. */
export const STATUS_OF_KIND = {
  badRequest: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  tooSlow: 408,
  conflict: 409,
  tooLarge: 413,
  unsupportedMedia: 415,
  invalid: 422,
  tooMany: 429,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof STATUS_OF_KIND;

/**
 * Carries its kind as a property: the process holds two copies of this module, one bundled and one not, and
 * `instanceof` would tell their errors apart (design 1). The last three are how Remix recognises an answer that was
 * thrown, so that a page's error boundary gets the status and `{ kind, message }`, and nothing is logged as a surprise.
 */
export type ExpectedError = Error & {
  kind: ErrorKind;
  status: number;
  type: "DataWithResponseInit";
  /** `typed`: what a form that was not taken held, so that the page of the error can offer to send it again. */
  data: { kind: ErrorKind; message: string; typed?: readonly (readonly [string, string])[] };
  /** `headers`: what else the answer says, such as the methods that the address takes. */
  init: { status: number; headers?: Record<string, string> };
};

export const badRequest = refusing("badRequest", "The request could not be read.");
export const unauthenticated = refusing("unauthenticated", "Sign in to go on.");
export const forbidden = refusing("forbidden", "Your account does not include this function.");
export const notFound = refusing("notFound", "There is nothing here, or it is not yours to see.");
export const conflict = refusing("conflict", "Someone changed this in the meantime.");
export const tooSlow = refusing("tooSlow", "What was sent took too long to arrive. Send it again.");
export const tooLarge = refusing("tooLarge", "That is more than can be taken at once.");
export const unsupportedMedia = refusing(
  "unsupportedMedia",
  "This address does not take that type of content.",
);
export const unavailable = refusing(
  "unavailable",
  "The school's data cannot be reached at the moment. Try again in a minute; what you had saved is safe.",
);

/** @param field of a call, which the message is about */
export function invalid(message = "Some of what was sent is not valid.", field?: string): ExpectedError {
  const error = expected("invalid", message);
  return field === undefined ? error : Object.assign(error, { errors: { [field]: [message] } });
}

/** @param seconds after which it may be tried again */
export function tooMany(message: string, seconds: number): ExpectedError {
  return expected("tooMany", message, { "Retry-After": String(seconds) });
}

/** @param allow the methods that the address takes, where its answer says so */
export function methodNotAllowed(allow?: string): ExpectedError {
  const headers = allow === undefined ? undefined : { Allow: allow };
  return expected("methodNotAllowed", "This address does not take that method.", headers);
}

/** What a visitor learns of a surprise. */
export const SURPRISE = "Something went wrong on our side. It has been noted; what you had saved is safe.";

/** The kind of an expected error, or null for a surprise. */
export function kindOf(error: unknown): ErrorKind | null {
  if (typeof error !== "object" || error === null || !("kind" in error)) return null;
  return isKind(error.kind) ? error.kind : null;
}

export function isKind(value: unknown): value is ErrorKind {
  return typeof value === "string" && Object.hasOwn(STATUS_OF_KIND, value);
}

/** 500 for a surprise. */
export function statusOf(error: unknown): number {
  const kind = kindOf(error);
  return kind === null ? 500 : STATUS_OF_KIND[kind];
}

/** What an expected error's answer says besides its status. */
export function headersOf(error: unknown): Record<string, string> {
  return kindOf(error) === null ? {} : ((error as Partial<ExpectedError>).init?.headers ?? {});
}

/** Whether the system refused with this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function refusing(kind: ErrorKind, usual: string): (message?: string) => ExpectedError {
  return (message = usual) => expected(kind, message);
}

function expected(kind: ErrorKind, message: string, headers?: Record<string, string>): ExpectedError {
  const status = STATUS_OF_KIND[kind];
  return Object.assign(new Error(message), {
    kind,
    status,
    type: "DataWithResponseInit" as const,
    data: { kind, message },
    init: { status, ...(headers && { headers }) },
  });
}
