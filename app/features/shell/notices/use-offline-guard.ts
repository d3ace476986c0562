import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { connection } from "#saving/client/connection.ts";
import { resumeAll } from "#saving/client/open-sheets.ts";
import { isPagePrefetched } from "#saving/offline/prefetched-pages.ts";

import { UNSENT } from "./unsent-link.tsx";
import { sessionWatch } from "../session/use-session-watch.ts";

/** Every page lies under the menu by its URL, and only the sign-out opens over it. */
const MENU = "/app";

/**
 * Without network another page would be a failure in the place of this one, and the sheet with what is typed on it
 * would be gone until the network is back. So the guard tries first whether the server answers.
 * @returns whether the server is being tried
 */
export function useOfflineGuard(onBlocked: () => void): boolean {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUncertain() && isAnotherPage(currentLocation.pathname, nextLocation.pathname),
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
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

  return blocker.state === "blocked";
}

function isUncertain(): boolean {
  return !navigator.onLine || connection().link === "broken";
}

/**
 * A dialog says itself that it could not be fetched, and can always be closed; what the device has already, such as the
 * next report of a class, needs no network.
 */
function isAnotherPage(from: string, to: string): boolean {
  const opens = from !== MENU && to.startsWith(`${from}/`);
  const isDialog = opens || document.querySelector("dialog[open]") !== null;
  return to !== from && to !== UNSENT && !isDialog && !isPagePrefetched(to);
}

async function isReached(): Promise<boolean> {
  const answer = await sessionWatch()?.look();
  return answer !== undefined && answer.kind !== "unreachable";
}
