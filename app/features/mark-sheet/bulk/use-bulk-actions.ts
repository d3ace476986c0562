import { useEffect, useMemo, useRef, useState } from "react";
import type { BulkActions, BulkActionNotice, CursorPosition, BulkTask } from "./tasks.ts";

/** The time to wait before loading the tools, so that on a slow network they do not compete with the page. */
const QUIET_MS = 3_000;

/**
 * Provides the actions on the whole sheet: find, fill, paste and undo. Their script is not part of the page. The
 * browser loads the script when the page is idle, so that the tools still work if the network fails later. The sheet
 * works without the tools.
 */
export function useBulkActions(): BulkActions {
  const [task, begin] = useState<BulkTask | null>(null);
  const [notice, setNotice] = useState<BulkActionNotice | null>(null);
  const place = useRef<CursorPosition | null>(null);
  const [isAtEnd, setAtEnd] = useState(false);
  const commands = useMemo(() => {
    function standAt(at: CursorPosition) {
      place.current = at;
      setAtEnd(false);
    }
    return { begin, standAt, reachEnd: () => setAtEnd(true) };
  }, []);

  function end(done?: BulkActionNotice) {
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
      ({ BulkTaskDialog: loaded }) => setTaskDialog(() => loaded),
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
