import type { NextFunction, Request, RequestHandler, Response } from "express";
import { isIPv4 } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { refuse } from "./refusal.ts";
import { isCall, isReadable } from "./request-path.ts";

const PAGE_METHODS = ["GET", "HEAD", "POST"];
/** Which of them a call takes, its own answer says. */
const CALL_METHODS = [...PAGE_METHODS, "PUT", "PATCH", "DELETE", "OPTIONS"];

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Refuses what no route could take before anything else looks at it: no oddity of a visitor is an error in the log. */
export function requestCheck(publicUrl: string | undefined): RequestHandler {
  const isKnownHost = publicUrl ? () => true : hostsOfThisMachine();
  return (request, response, next) => {
    const methods = isCall(request) ? CALL_METHODS : PAGE_METHODS;
    if (!methods.includes(request.method)) {
      response.setHeader("Allow", methods.join(", "));
      return refuse(request, response, "methodNotAllowed", "This address does not take that method.");
    }
    if (!isReadable(request)) {
      return refuse(request, response, "badRequest", "This address cannot be read. Check how it is written.");
    }
    if (!isKnownHost(request)) {
      const message =
        "This server is not known by that address. Whoever runs it gives the address that people use as PUBLIC_URL.";
      return refuse(request, response, "badRequest", message);
    }
    next();
  };
}

/** Refuses a request that says twice for whom it is, which a proxy may read otherwise than we do, or not at all. */
export function hostCheck(request: Request, response: Response, next: NextFunction): void {
  const hosts = request.headersDistinct["host"] ?? [];
  if (request.httpVersionMajor > 0 && hosts.length <= 1) return next();
  refuse(request, response, "badRequest", "This request cannot be read: it needs HTTP/1.1 and one Host.");
}

/**
 * Without PUBLIC_URL the Host header says where we are, and with it which origin may send forms: a name that somebody
 * else has made to lead here (DNS rebinding) must not count.
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

/** Without the port, in small letters; empty for what is no host. */
function nameIn(host: string): string {
  const [, name = ""] = HOST.exec(host) ?? [];
  return name.toLowerCase();
}

/** Asked anew each time: a school's router gives the machine another address while we run. */
function isOwnAddress(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, "");
  return Object.values(networkInterfaces()).some((all) => all?.some((own) => own.address === address));
}
