import { useEffect, useRef, useState, useSyncExternalStore } from "react";

import type { Phase } from "#saving/row-phase.ts";
import { SaveStatus } from "#ui/save-status.tsx";

import { useDesk, useTrouble } from "./record-desk.ts";
import { hasArrived, stateWords } from "./save-state.rules.ts";

/** The specification's own second and a half (T9). */
const CLEARED_MS = 1_500;

/** 'Saving...', 'Record Saved', 'Error Occured' and why; nothing at rest. */
export function SaveState({ size = 15 }: { size?: 13 | 15 }) {
  const phase = useRecordPhase();
  const trouble = useTrouble();
  const state = stateWords({ phase, trouble, justSaved: useJustSaved(phase) });
  if (!state) return null;
  return (
    <SaveStatus
      className="min-w-0 font-semibold [&>span]:line-clamp-2 [&>span]:min-w-0"
      kind={state.kind}
      size={size}
    >
      {state.words}
    </SaveStatus>
  );
}

function useRecordPhase(): Phase {
  const { store, row } = useDesk();
  const phase = () => store.book.row(row)?.phase ?? "blank";
  return useSyncExternalStore(store.book.subscribe, phase, phase);
}

function useJustSaved(phase: Phase): boolean {
  const before = useRef(phase);
  const [justSaved, setJustSaved] = useState(false);

  useEffect(() => {
    const arrived = hasArrived(before.current, phase);
    before.current = phase;
    setJustSaved(arrived);
    if (!arrived) return;
    const timer = setTimeout(() => setJustSaved(false), CLEARED_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  return justSaved;
}
