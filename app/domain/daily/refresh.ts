/**
 * The URL parameter of a page that reloads by itself. Without JavaScript, the choice can be stored only in the
 * address.
 */
const REFRESH = "refresh";
const REFRESHING = new RegExp(`[?&]${REFRESH}=1(&|$)`);

export function withRefreshParam(url: string): string {
  if (REFRESHING.test(url)) return url;
  return `${url}${url.includes("?") ? "&" : "?"}${REFRESH}=1`;
}

export function hasRefreshParam(url: string): boolean {
  return new URL(url).searchParams.has(REFRESH);
}
