import { useSyncExternalStore, type ReactNode } from "react";

import { fieldText } from "#fields/kind.ts";
import { classes } from "#ui/classes.ts";
import { TextButton } from "#ui/form/text-button.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

import { YOURSELF } from "../protocol/protocol.ts";
import { storedValues, type ChangedIssue } from "../client/row-state.ts";
import { ChoiceButton } from "./choice-button.tsx";
import { changedByWords, conflictsOf, type Conflict, type ValuePart } from "./conflicts.rules.ts";
import {
  decidedOf,
  keyOf,
  noteDecided,
  saveDecisions,
  subscribeToDecisions,
  type Choice,
} from "./decisions.ts";
import type { FieldController } from "./field-controller.ts";
import type { FieldNote } from "./field-notes.rules.ts";
import { useSaving } from "./saving-screen.tsx";
import { useRow, useRowValue } from "./use-row.ts";

type FieldStatusProps = {
  field: string;
  row: string;
  parts: readonly ValuePart[];
  note: FieldNote | null;
  controller: FieldController;
  /** The way to what the field held before. */
  history: ReactNode;
};

/** What there is to say about a field, under it: a note on what was typed, a refusal, a colleague's change. */
export function FieldStatus(props: FieldStatusProps) {
  const { field, row, note, controller } = props;
  const { store } = useSaving();
  const issue = useRowValue(store, row, (snapshot) => snapshot?.state.issue ?? null);
  return (
    <div className="text-13 empty:hidden" id={`${field}-state`}>
      {note?.field === field ? <NoteWords note={note} /> : null}
      {issue?.kind === "refused" && issue.field === field ? (
        <Refused controller={controller} field={field} reason={issue.reason} row={row} />
      ) : null}
      {issue?.kind === "changed" ? <FieldConflict {...props} issue={issue} /> : null}
    </div>
  );
}

const QUIET = "decoration-1 hover:text-red-deep";

function NoteWords({ note: { words, offer } }: { note: FieldNote }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 pt-1 font-semibold">
      {words}
      {offer ? (
        <TextButton className={QUIET} onClick={offer.act}>
          {offer.words}
        </TextButton>
      ) : null}
    </p>
  );
}

/** A longer value is not said on the button. */
const SHORT = 20;

type RefusedProps = Pick<FieldStatusProps, "field" | "row" | "controller"> & { reason: string };

function Refused({ field, row, controller, reason }: RefusedProps) {
  const { store, hydrated } = useSaving();
  const before = useRowValue(store, row, (snapshot) =>
    fieldText(snapshot && storedValues(snapshot.state)[field]),
  );
  return (
    <p className="flex flex-wrap items-center gap-x-3 pt-1">
      <SaveStatus kind="refused">Refused: {reason}</SaveStatus>
      {hydrated ? (
        <TextButton className={QUIET} onClick={() => controller.takeBack(field)}>
          {before.length <= SHORT ? `Put back ${before || "blank"}` : "Put back what was there"}
        </TextButton>
      ) : null}
    </p>
  );
}

type FieldConflictProps = FieldStatusProps & { issue: ChangedIssue };

/** A colleague wrote over what was read here: both values, and a choice that nobody makes for the person. */
function FieldConflict({ field, row, parts, controller, history, issue }: FieldConflictProps) {
  const { store, timeZone } = useSaving();
  const snapshot = useRow(store, row);
  const conflicts = snapshot ? conflictsOf(snapshot.state, issue, parts) : [];
  const conflict = conflicts.find((each) => keyOf(each) === field);
  if (!conflict) return null;

  function onDecided(choice: Choice) {
    const decided = new Map(decidedOf(issue)).set(field, choice);
    noteDecided(issue, decided);
    if (conflicts.some((each) => !decided.has(keyOf(each)))) return;
    saveDecisions(store, row, { conflicts, decided });
    controller.rewrite();
  }

  const changes = conflict.isLong ? "" : `, from ${conflict.from} to ${conflict.theirs}`;
  return (
    <div className="mt-1.5 rounded bg-colleague-wash p-2.5">
      <p className="flex flex-wrap items-start justify-between gap-x-3">
        <SaveStatus kind="changed">
          {changedByWords(issue, { timeZone, now: new Date() }) + changes}
        </SaveStatus>
        {history}
      </p>
      <Choices conflict={conflict} conflicts={conflicts} issue={issue} onDecided={onDecided} />
    </div>
  );
}

const COLLEAGUE = { stored: "Theirs", yours: "Keep yours", theirs: "Take theirs" };
/** There is no colleague: it is between two pages of the same person. */
const OWN = { stored: "There", yours: "Keep this page’s", theirs: "Take the other page’s" };

type ChoicesProps = {
  conflict: Conflict;
  conflicts: readonly Conflict[];
  issue: ChangedIssue;
  onDecided: (choice: Choice) => void;
};

/** Whose to keep, field by field; it is saved as one act when the last is chosen. */
function Choices({ conflict, conflicts, issue, onDecided }: ChoicesProps) {
  const { hydrated } = useSaving();
  const read = () => decidedOf(issue);
  const decided = useSyncExternalStore(subscribeToDecisions, read, read);
  const words = issue.by === YOURSELF ? OWN : COLLEAGUE;
  const chosen = decided.get(keyOf(conflict));
  const others = conflicts.filter((each) => !decided.has(keyOf(each))).length;
  const { isLong } = conflict;
  // The form without script decides all of it at once, over the page.
  if (!hydrated) return <p className="mt-1 break-words">{`${words.stored}: ${conflict.theirs}`}</p>;
  return (
    <>
      <div className={classes("mt-1.5 grid gap-2", isLong ? "md:grid-cols-2" : "grid-cols-2")}>
        {(["yours", "theirs"] as const).map((choice) => (
          <ChoiceButton
            className={classes("text-left align-top", chosen === choice && "border-2")}
            isPressed={chosen === choice}
            key={choice}
            onChoose={() => onDecided(choice)}
          >
            {words[choice]}{" "}
            <strong
              className={classes(
                "text-15",
                choice === "theirs" && "text-colleague",
                isLong && "mt-0.5 block whitespace-pre-wrap break-words font-normal",
              )}
            >
              {conflict[choice]}
            </strong>
          </ChoiceButton>
        ))}
      </div>
      {chosen && others > 0 ? (
        <p className="mt-1">{`Saved when the other ${others === 1 ? "one is" : `${others} are`} chosen too.`}</p>
      ) : null}
    </>
  );
}
