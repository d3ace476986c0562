import { useEffect, useRef } from "react";

import type { ReportLinks } from "../report.ts";

/** Alt and Page Down for NEXT, Alt and Page Up for PREV, wherever the focus is; not while a dialog is open. */
export function usePagingKeys(links: ReportLinks, go: (url: string) => Promise<void>): void {
  const now = useRef({ links, go });

  useEffect(() => {
    now.current = { links, go };
  });

  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);

    function onKeyDown(event: KeyboardEvent) {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      const url = urlOf(event.key, now.current.links);
      if (url === undefined || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (url) void now.current.go(url);
    }
  }, []);
}

/** Null at the end of the class, undefined for any other key. */
function urlOf(key: string, { prev, next }: ReportLinks): string | null | undefined {
  if (key === "PageDown") return next;
  return key === "PageUp" ? prev : undefined;
}
