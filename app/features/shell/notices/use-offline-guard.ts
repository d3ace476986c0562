import { useRef, useState } from "react";
import { PATHS } from "#domain/paths.ts";
import { connection } from "#saving/client/connection.ts";
import { resumeAll } from "#saving/client/open-stores.ts";
import { isPagePrefetched } from "#saving/offline/prefetched-pages.ts";
import { usePageGuard } from "#ui/form/leave/leave-question.tsx";

import { sessionWatch } from "../session/use-session-watch.ts";

/**
 * Without network another page would be a failure in the place of this one, and the sheet with what is typed on it
 * would be gone until the network is back. So the guard tries first whether the server answers.
 * @returns whether the server is being tried
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
        // Somebody who went another way meanwhile is asked about that one.
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
