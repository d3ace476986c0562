import { readKnownBrowser, type KnownBrowser } from "./known-browser.server.ts";
import { readSessionToken } from "./session-cookie.server.ts";

/** The address and browser that sent a request, for throttling and for the list of sessions. */
export type Caller = {
  address: string;
  device: string;
  browser: KnownBrowser | null;
  /** The token of the browser's current session. A new sign-in ends this session. */
  token: string | null;
};

const LONGEST_DEVICE = 300;
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

/**
 * Describes the sender of a request.
 * @param ip the visitor's address from `context.ip` of a loader or action, which ignores untrusted headers
 */
export async function describeCaller(request: Request, ip: string): Promise<Caller> {
  return {
    address: shortenIpAddress(ip),
    device: (request.headers.get("User-Agent") ?? "").slice(0, LONGEST_DEVICE),
    browser: await readKnownBrowser(request),
    token: readSessionToken(request),
  };
}

/**
 * Shortens an IPv6 address to its /64 network. A household or school has a whole network, so every attempt could
 * otherwise come from a new address.
 */
export function shortenIpAddress(ip: string): string {
  const address = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  if (!address.includes(":")) return address || "unknown";
  const [left = [], right = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, ALL_GROUPS - left.length - right.length) }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
