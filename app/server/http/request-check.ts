import type { NextFunction, Request, RequestHandler, Response } from "express";
import { isIPv4 } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { reject } from "./refusal.ts";
import { isCall, isReadable } from "./request-path.ts";

const PAGE_METHODS = ["GET", "HEAD", "POST"];
/** The API's own response says which of these an endpoint accepts. */
const CALL_METHODS = [...PAGE_METHODS, "PUT", "PATCH", "DELETE", "OPTIONS"];

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Rejects requests that no route could answer, so that odd requests do not become errors in the log. */
export function requestCheck(publicUrl: string | undefined): RequestHandler {
  const isKnownHost = publicUrl ? () => true : hostsOfThisMachine();
  return (request, response, next) => {
    const methods = isCall(request) ? CALL_METHODS : PAGE_METHODS;
    if (!methods.includes(request.method)) {
      response.setHeader("Allow", methods.join(", "));
      return reject(request, response, "methodNotAllowed", "This address does not accept that method.");
    }
    if (!isReadable(request)) {
      return reject(request, response, "badRequest", "This address is not valid. Check how it is written.");
    }
    if (!isKnownHost(request)) {
      const message =
        "This server does not know the address that you used. Ask the person who runs the server to set that address as PUBLIC_URL.";
      return reject(request, response, "badRequest", message);
    }
    next();
  };
}

/** Rejects a request with two hosts, which a proxy may interpret differently from us or not at all. */
export function hostCheck(request: Request, response: Response, next: NextFunction): void {
  const hosts = request.headersDistinct["host"] ?? [];
  if (request.httpVersionMajor > 0 && hosts.length <= 1) return next();
  reject(request, response, "badRequest", "This request cannot be read: it needs HTTP/1.1 and one Host.");
}

/**
 * Lists the hosts to accept. Without PUBLIC_URL the Host header decides our address, and with it which origin may
 * send forms: a foreign name that leads here (DNS rebinding) must not count.
 */
function hostsOfThisMachine(): (request: Request) => boolean {
  const machine = hostname().toLowerCase();
  const [label = machine] = machine.split(".");
  const names = new Set(["localhost", "[::1]", machine, label, `${label}.local`]);
  return ({ headers }) => {
    if (headers.host === undefined) return true;
    const name = nameIn(headers.host);
    return names.has(name) || (isIPv4(name) && name.startsWith("127.")) || isOwnAddress(name);
  };
}

/** Returns the host without the port in lower case; empty for an invalid host. */
function nameIn(host: string): string {
  const [, name = ""] = HOST.exec(host) ?? [];
  return name.toLowerCase();
}

/** Checked for each request, because a router may give the machine another address while the process runs. */
function isOwnAddress(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, "");
  return Object.values(networkInterfaces()).some((all) => all?.some((own) => own.address === address));
}
