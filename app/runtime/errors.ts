/** The kinds of errors that are expected in operation, with their HTTP status. */
export const ERROR_KIND_STATUS = {
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

export type ErrorKind = keyof typeof ERROR_KIND_STATUS;

/**
 * An expected error. Its kind is a property, because a process has two copies of this module, bundled and not bundled,
 * and `instanceof` fails between them. The last three properties make Remix treat the error as a thrown response: the
 * error boundary gets the status and `{ kind, message }`, and nothing is logged as unexpected.
 */
export type ExpectedError = Error & {
  kind: ErrorKind;
  status: number;
  type: "DataWithResponseInit";
  /**
   * `typed` contains the values of a rejected form, so that the error page can offer to send them again. `opensAgain`
   * is the title of a page that opens by itself after some seconds.
   */
  data: {
    kind: ErrorKind;
    message: string;
    typed?: readonly (readonly [string, string])[];
    opensAgain?: string;
  };
  /** `headers` are additional headers, such as `Allow` with the methods that the address accepts. */
  init: { status: number; headers?: Record<string, string> };
};

export const badRequest = refusing("badRequest", "The request could not be read. Reload the page.");
export const unauthenticated = refusing("unauthenticated", "Sign in to continue.");
export const forbidden = refusing(
  "forbidden",
  "Your account does not include this function. Ask an administrator for access.",
);
export const notFound = refusing(
  "notFound",
  "This page does not exist, or you cannot open it. Check the address.",
);
export const conflict = refusing(
  "conflict",
  "Somebody has changed this data in the meantime. Reload the page, then try again.",
);
export const tooSlow = refusing("tooSlow", "The request took too long to arrive. Send the request again.");
export const tooLarge = refusing("tooLarge", "This is too much to send at once. Send it in smaller parts.");
export const unsupportedMedia = refusing("unsupportedMedia", "This format is unknown. Send JSON or a form.");
export const unavailable = refusing(
  "unavailable",
  "The school’s data cannot be reached at the moment. Try again in a minute: everything you have saved is safe.",
);

/** Creates the error for an invalid request. @param field the field of an API call that the message is about */
export function invalid(message = "Some values were not accepted.", field?: string): ExpectedError {
  const error = expected("invalid", message);
  return field === undefined ? error : Object.assign(error, { errors: { [field]: [message] } });
}

/** Creates the error for an item that does not exist or is not visible. @param another the item to choose instead */
export function itemNotFound(item: string, another = item): ExpectedError {
  return notFound(`This ${item} no longer exists, or you cannot open it. Choose another ${another}.`);
}

/** Creates the error for too many requests. @param seconds the time until the next attempt */
export function tooManyRequests(message: string, seconds: number): ExpectedError {
  return expected("tooMany", message, { "Retry-After": String(seconds) });
}

/** Creates the error while marks and reports are still counted. @param due the classes still to count */
export function reportCountsNotReady({ due, total }: { due: number; total: number }): ExpectedError {
  const done = Math.max(0, total - due).toLocaleString("en");
  const words = `Termbook is counting the marks and reports of this term: ${done} of ${total.toLocaleString("en")} classes are counted. This page opens by itself when all are counted.`;
  const error = unavailable(words);
  error.data.opensAgain = "Counting marks and reports";
  return error;
}

/** Creates the error for a method that is not allowed. @param allow the methods for the header `Allow` */
export function methodNotAllowed(allow?: string): ExpectedError {
  const headers = allow === undefined ? undefined : { Allow: allow };
  return expected("methodNotAllowed", "This address does not accept this HTTP method.", headers);
}

export const UNEXPECTED_ERROR_MESSAGE =
  "Something went wrong on the server. The error has been recorded, and everything you have saved is safe. Try again in a moment.";

/** Returns the kind of an expected error, or null for an unexpected one. */
export function errorKind(error: unknown): ErrorKind | null {
  if (typeof error !== "object" || error === null || !("kind" in error)) return null;
  return isErrorKind(error.kind) ? error.kind : null;
}

export function isErrorKind(value: unknown): value is ErrorKind {
  return typeof value === "string" && Object.hasOwn(ERROR_KIND_STATUS, value);
}

/** Returns the HTTP status of an error; 500 for an unexpected one. */
export function errorStatus(error: unknown): number {
  const kind = errorKind(error);
  return kind === null ? 500 : ERROR_KIND_STATUS[kind];
}

export function errorHeaders(error: unknown): Record<string, string> {
  return errorKind(error) === null ? {} : ((error as Partial<ExpectedError>).init?.headers ?? {});
}

export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function refusing(kind: ErrorKind, usual: string): (message?: string) => ExpectedError {
  return (message = usual) => expected(kind, message);
}

function expected(kind: ErrorKind, message: string, headers?: Record<string, string>): ExpectedError {
  const status = ERROR_KIND_STATUS[kind];
  return Object.assign(new Error(message), {
    kind,
    status,
    type: "DataWithResponseInit" as const,
    data: { kind, message },
    init: { status, ...(headers && { headers }) },
  });
}
