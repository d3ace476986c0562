import { useEffect, useRef, useState } from "react";
import { titleOf } from "#fields/record.ts";
import { useConnection } from "#saving/client/connection.ts";
import type { Phase } from "#saving/client/row-phase.ts";
import { useIssue, useRowContext, useThisRow } from "#saving/screen/field/row-context.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { fieldsAtIssue, hasArrived, describeSaveState, type SaveStateText } from "./save-state.rules.ts";

/** The time after which 'Record Saved' disappears. */
const CLEARED_MS = 1_500;

/** Shows 'Saving...', 'Record Saved', or 'Error Occured' with the reason and a link to the field; nothing at rest. */
export function SaveState({ size = 15 }: { size?: 13 | 15 }) {
  const { fields } = useRowContext();
  const phase = useThisRow((snapshot) => snapshot?.phase ?? "blank");
  const issue = useIssue();
  const { state: connection } = useConnection();
  const state = describeSaveState({ phase, issue, justSaved: useJustSaved(phase), connection });
  const field = useThisRow((snapshot) => fieldsAtIssue(snapshot?.state)[0]);
  const isWhole = issue?.kind === "refused" && issue.refusals[0]?.field === null;
  if (!state) return null;
  return (
    <SaveStatus className="min-w-0 font-semibold [&>span]:min-w-0" kind={state.kind} size={size}>
      <Words isShort={size === 13} state={state} />
      {field && !isWhole ? (
        <span>
          {": "}
          <a className="text-current" href={`#${field}-state`}>
            {`see ${titleOf(fields, field)}`}
          </a>
        </span>
      ) : null}
    </SaveStatus>
  );
}

/** A reason is long, so on a phone and in the strip at the top it appears only beside its field. */
function Words({ state: { words, short }, isShort }: { state: SaveStateText; isShort: boolean }) {
  if (isShort || words === short) return <span className="whitespace-nowrap">{short}</span>;
  return (
    <>
      <span className="max-md:hidden">{words}</span>
      <span className="md:hidden">{short}</span>
    </>
  );
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
