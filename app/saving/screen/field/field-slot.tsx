import { useEffect, useRef, useState, type ReactNode } from "react";

import { valueInWords } from "#fields/kind.ts";
import { Key } from "#ui/page/key.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

import type { Phase } from "../../client/row-phase.ts";
import { storedValues } from "../../client/row-state.ts";
import { useSaving } from "../saving-screen.tsx";
import { useField, useFieldPhase, useThisRow } from "./row-context.ts";

type FieldSlotProps = {
  field: string;
  /** What stands there as long as there is no state to tell, such as a short-cut. */
  children?: ReactNode;
};

/** Where a field stands that saves by itself, at the right of its label; what needs the person is said under it. */
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

/** Beside a label of a third of the plate there is room for one word. */
function Waiting() {
  return (
    <SaveStatus className="min-w-0" kind="waiting">
      Waiting<span className="md:sr-only"> in this page</span>
    </SaveStatus>
  );
}

/** A longer value is not said beside a label. */
const SHORT = 12;

function Typing({ field }: { field: string }) {
  const { kind } = useField(field);
  const before = useThisRow((snapshot) =>
    valueInWords(kind, snapshot && storedValues(snapshot.state)[field], "blank"),
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

/** Only what was on its way has arrived; that stays to be seen until the field is touched again, or the tab left. */
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
