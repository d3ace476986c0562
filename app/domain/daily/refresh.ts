/** The address parameter of a page that reloads by itself: a browser without scripts has no other way to say so. */
const REFRESH = "refresh";

export function asRefresh(url: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${REFRESH}=1`;
}

export function isRefresh(url: string): boolean {
  return new URL(url).searchParams.has(REFRESH);
}
