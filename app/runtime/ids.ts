import { randomBytes, randomUUID } from "node:crypto";

/** 256 bits, which a cookie can hold and nobody can guess. */
const TOKEN_BYTES = 32;
const FILE_NAME_BYTES = 16;
const REQUEST_ID_BYTES = 5;

export function randomId(): string {
  return randomUUID();
}

export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Creates an id that is distinct enough among the requests of a log, and short enough to read out. */
export function randomRequestId(): string {
  return randomBytes(REQUEST_ID_BYTES).toString("hex");
}

/** Creates a name that tells nothing about the file's content or owner. @param extension with its dot, or empty */
export function randomFileName(extension = ""): string {
  return randomBytes(FILE_NAME_BYTES).toString("hex") + extension;
}
