import { useFetcher, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { useEffect } from "react";
import { asRefresh, isRefresh } from "#domain/daily/refresh.ts";

/** Data that its page loads again by itself: from where, and when it was read. */
type Refreshed = { url: string; readAt: number };

/** The `clientLoader` of a page that refreshes itself: a refresh without an answer leaves the page as it is. */
export async function loadInPlace<Loader>({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const loading = serverLoader<Loader>();
  return isRefresh(request.url) ? loading.catch(() => null) : loading;
}

/**
 * The newest data of a page that refreshes itself while it is visible, at the interval that `everyMs` gives (null: not).
 * Nobody acts, so a refresh does not prolong the session.
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
    // Another request would cancel the one under way, and on a slow network none would ever arrive.
    if (pause === null || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") load(asRefresh(url));
    }, pause);
    return () => clearInterval(timer);
  }, [load, state, url, pause]);

  return shown;
}
