/** What may go wrong without anybody having made a mistake in the code, and the status that says so over HTTP. */
export const STATUS_OF_KIND = {
  badRequest: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
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
  init: { status: number };
  /** Of `methodNotAllowed`: the methods that the address takes, as the header of that name says it. */
  allow?: string;
};

export function badRequest(message = "The request could not be read."): ExpectedError {
  return expected("badRequest", message);
}

export function unauthenticated(message = "Sign in to go on."): ExpectedError {
  return expected("unauthenticated", message);
}

export function forbidden(message = "Your account does not include this function."): ExpectedError {
  return expected("forbidden", message);
}

export function notFound(message = "There is nothing here, or it is not yours to see."): ExpectedError {
  return expected("notFound", message);
}

/** @param allow the methods that the address takes, where its answer says so */
export function methodNotAllowed(allow?: string): ExpectedError {
  const refusal = expected("methodNotAllowed", "This address does not take that method.");
  return allow === undefined ? refusal : Object.assign(refusal, { allow });
}

export function conflict(message = "Someone changed this in the meantime."): ExpectedError {
  return expected("conflict", message);
}

export function tooLarge(message = "That is more than can be taken at once."): ExpectedError {
  return expected("tooLarge", message);
}

export function unsupportedMedia(
  message = "This address does not take that type of content.",
): ExpectedError {
  return expected("unsupportedMedia", message);
}

export function invalid(message = "Some of what was sent is not valid."): ExpectedError {
  return expected("invalid", message);
}

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

/** Whether the system refused with this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function expected(kind: ErrorKind, message: string): ExpectedError {
  const status = STATUS_OF_KIND[kind];
  return Object.assign(new Error(message), {
    kind,
    status,
    type: "DataWithResponseInit" as const,
    data: { kind, message },
    init: { status },
  });
}
