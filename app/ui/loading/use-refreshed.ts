import { useFetcher, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { useEffect } from "react";
import { withRefreshParam, hasRefreshParam } from "#domain/daily/refresh.ts";

/** The data of a page that refreshes itself. `readAt` is when the server read the data. */
type Refreshed = { url: string; readAt: number };

/** The `clientLoader` of a page that refreshes itself. If a refresh fails, the page stays as it is. */
export async function keepPageOnFailedRefresh<Loader>({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const loading = serverLoader<Loader>();
  return hasRefreshParam(request.url) ? loading.catch(() => null) : loading;
}

/**
 * Returns the latest data of a page that refreshes itself while it is visible. `everyMs` returns the interval in
 * milliseconds, or null to stop. A refresh does not prolong the session, because the person did nothing.
 */
export function useRefreshed<Shown extends Refreshed>(
  servedData: Shown,
  everyMs: (shown: Shown) => number | null,
): Shown {
  const { data, load, state } = useFetcher<Shown | null>();
  const { url } = servedData;
  const shown = data && data.url === url && data.readAt > servedData.readAt ? (data as Shown) : servedData;
  const pause = everyMs(shown);

  useEffect(() => {
    // A second request would cancel the pending one, and on a slow network no response would ever arrive.
    if (pause === null || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") load(withRefreshParam(url));
    }, pause);
    return () => clearInterval(timer);
  }, [load, state, url, pause]);

  return shown;
}
