/** Of a page that comes again by itself: a browser without script can say so in its address alone. */
const REFRESH = "refresh";

export function asRefresh(url: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${REFRESH}=1`;
}

export function isRefresh(url: string): boolean {
  return new URL(url).searchParams.has(REFRESH);
}
