import { readKnownBrowser, type KnownBrowser } from "./known-browser.server.ts";
import { readSessionToken } from "./session-cookie.server.ts";

/** The origin of a request, for throttling and the list of sessions, with what its browser sent. */
export type Caller = {
  address: string;
  device: string;
  browser: KnownBrowser | null;
  /** The token of the session that a new sign-in ends. */
  token: string | null;
};

const LONGEST_DEVICE = 300;
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

/**
 * Describes the caller.
 * @param ip the visitor's address as far as it can be trusted: `context.ip` of a loader or action
 */
export async function describeCaller(request: Request, ip: string): Promise<Caller> {
  return {
    address: shortenAddress(ip),
    device: (request.headers.get("User-Agent") ?? "").slice(0, LONGEST_DEVICE),
    browser: await readKnownBrowser(request),
    token: readSessionToken(request),
  };
}

/**
 * Shortens an address. A household or school has one IPv4 address, but a whole /64 of IPv6: otherwise each attempt
 * could come from a new address.
 */
export function shortenAddress(ip: string): string {
  const address = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  if (!address.includes(":")) return address || "unknown";
  const [left = [], right = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, ALL_GROUPS - left.length - right.length) }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
