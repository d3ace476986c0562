import { useRef, useState } from "react";
import { PATHS } from "#domain/paths.ts";
import { currentConnection } from "#saving/client/connection.ts";
import { retryAllStores } from "#saving/client/open-stores.ts";
import { isPagePrefetched } from "#saving/offline/prefetched-pages.ts";
import { useNavigationBlocker } from "#ui/form/leave/leave-question.tsx";
import { currentSessionWatch } from "../session/use-session-watch.ts";

/**
 * Checks that the server responds before another page is opened on an uncertain connection. If the page failed to load,
 * it would replace this one, and a mark sheet with typed marks would be gone until the network is back. Returns whether
 * the check is running.
 */
export function useOfflineGuard(onBlocked: () => void): boolean {
  const [isTrying, setTrying] = useState(false);
  const tries = useRef(0);

  useNavigationBlocker({
    holds: (from, to) => isUncertain() && isAnotherPage(from.pathname, to.pathname),
    ask(go, stay) {
      const attempt = ++tries.current;
      setTrying(true);
      void isReached().then((isBack) => {
        // The person has followed another link in the meantime, which has its own check.
        if (attempt !== tries.current) return;
        setTrying(false);
        if (isBack) {
          go();
          return retryAllStores();
        }
        stay();
        onBlocked();
      });
    },
  });

  return isTrying;
}

function isUncertain(): boolean {
  const { state } = currentConnection();
  return !navigator.onLine || state === "broken" || state === "unread";
}

/**
 * Returns whether the navigation replaces the page. A dialog does not, because it shows its own error and can always be
 * closed. Stored data, such as the next report of a class, needs no network either.
 */
function isAnotherPage(from: string, to: string): boolean {
  const opens = from !== PATHS.mainMenu && to.startsWith(`${from}/`);
  const isDialog = opens || document.querySelector("dialog[open]") !== null;
  return to !== from && to !== PATHS.unsent && !isDialog && !isPagePrefetched(to);
}

async function isReached(): Promise<boolean> {
  const answer = await currentSessionWatch()?.look();
  return answer !== undefined && answer.kind !== "unreachable";
}
