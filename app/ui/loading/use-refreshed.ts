import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { asRefresh } from "#domain/daily/refresh.ts";

/** What comes again by itself: from where, and when it was read. */
type Refreshed = { url: string; readAt: number };

/**
 * What was served, or what was read since: it comes again by itself while its page is looked at, every so often, or never
 * (null). That is nobody's doing and does not prolong the session.
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
    // Another one would take the place of what is on its way, and on a slow network none would ever come.
    if (pause === null || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") load(asRefresh(url));
    }, pause);
    return () => clearInterval(timer);
  }, [load, state, url, pause]);

  return shown;
}
