import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { connection } from "#saving/client/connection.ts";
import { resumeAll } from "#saving/client/open-stores.ts";
import { isPagePrefetched } from "#saving/offline/prefetched-pages.ts";

import { UNSENT } from "./unsent-link.tsx";
import { sessionWatch } from "../session/use-session-watch.ts";

/** Everything is under it, and nothing of it opens over it but the sign-out. */
const MENU = "/app";

/**
 * Without network another page would be a failure in the place of this one, and the sheet with what is typed on it
 * would be gone until the network is back. So it is tried first whether the server answers.
 * @returns whether that is being tried
 */
export function useOfflineGuard(onStayed: () => void): boolean {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDoubtful() && isElsewhere(currentLocation.pathname, nextLocation.pathname),
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void isReached().then((isBack) => {
      if (isBack) {
        blocker.proceed();
        return resumeAll();
      }
      blocker.reset();
      onStayed();
    });
    // The same blocked navigation is tried once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);

  return blocker.state === "blocked";
}

function isDoubtful(): boolean {
  return !navigator.onLine || connection().state === "broken";
}

/**
 * A dialog says itself that it could not be fetched, and can always be closed; what the device has itself, such as the
 * next report of a class, needs no network.
 */
function isElsewhere(from: string, to: string): boolean {
  const opens = from !== MENU && to.startsWith(`${from}/`);
  const isDialog = opens || document.querySelector("dialog[open]") !== null;
  return to !== from && to !== UNSENT && !isDialog && !isPagePrefetched(to);
}

async function isReached(): Promise<boolean> {
  const answer = await sessionWatch()?.look();
  return answer !== undefined && answer.kind !== "unreachable";
}
