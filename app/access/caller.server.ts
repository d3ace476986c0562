/** Where a request comes from, as throttling and the list of sessions need it. */
export type Caller = { address: string; device: string };

const LONGEST_DEVICE = 300;
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

/** @param ip the visitor's address as far as it can be believed: `context.ip` of a loader or action */
export function callerOf(request: Request, ip: string): Caller {
  return {
    address: networkOf(ip),
    device: (request.headers.get("User-Agent") ?? "").slice(0, LONGEST_DEVICE),
  };
}

/** One household or school has one IPv4 address, but a whole /64 of IPv6: without this each try would have its own. */
function networkOf(ip: string): string {
  const address = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  if (!address.includes(":")) return address || "unknown";
  const [left = [], right = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, ALL_GROUPS - left.length - right.length) }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
