import type { AppLoadContext } from "@remix-run/node";
import type { Request, Response } from "express";
import { nonceOf } from "./security-headers.ts";

declare module "@remix-run/server-runtime" {
  // Declaration merging takes an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface AppLoadContext {
    /** Allows the scripts of this one page, and no others. */
    nonce: string;
    /** The visitor's address, as far as TRUST_PROXY lets it be believed. */
    ip: string;
    /** Whether cookies can be marked Secure. */
    secure: boolean;
  }
}

export function loadContext(request: Request, response: Response, publicIsHttps: boolean): AppLoadContext {
  return {
    nonce: nonceOf(response),
    ip: request.ip ?? "",
    secure: publicIsHttps || request.secure,
  };
}
