import { useEffect, useMemo, useRef, useState } from "react";

import type { BulkActions, Notice, Place, Task } from "./tasks.ts";

/** By then the page itself has what it needs: only then may the tools come over a slow network. */
const QUIET_MS = 3_000;

/**
 * What a person does to the whole sheet: find, fill, paste, and take back. Its script is not part of the page's: it is
 * fetched when the page is quiet, so that it is there when the network is not, and without it nothing is lost.
 */
export function useBulkActions(): BulkActions {
  const [task, begin] = useState<Task | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const place = useRef<Place | null>(null);
  const [isAtEnd, setAtEnd] = useState(false);
  const commands = useMemo(() => {
    function standAt(at: Place) {
      place.current = at;
      setAtEnd(false);
    }
    return { begin, standAt, reachEnd: () => setAtEnd(true) };
  }, []);

  function end(done?: Notice) {
    begin(null);
    if (done) setNotice(done);
  }

  function hide() {
    setNotice((shown) => shown && { ...shown, isHidden: true });
  }

  const tools = useTools(task !== null);
  return { commands, task, notice, isAtEnd, hide, end, place: () => place.current, ...tools };
}

function useTools(isNeeded: boolean) {
  const [TaskDialog, setTaskDialog] = useState<BulkActions["TaskDialog"]>(null);
  const [isMissing, setMissing] = useState(false);

  function fetchTools() {
    setMissing(false);
    import("./task-dialog.tsx").then(
      ({ TaskDialog: loaded }) => setTaskDialog(() => loaded),
      () => setMissing(true),
    );
  }

  useEffect(() => {
    if (TaskDialog) return;
    if (isNeeded) return fetchTools();
    const timer = setTimeout(fetchTools, QUIET_MS);
    window.addEventListener("online", fetchTools);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", fetchTools);
    };
  }, [isNeeded, TaskDialog]);

  return { TaskDialog, isMissing, fetchTools };
}
