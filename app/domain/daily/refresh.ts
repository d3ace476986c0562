/** The URL parameter of a page that reloads by itself. Without scripts, only the address can store this choice. */
const REFRESH = "refresh";

export function withRefreshParam(url: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${REFRESH}=1`;
}

export function hasRefreshParam(url: string): boolean {
  return new URL(url).searchParams.has(REFRESH);
}
