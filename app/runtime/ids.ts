import { randomBytes, randomUUID } from "node:crypto";

/** 256 bits: what a person could hold in a cookie and nobody could guess. */
const TOKEN_BYTES = 32;
const FILE_NAME_BYTES = 16;
const REQUEST_ID_BYTES = 5;

export function randomId(): string {
  return randomUUID();
}

export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Different enough among the requests of a log, and short enough to be read out. */
export function randomRequestId(): string {
  return randomBytes(REQUEST_ID_BYTES).toString("hex");
}

/** A name that says nothing about what is in the file or whose it is. @param extension with its dot, or empty */
export function randomFileName(extension = ""): string {
  return randomBytes(FILE_NAME_BYTES).toString("hex") + extension;
}
