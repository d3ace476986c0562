import { useFetcher, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { useEffect } from "react";
import { asRefresh, isRefresh } from "#domain/daily/refresh.ts";

/** Data that its page refreshes: the address, and the time of reading. */
type Refreshed = { url: string; readAt: number };

/** The `clientLoader` of a page that refreshes itself. A failed refresh leaves the page as it is. */
export async function keepPageOnFailedRefresh<Loader>({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const loading = serverLoader<Loader>();
  return isRefresh(request.url) ? loading.catch(() => null) : loading;
}

/**
 * Returns the newest data of a page that refreshes itself while it is visible. `everyMs` returns the interval, or null
 * to stop. A refresh does not extend the session, because nobody acts.
 */
export function useRefreshed<Shown extends Refreshed>(
  served: Shown,
  everyMs: (shown: Shown) => number | null,
): Shown {
  const { data, load, state } = useFetcher<Shown | null>();
  const { url } = served;
  const shown = data && data.url === url && data.readAt > served.readAt ? (data as Shown) : served;
  const pause = everyMs(shown);

  useEffect(() => {
    // Do not send a second request while one is pending: it would cancel the first, and on a slow network no
    // response would ever arrive.
    if (pause === null || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") load(asRefresh(url));
    }, pause);
    return () => clearInterval(timer);
  }, [load, state, url, pause]);

  return shown;
}
