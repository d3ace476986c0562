import type { ReactNode } from "react";

import { YOURSELF } from "#saving/protocol.ts";
import type { Trouble } from "#saving/row-state.ts";
import { classes } from "#ui/classes.ts";
import { SaveStatus } from "#ui/save-status.tsx";

import { changedWords, contestsOf, titleOf } from "./contests.rules.ts";
import type { Choice, Contest } from "./contests.rules.ts";
import { HistoryLink } from "./field-state.tsx";
import { useDesk } from "./record-desk.ts";
import { useDecisions } from "./use-decisions.ts";

type Changed = Extract<Trouble, { kind: "changed" }>;
type ChangedFieldProps = { field: string; trouble: Changed };

/** A colleague wrote over what was read here: both values, and a choice that nobody makes for the person. */
export function ChangedField({ field, trouble }: ChangedFieldProps) {
  const { report, store, row } = useDesk();
  const state = store.book.row(row)?.state;
  const contest = state && contestsOf(state, trouble).find((each) => each.field === field);
  if (!contest) return null;
  const clock = { timeZone: report.timeZone, now: new Date() };
  const from = contest.isLong ? "" : `, from ${contest.from} to ${contest.theirs}`;
  return (
    <div className="mt-1.5 rounded bg-colleague-wash p-2.5">
      <p className="flex flex-wrap items-start justify-between gap-x-3">
        <SaveStatus kind="changed">{`${changedWords(trouble, clock)}${from}`}</SaveStatus>
        <HistoryLink field={field} of={titleOf(field)} />
      </p>
      <Choices contest={contest} trouble={trouble} />
    </div>
  );
}

const COLLEAGUE = { stored: "Theirs", yours: "Keep yours", theirs: "Take theirs" };
/** There is no colleague: it is between two pages of the same person. */
const OWN = { stored: "There", yours: "Keep this page’s", theirs: "Take the other page’s" };

type ChoicesProps = { contest: Contest; trouble: Changed };

function Choices({ contest, trouble }: ChoicesProps) {
  const { hydrated } = useDesk();
  const { chosen, decide, left } = useDecisions(trouble);
  const words = trouble.by === YOURSELF ? OWN : COLLEAGUE;
  const mine = chosen.get(contest.field);
  // The form without script decides all of it at once, over the report.
  if (!hydrated) return <p className="mt-1 break-words">{`${words.stored}: ${contest.theirs}`}</p>;
  return (
    <>
      <div className={classes("mt-1.5 grid gap-2", contest.isLong ? "md:grid-cols-2" : "grid-cols-2")}>
        <ChoiceButton choice="yours" contest={contest} decide={decide} isChosen={mine === "yours"}>
          {words.yours}
        </ChoiceButton>
        <ChoiceButton choice="theirs" contest={contest} decide={decide} isChosen={mine === "theirs"}>
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
  contest: Contest;
  decide: (contest: Contest, choice: Choice) => void;
  isChosen: boolean;
  children: ReactNode;
};

/** Theirs is another pen: blue. */
function ChoiceButton({ choice, contest, decide, isChosen, children }: ChoiceButtonProps) {
  return (
    <button
      aria-pressed={isChosen}
      className={classes(
        "rounded border border-colleague bg-paper px-3 py-1 text-left align-top touch:min-h-11",
        isChosen && "border-2",
      )}
      data-way-out=""
      onClick={() => decide(contest, choice)}
      type="button"
    >
      {children}{" "}
      <strong
        className={classes(
          "text-15",
          choice === "theirs" && "text-colleague",
          contest.isLong && "mt-0.5 block whitespace-pre-wrap break-words font-normal",
        )}
      >
        {contest[choice]}
      </strong>
    </button>
  );
}
