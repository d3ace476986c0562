import { useEffect, useMemo, useRef, useState } from "react";
import type { ComponentType } from "react";

import type { ToolProps } from "./task-dialog.tsx";
import type { Notice, Place, Task } from "./tasks.ts";

/** By then the page itself has what it needs: only then may the tools come over a slow network. */
const QUIET_MS = 3_000;

/** What is asked in a row, or by a button, about the whole sheet; the same object as long as the sheet is open. */
export type SheetCommands = { begin: (task: Task) => void; standAt: (place: Place) => void };

export type BulkActions = {
  reach: SheetCommands;
  task: Task | null;
  /** What shows a task's dialog, once its script is there. */
  TaskDialog: ComponentType<ToolProps> | null;
  /** It cannot be had. */
  isMissing: boolean;
  fetchTools: () => void;
  place: () => Place | null;
  notice: Notice | null;
  hide: () => void;
  /** The task is done, or given up. */
  end: (notice?: Notice) => void;
};

/**
 * What hands do to the whole sheet: find, fill, paste, and take back. Its script is not part of the page's: it is
 * fetched when the page is quiet, so that it is there when the network is not, and without it nothing is lost.
 */
export function useBulkActions(): BulkActions {
  const [task, begin] = useState<Task | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const place = useRef<Place | null>(null);
  const reach = useMemo(() => ({ begin, standAt: (at: Place) => void (place.current = at) }), []);

  function end(said?: Notice) {
    begin(null);
    if (said) setNotice(said);
  }

  function hide() {
    setNotice((shown) => shown && { ...shown, isHidden: true });
  }

  return { reach, task, notice, hide, end, place: () => place.current, ...useTools(task !== null) };
}

function useTools(isNeeded: boolean) {
  const [TaskDialog, setTaskDialog] = useState<ComponentType<ToolProps> | null>(null);
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
