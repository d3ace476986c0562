import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";

type Options = { secure: boolean; development: boolean };

const NONCE_BYTES = 16;
const HSTS = "max-age=31536000";
/** The browser's own viewer shows the file in a page of its own, which the pages' policy would keep from its styles. */
const PDF_POLICY = "frame-ancestors 'self'; base-uri 'none'";

/** Data is no page: nothing of it may load, and it must not weigh more than the mark that it answers. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The headers of every answer; a route may say otherwise about caching only (design 3). */
export function securityHeaders({ secure, development }: Options): RequestHandler {
  return (request, response, next) => {
    const nonce = randomBytes(NONCE_BYTES).toString("base64");
    response.locals.nonce = nonce;
    response.setHeader("Content-Security-Policy", policy(nonce, development));
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "same-origin");
    response.setHeader("Cache-Control", "no-store");
    if (secure || request.secure) response.setHeader("Strict-Transport-Security", HSTS);
    next();
  };
}

export function nonceOf(response: Response): string {
  const { nonce } = response.locals as { nonce?: string };
  return nonce ?? "";
}

export function policyFor(contentType: string | null): string | null {
  if (contentType?.startsWith("application/json")) return DATA_POLICY;
  return contentType?.startsWith("application/pdf") ? PDF_POLICY : null;
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
    "frame-src 'self'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}
