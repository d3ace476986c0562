import { useEffect, useState } from "react";
import { sendFor } from "#saving/client/open-stores.ts";

import { watchLeaving } from "../notices/before-unload.ts";
import type { SecondsLeft } from "./session-state.ts";
import { usePrefetchedScripts } from "../frame/use-prefetched-routes.ts";

/** Who is signed in, as the shell's loader says it. */
export type SignedInProps = {
  account: number;
  userName: string;
  displayName: string;
  timeZone: string;
  secondsLeft: SecondsLeft;
};

/** The server's reading of the session, and when it came: it may be old when there is somebody to watch it. */
export type ServedSession = { left: SecondsLeft; at: number };

/** As soon as the page's own script is there. */
const SOON_MS = 700;

/** What the shell does on every page for who is signed in: sends what waits, and keeps an eye on the session. */
export function SignedIn(props: SignedInProps) {
  const { account, secondsLeft } = props;
  const [served, setServed] = useState<ServedSession | null>(null);
  const keeper = usePrefetchedScripts(() => import("./session-monitor.tsx"), SOON_MS);

  useEffect(() => {
    watchLeaving();
    sendFor(account);
  }, [account]);

  useEffect(() => setServed({ left: secondsLeft, at: Date.now() }), [secondsLeft]);

  return keeper && served ? <keeper.SessionMonitor {...props} served={served} /> : null;
}
