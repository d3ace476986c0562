import type { Endpoint } from "./endpoint.ts";

export type Matched = { endpoint: Endpoint; params: Record<string, string> };

/** Finds the endpoints of a path, one per method. */
export function endpointsAt(endpoints: readonly Endpoint[], pathname: string): Matched[] {
  const parts = partsOf(pathname).map(decoded);
  return endpoints.flatMap((endpoint) => {
    const params = paramsOf(partsOf(endpoint.path), parts);
    return params ? [{ endpoint, params }] : [];
  });
}

/** Lists the methods of the address in the form of RFC 9110. */
export function methodsOf(matched: readonly Matched[]): string {
  const methods = matched.flatMap(({ endpoint: { method } }) =>
    method === "GET" ? ["GET", "HEAD"] : [method],
  );
  return [...methods, "OPTIONS"].join(", ");
}

function paramsOf(pattern: string[], parts: (string | null)[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [place, wanted] of pattern.entries()) {
    const part = parts[place];
    if (part == null || part === "") return null;
    if (wanted.startsWith(":")) params[wanted.slice(1)] = part;
    else if (wanted !== part) return null;
  }
  return params;
}

function partsOf(path: string): string[] {
  return path.replace(/^\/|\/$/g, "").split("/");
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
