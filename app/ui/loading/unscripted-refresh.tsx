import { asRefresh } from "#domain/daily/refresh.ts";

/** Reloads the whole page without script. Leave this out while a dialog over the page may contain typed values. */
export function UnscriptedRefresh({ url, seconds }: { url: string; seconds: number }) {
  return (
    <noscript>
      <meta content={`${seconds};url=${asRefresh(url)}`} httpEquiv="refresh" />
    </noscript>
  );
}
