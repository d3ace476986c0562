import { useRef, useState } from "react";
import { PATHS } from "#domain/paths.ts";
import { connection } from "#saving/client/connection.ts";
import { resumeAll } from "#saving/client/open-stores.ts";
import { isPagePrefetched } from "#saving/offline/prefetched-pages.ts";
import { usePageGuard } from "#ui/form/leave/leave-question.tsx";
import { sessionWatch } from "../session/use-session-watch.ts";

/**
 * Without network, a failure would replace this page, and a sheet with typed marks would be gone until the network is
 * back. So the guard first checks whether the server answers. Returns whether that check is running.
 */
export function useOfflineGuard(onBlocked: () => void): boolean {
  const [isTrying, setTrying] = useState(false);
  const tries = useRef(0);

  usePageGuard({
    holds: (from, to) => isUncertain() && isAnotherPage(from.pathname, to.pathname),
    ask(go, stay) {
      const attempt = ++tries.current;
      setTrying(true);
      void isReached().then((isBack) => {
        // A person who chose another link meanwhile is asked about that one.
        if (attempt !== tries.current) return;
        setTrying(false);
        if (isBack) {
          go();
          return resumeAll();
        }
        stay();
        onBlocked();
      });
    },
  });

  return isTrying;
}

function isUncertain(): boolean {
  const { state } = connection();
  return !navigator.onLine || state === "broken" || state === "unread";
}

/**
 * A dialog shows its own failure and can always be closed; data on the device, such as the next report of a class,
 * needs no network.
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
