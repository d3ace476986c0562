import { asRefresh } from "#domain/daily/refresh.ts";

/** Without script a page comes again as a whole: not while somebody writes in a dialog over it. */
export function UnscriptedRefresh({ url, seconds }: { url: string; seconds: number }) {
  return (
    <noscript>
      <meta content={`${seconds};url=${asRefresh(url)}`} httpEquiv="refresh" />
    </noscript>
  );
}
