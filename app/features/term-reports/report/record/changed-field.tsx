import type { ReactNode } from "react";

import { YOURSELF } from "#saving/protocol/protocol.ts";
import type { Issue } from "#saving/client/row-state.ts";
import { classes } from "#ui/classes.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";

import { changedWords, conflictsOf, titleOf } from "./conflicts.rules.ts";
import type { Choice, Conflict } from "./conflicts.rules.ts";
import { HistoryLink } from "./field-state.tsx";
import { useReportContext } from "./report-context.ts";
import { useDecisions } from "./use-decisions.ts";

type Changed = Extract<Issue, { kind: "changed" }>;
type ChangedFieldProps = { field: string; issue: Changed };

/** A colleague wrote over what was read here: both values, and a choice that nobody makes for the person. */
export function ChangedField({ field, issue }: ChangedFieldProps) {
  const { report, store, row } = useReportContext();
  const state = store.rows.row(row)?.state;
  const conflict = state && conflictsOf(state, issue).find((each) => each.field === field);
  if (!conflict) return null;
  const clock = { timeZone: report.timeZone, now: new Date() };
  const from = conflict.isLong ? "" : `, from ${conflict.from} to ${conflict.theirs}`;
  return (
    <div className="mt-1.5 rounded bg-colleague-wash p-2.5">
      <p className="flex flex-wrap items-start justify-between gap-x-3">
        <SaveStatus kind="changed">{`${changedWords(issue, clock)}${from}`}</SaveStatus>
        <HistoryLink field={field} of={titleOf(field)} />
      </p>
      <Choices conflict={conflict} issue={issue} />
    </div>
  );
}

const COLLEAGUE = { stored: "Theirs", yours: "Keep yours", theirs: "Take theirs" };
/** There is no colleague: it is between two pages of the same person. */
const OWN = { stored: "There", yours: "Keep this page’s", theirs: "Take the other page’s" };

type ChoicesProps = { conflict: Conflict; issue: Changed };

function Choices({ conflict, issue }: ChoicesProps) {
  const { hydrated } = useReportContext();
  const { chosen, decide, left } = useDecisions(issue);
  const words = issue.by === YOURSELF ? OWN : COLLEAGUE;
  const mine = chosen.get(conflict.field);
  // The form without script decides all of it at once, over the report.
  if (!hydrated) return <p className="mt-1 break-words">{`${words.stored}: ${conflict.theirs}`}</p>;
  return (
    <>
      <div className={classes("mt-1.5 grid gap-2", conflict.isLong ? "md:grid-cols-2" : "grid-cols-2")}>
        <ChoiceButton choice="yours" conflict={conflict} decide={decide} isChosen={mine === "yours"}>
          {words.yours}
        </ChoiceButton>
        <ChoiceButton choice="theirs" conflict={conflict} decide={decide} isChosen={mine === "theirs"}>
          {words.theirs}
        </ChoiceButton>
      </div>
      {mine && left > 0 ? (
        <p className="mt-1">{`Saved when the other ${left === 1 ? "one is" : `${left} are`} chosen too.`}</p>
      ) : null}
    </>
  );
}

type ChoiceButtonProps = {
  choice: Choice;
  conflict: Conflict;
  decide: (conflict: Conflict, choice: Choice) => void;
  isChosen: boolean;
  children: ReactNode;
};

/** Theirs is another pen: blue. */
function ChoiceButton({ choice, conflict, decide, isChosen, children }: ChoiceButtonProps) {
  return (
    <button
      aria-pressed={isChosen}
      className={classes(
        "rounded border border-colleague bg-paper px-3 py-1 text-left align-top touch:min-h-11",
        isChosen && "border-2",
      )}
      data-way-out=""
      onClick={() => decide(conflict, choice)}
      type="button"
    >
      {children}{" "}
      <strong
        className={classes(
          "text-15",
          choice === "theirs" && "text-colleague",
          conflict.isLong && "mt-0.5 block whitespace-pre-wrap break-words font-normal",
        )}
      >
        {conflict[choice]}
      </strong>
    </button>
  );
}
