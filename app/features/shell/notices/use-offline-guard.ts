import { useBlocker } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { PATHS } from "#domain/paths.ts";
import { connection } from "#saving/client/connection.ts";
import { resumeAll } from "#saving/client/open-stores.ts";
import { isPagePrefetched } from "#saving/offline/prefetched-pages.ts";
import { backGuard, type BackGuard } from "#ui/page/back-guard.ts";

import { sessionWatch } from "../session/use-session-watch.ts";

/** Every page lies under the menu by its URL, and only the sign-out opens over it. */

/**
 * Without network another page would be a failure in the place of this one, and the sheet with what is typed on it
 * would be gone until the network is back. So the guard tries first whether the server answers. The router has one
 * question before a page is left: that of what is open, asked when Back leaves it, stands here too.
 * @returns whether the server is being tried
 */
export function useOfflineGuard(onBlocked: () => void): boolean {
  const [isTrying, setTrying] = useState(false);
  const asked = useRef<BackGuard | null>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const guard = historyAction === "POP" ? backGuard.current : null;
    asked.current = guard?.holds(nextLocation) ? guard : null;
    return (
      asked.current !== null ||
      (isUncertain() && isAnotherPage(currentLocation.pathname, nextLocation.pathname))
    );
  });

  useEffect(() => {
    setTrying(blocker.state === "blocked" && asked.current === null);
    if (blocker.state !== "blocked") return;
    if (asked.current) return asked.current.ask(blocker.proceed, blocker.reset);
    void isReached().then((isBack) => {
      if (isBack) {
        blocker.proceed();
        return resumeAll();
      }
      blocker.reset();
      onBlocked();
    });
    // The same blocked navigation is tried once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);

  return isTrying;
}

function isUncertain(): boolean {
  const { state } = connection();
  return !navigator.onLine || state === "broken" || state === "unread";
}

/**
 * A dialog says itself that it could not be fetched, and can always be closed; what the device has already, such as the
 * next report of a class, needs no network.
 */
function isAnotherPage(from: string, to: string): boolean {
  const opens = from !== PATHS.mainMenu && to.startsWith(`${from}/`);
  const isDialog = opens || document.querySelector("dialog[open]") !== null;
  return to !== from && to !== PATHS.unsent && !isDialog && !isPagePrefetched(to);
}

async function isReached(): Promise<boolean> {
  const answer = await sessionWatch()?.look();
  return answer !== undefined && answer.kind !== "unreachable";
}
