import { useEffect, useRef, useState, type ReactNode } from "react";
import { formatValue } from "#fields/kind.ts";
import { Key } from "#ui/page/key.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import type { Phase } from "../../client/row-phase.ts";
import { storedValues } from "../../client/row-state.ts";
import { useSaving } from "../saving-screen.tsx";
import { useField, useFieldPhase, useThisRow } from "./row-context.ts";

type FieldSlotProps = {
  field: string;
  /** The content while there is no state to show, such as a shortcut. */
  children?: ReactNode;
};

/**
 * The status of a field that saves by itself, at the right of its label. A problem is shown under the field instead.
 */
export function FieldSlot({ field, children }: FieldSlotProps) {
  const { hydrated } = useSaving();
  const phase = useFieldPhase(field);
  const isSaved = useArrived(phase);
  if (!hydrated) return null;
  if (phase === undefined) return isSaved ? <SaveStatus className="shrink-0" kind="saved" /> : children;
  if (phase === "typing") return <Typing field={field} />;
  if (phase === "saving") return <SaveStatus className="shrink-0" kind="saving" />;
  return phase === "waiting" ? <Waiting /> : null;
}

/** In a third of the width, there is room for one word beside the label. */
function Waiting() {
  return (
    <SaveStatus className="min-w-0" kind="waiting">
      Waiting<span className="md:sr-only"> on this page</span>
    </SaveStatus>
  );
}

/** A longer value does not fit beside a label. */
const SHORT = 12;

function Typing({ field }: { field: string }) {
  const { kind } = useField(field);
  const before = useThisRow((snapshot) =>
    formatValue(kind, snapshot && storedValues(snapshot.state)[field], "blank"),
  );
  return (
    <span className="flex min-w-0 items-center gap-2">
      <SaveStatus kind="typing">{before.length <= SHORT ? `Was ${before}` : "Being typed"}</SaveStatus>
      <span className="touch:hidden">
        <Key>Esc</Key>
      </span>
    </span>
  );
}

/**
 * Tells whether a value that was on its way has arrived. This stays visible until the field is touched again or the tab
 * is left.
 */
function useArrived(phase: Phase | undefined): boolean {
  const before = useRef(phase);
  const [hasArrived, setHasArrived] = useState(false);

  useEffect(() => {
    const wasOnItsWay = before.current === "saving" || before.current === "waiting";
    before.current = phase;
    setHasArrived((was) => phase === undefined && (was || wasOnItsWay));
  }, [phase]);

  return hasArrived;
}
