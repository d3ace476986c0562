import { randomBytes, randomUUID } from "node:crypto";

/** Nobody can guess 256 bits, and they still fit into a cookie. */
const TOKEN_BYTES = 32;
const FILE_NAME_BYTES = 16;
const REQUEST_ID_BYTES = 5;

export function randomId(): string {
  return randomUUID();
}

export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Creates an id for a request. It is unique enough within a log, and short enough to read out. */
export function randomRequestId(): string {
  return randomBytes(REQUEST_ID_BYTES).toString("hex");
}

/** Creates a file name that reveals neither content nor owner. @param extension with its dot, or empty */
export function randomFileName(extension = ""): string {
  return randomBytes(FILE_NAME_BYTES).toString("hex") + extension;
}
