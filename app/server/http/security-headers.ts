import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";

type Options = { secure: boolean; development: boolean };

const POLICY = "Content-Security-Policy";
const OPENER = "Cross-Origin-Opener-Policy";
const REFERRER = "Referrer-Policy";
const CONNECTION = "Connection";
const NONCE_BYTES = 16;
const HSTS = "max-age=31536000; includeSubDomains";
/** The browser's own viewer shows the file in a page of its own, which the pages' policy would keep from its styles. */
const PDF_POLICY = "frame-ancestors 'self'; base-uri 'none'";

/** Data is no page: nothing of it may load or leads elsewhere, and it must not weigh more than the mark it answers. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The headers of every answer; a route may say otherwise about caching only (design 3). */
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

export function nonceOf(response: Response): string {
  const { nonce } = response.locals as { nonce?: string };
  return nonce ?? "";
}

/** Says less of data and leaves a PDF its viewer; a policy that the route has set stays. */
export function suitHeaders(response: Response, answer: Headers): void {
  const type = answer.get("Content-Type") ?? "";
  const isData = type.startsWith("application/json");
  if (isData) lighten(response);
  if (answer.has(POLICY)) return;
  if (isData) response.setHeader(POLICY, DATA_POLICY);
  if (type.startsWith("application/pdf")) response.setHeader(POLICY, PDF_POLICY);
}

/** HTTP/1.1 keeps a connection open without a word about it. */
function lighten(response: Response): void {
  response.removeHeader(OPENER);
  response.removeHeader(REFERRER);
  if (!response.hasHeader(CONNECTION)) response.removeHeader(CONNECTION);
}

function policy(nonce: string, development: boolean): string {
  // Vite puts the style sheets of a page under development into it.
  const styles = development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    styles,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    // A document that was fetched whole is shown from memory.
    "frame-src 'self' blob:",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}
