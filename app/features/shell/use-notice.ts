import { useEffect, useState } from "react";
import { outbox } from "#saving/open-sheets.ts";
import { useConnection } from "#saving/use-connection.ts";

import { noticeOf } from "./notice-words.rules.ts";
import type { Notice } from "./notice-words.rules.ts";
import { canReloadOffline } from "./reload-offline.ts";
import type { SessionView } from "./session-view.rules.ts";
import { sessionWatch } from "./use-session-watch.ts";

/** What the page has to say of its session and its connection now. */
export function useNotice(session: SessionView, timeZone: string): Notice | null {
  const { link, since } = useConnection();
  const { keptAt, isReached } = useKeptPage();
  return noticeOf({
    session,
    link,
    linkSince: since,
    keptAt,
    isReached,
    isDurable: outbox.isDurable(),
    canReload: canReloadOffline(),
    timeZone,
  });
}

/** Whether this page is one that the device kept, and whether the server was reached since. */
function useKeptPage() {
  const [keptAt, setKeptAt] = useState<Date | null>(null);
  const [isReached, setReached] = useState(false);

  useEffect(() => {
    const { keptAt: noted } = document.documentElement.dataset;
    if (!noted) return;
    setKeptAt(new Date(Number(noted) || noted));
    const look = () =>
      void sessionWatch()
        ?.look()
        .then(({ kind }) => setReached(kind !== "unreachable"));
    look();
    window.addEventListener("online", look);
    return () => window.removeEventListener("online", look);
  }, []);

  return { keptAt, isReached };
}
