import { useEffect, useRef, useState, type ReactNode } from "react";
import { formatValue } from "#fields/kind.ts";
import { KeyboardKey } from "#ui/page/key.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import type { RowPhase } from "../../client/row-phase.ts";
import { storedValues } from "../../client/row-state.ts";
import { useSaving } from "../saving-screen.tsx";
import { useField, useFieldPhase, useCurrentRowValue } from "./row-context.ts";

type FieldSlotProps = {
  field: string;
  /** The content for a field without a save state, such as a shortcut. */
  children?: ReactNode;
};

/** The save state of a field, to the right of its label. A problem appears below the field instead. */
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

/** A narrow field has space for only one word beside the label. */
function Waiting() {
  return (
    <SaveStatus className="min-w-0" kind="waiting">
      Waiting<span className="md:sr-only"> on this page</span>
    </SaveStatus>
  );
}

/** The maximum number of characters of a value that fit beside a label. */
const SHORT = 12;

/** The line never wraps under the label, which would move the field: without room for it, the key is left out. */
const ONE_LINE = "md:h-6 md:grow md:basis-0 md:flex-wrap md:justify-end md:overflow-hidden";

function Typing({ field }: { field: string }) {
  const { kind } = useField(field);
  const before = useCurrentRowValue((snapshot) =>
    formatValue(kind, snapshot && storedValues(snapshot.state)[field], "blank"),
  );
  return (
    <span className={`flex min-w-0 items-center gap-2 ${ONE_LINE}`}>
      <SaveStatus kind="typing">{before.length <= SHORT ? `Was ${before}` : "Being typed"}</SaveStatus>
      <span className="touch:hidden">
        <KeyboardKey>Esc</KeyboardKey>
      </span>
    </span>
  );
}

/**
 * Tells whether a value that was being sent has been saved. The sign for this stays visible until the person uses the
 * field again or leaves the tab.
 */
function useArrived(phase: RowPhase | undefined): boolean {
  const before = useRef(phase);
  const [hasArrived, setHasArrived] = useState(false);

  useEffect(() => {
    const wasOnItsWay = before.current === "saving" || before.current === "waiting";
    before.current = phase;
    setHasArrived((was) => phase === undefined && (was || wasOnItsWay));
  }, [phase]);

  return hasArrived;
}
