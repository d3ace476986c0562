import { withRefreshParam } from "#domain/daily/refresh.ts";

/**
 * Reloads the whole page without JavaScript. Do not render this while a dialog over the page may contain typed values.
 */
export function UnscriptedRefresh({ url, seconds }: { url: string; seconds: number }) {
  return (
    <noscript>
      <meta content={`${seconds};url=${withRefreshParam(url)}`} httpEquiv="refresh" />
    </noscript>
  );
}
