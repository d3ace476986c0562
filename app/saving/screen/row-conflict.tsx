import type { ReactNode } from "react";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { YOURSELF } from "../protocol/protocol.ts";
import type { ChangedIssue, RowState } from "../client/row-state.ts";
import { ChoiceButton, ChoiceRadio, Conflicting } from "./choice-button.tsx";
import { describeChange, conflictsOf, type ValuePart } from "./conflicts.rules.ts";
import type { Choice } from "./decisions.ts";
import type { FieldController } from "./field-controller.ts";
import { stayInRow } from "./field-dom.ts";
import { useSaving } from "./saving-screen.tsx";

const CHOICES =
  "relative z-10 mt-1 grid grid-cols-2 gap-2 lg:mb-1 lg:flex [&_strong]:ml-1 [&_strong]:text-15";

type RowConflictProps = {
  row: string;
  /** The name of the row, such as the student's. */
  name: string;
  state: RowState;
  issue: ChangedIssue;
  parts: readonly ValuePart[];
  controller: FieldController;
};

/** A conflict with a colleague's change: both values, and a choice that nobody makes for the person. */
export function RowConflict({ row, name, state, issue, parts, controller }: RowConflictProps) {
  const { store, hydrated, timeZone } = useSaving();
  const conflicts = conflictsOf(state, issue, parts);

  function decide(choice: Choice) {
    if (choice === "yours") store.keepYours(row);
    else store.takeTheirs(row);
    controller.rewrite();
    stayInRow(
      row,
      conflicts.flatMap(({ fields }) => fields),
    );
  }

  const choices = (["yours", "theirs"] as const).map((choice) => ({
    choice,
    words: (
      <ChoiceWords choice={choice} isOwn={issue.by === YOURSELF}>
        {conflicts.map(({ [choice]: value }) => value).join(", ")}
      </ChoiceWords>
    ),
  }));
  return (
    <>
      <SaveStatus kind="changed">
        {describeChange(issue, conflicts, { timeZone, now: new Date() })}
      </SaveStatus>
      {hydrated ? (
        <div className={CHOICES}>
          {choices.map(({ choice, words }) => (
            <ChoiceButton key={choice} onChoose={() => decide(choice)}>
              {words}
            </ChoiceButton>
          ))}
        </div>
      ) : (
        <fieldset>
          <legend className="sr-only">Which value to keep for {name}</legend>
          <Conflicting conflicts={conflicts} name={`conflicting.${row}`} />
          <div className={CHOICES}>
            {choices.map(({ choice, words }) => (
              <ChoiceRadio
                choice={choice}
                className="items-center py-1"
                key={choice}
                name={`choice.${row}`}
                version={issue.theirs.version}
              >
                {words}
              </ChoiceRadio>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

type ChoiceWordsProps = {
  choice: Choice;
  /** True for a conflict between two pages of the same person. */
  isOwn: boolean;
  children: ReactNode;
};

function ChoiceWords({ choice, isOwn, children }: ChoiceWordsProps) {
  const words = choice === "yours" ? "Keep yours" : "Take theirs";
  return (
    <>
      {isOwn ? "Use" : words}{" "}
      <strong className={choice === "theirs" ? "text-colleague" : undefined}>{children}</strong>
      {isOwn ? <span className="sr-only"> from {choice === "yours" ? "this" : "the other"} page</span> : null}
    </>
  );
}
