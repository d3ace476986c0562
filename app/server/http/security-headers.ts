import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";
import type { ServerResponse } from "node:http";

type Options = { secure: boolean; development: boolean };

const POLICY = "Content-Security-Policy";
const OPENER = "Cross-Origin-Opener-Policy";
const REFERRER = "Referrer-Policy";
const CONNECTION = "Connection";
const NONCE_BYTES = 16;
const HSTS = "max-age=31536000; includeSubDomains";
/** The policy of a PDF. The policy of pages would block the styles of the browser's own PDF viewer. */
const PDF_POLICY = "frame-ancestors 'self'; base-uri 'none'";

/** The policy of data and pictures. They load nothing and are never framed, so their policy is short. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Sets the headers of every response. A route may override only the headers about caching. */
export function securityHeaders({ secure, development }: Options): RequestHandler {
  return (request, response, next) => {
    const nonce = randomBytes(NONCE_BYTES).toString("base64");
    response.locals.nonce = nonce;
    response.setHeader(POLICY, policy(nonce, development));
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader(REFERRER, "same-origin");
    response.setHeader(OPENER, "same-origin");
    response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    response.setHeader("Cache-Control", "no-store");
    if (secure || request.secure) response.setHeader("Strict-Transport-Security", HSTS);
    next();
  };
}

export function getNonce(response: Response): string {
  const { nonce } = response.locals as { nonce?: string };
  return nonce ?? "";
}

/** Shortens the headers of data and pictures, and lets the viewer show PDFs. A policy that a route sets remains. */
export function setHeadersByType(response: Response, answer: Headers): void {
  const type = answer.get("Content-Type") ?? "";
  const isData = type.startsWith("application/json") || type.startsWith("image/");
  if (isData) lighten(response);
  if (answer.has(POLICY)) return;
  if (isData) response.setHeader(POLICY, DATA_POLICY);
  if (type.startsWith("application/pdf")) response.setHeader(POLICY, PDF_POLICY);
}

/** Shortens the headers of a script or a style sheet. Browsers apply the policy of the page that loads the file. */
export function removeUnneededFileHeaders(response: ServerResponse): void {
  response.removeHeader(POLICY);
  lighten(response);
}

/** Removes headers that data does not need. HTTP/1.1 keeps a connection open without a header. */
function lighten(response: ServerResponse): void {
  response.removeHeader(OPENER);
  response.removeHeader(REFERRER);
  if (!response.hasHeader(CONNECTION)) response.removeHeader(CONNECTION);
}

function policy(nonce: string, development: boolean): string {
  // In development, Vite adds a page's styles as inline style sheets.
  const styles = development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    styles,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    // `blob:` is for documents that the viewer has fetched and shows from memory.
    "frame-src 'self' blob:",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}
