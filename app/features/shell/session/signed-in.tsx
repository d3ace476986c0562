import { useEffect, useState } from "react";
import { sendFor } from "#saving/client/open-stores.ts";
import { tell } from "#ui/overlay/told.ts";

import { watchDownloads } from "#ui/page/downloads.ts";
import type { Wanted } from "../frame/downloads.tsx";
import { watchBeforeUnload } from "../notices/before-unload.ts";
import { useShell } from "../frame/shell-context.ts";
import { usePrefetchedModule } from "../frame/use-prefetched-module.ts";
import { guardPosts } from "./guard-posts.ts";
import type { ServedSession } from "./session-state.ts";

/** By then the page's own script is there. */
const MONITOR_AFTER_MS = 700;

const NOT_SENT = "No connection: nothing was sent. Try again in a moment.";
const TOLD_SECONDS = 6;

/** What the shell does on every page of a signed-in person: it sends what waits, watches the session, and saves files. */
export function SignedIn() {
  const { account, session } = useShell();
  const { secondsLeft } = session;
  const [served, setServed] = useState<ServedSession | null>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const monitor = usePrefetchedModule(() => import("./session-monitor.tsx"), MONITOR_AFTER_MS);

  useEffect(() => {
    watchBeforeUnload();
    sendFor(account);
  }, [account]);

  useEffect(() => watchDownloads((href) => setWanted({ href, time: Date.now() })), []);
  useEffect(
    () => guardPosts(account, () => tell({ text: NOT_SENT, tone: "refused", seconds: TOLD_SECONDS })),
    [account],
  );

  useEffect(() => setServed({ left: secondsLeft, at: Date.now() }), [secondsLeft]);

  return monitor && served ? <monitor.SessionMonitor served={served} wanted={wanted} /> : null;
}
