import type { ReactNode } from "react";
import type { TypedInputNote } from "#fields/kind.ts";
import { Icon } from "#ui/page/icon.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { KeyboardKey } from "#ui/page/key.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import type { RowSnapshot } from "../client/row-phase.ts";
import type { RowState, ChangedByColleagueIssue } from "../client/row-state.ts";
import type { SavingStore } from "../client/saving-store.ts";
import { joinReasons, refusedFields, type RefusedFields, OWN_CHANGE_AUTHOR } from "../protocol/protocol.ts";
import {
  ConflictChoiceButton,
  ConflictChoiceRadio,
  ConflictingFieldsInput,
  type ConflictSide,
} from "./choice-button.tsx";
import { formatValuesBefore, type RowPart, describeChange, listConflicts } from "./conflicts.rules.ts";
import type { FieldController } from "./field-controller.ts";
import { returnFocusToRow } from "./field-dom.ts";
import { describeUnsentRows, useSaving } from "./saving-screen.tsx";

type Offer = {
  /** The row's status while the person is typing in the row and the offer is shown. */
  typing: string;
  /** The label of the button, such as 'Put back 72'. */
  words: string;
  act: () => void;
};

type RowStatusProps = {
  row: string;
  name: string;
  snapshot: RowSnapshot;
  parts: readonly RowPart[];
  /** The text if nothing is unsaved, such as 'Saved' or 'No mark yet'. */
  resting: string;
  /** A note about the text just typed, such as '105 is more than 100: 100 was entered'. */
  note: TypedInputNote | null;
  /** An offer to restore the value that the last action cleared, or null if that is no longer possible. */
  offer: Offer | null;
  controller: FieldController;
};

/** The save state of one of many rows, as text, icon and colour. */
export function RowStatus(props: RowStatusProps) {
  const { store } = useSaving();
  return (
    <div className="grid lg:justify-items-start" id={`state-${props.row}`}>
      {statusOf(props, store)}
    </div>
  );
}

/** This is a function because another component in each of 35 rows would noticeably slow down the server. */
function statusOf(
  { row, name, snapshot, parts, resting, note, offer, controller }: RowStatusProps,
  store: SavingStore,
) {
  const { state, phase } = snapshot;
  const { issue } = state;
  if (issue?.kind === "changed")
    return (
      <RowConflict controller={controller} issue={issue} name={name} parts={parts} row={row} state={state} />
    );
  if (issue) {
    return (
      <Refused controller={controller} parts={parts} refusals={issue.refusals} row={row} state={state} />
    );
  }
  const typed = Object.keys(state.typed);
  if (phase === "typing" && !offer)
    return <Typing before={formatValuesBefore(state, typed, parts)} note={note} />;
  const isResting = phase === "saved" || phase === "blank";
  const status = (
    <SaveStatus kind={phase}>
      {isResting
        ? resting
        : phase === "typing"
          ? offer?.typing
          : phase === "waiting"
            ? describeUnsentRows(store)
            : null}
    </SaveStatus>
  );
  if (!note && !offer) return status;
  return (
    <span className={BESIDE}>
      {status}
      {offer ? (
        <TextButton className="relative z-10 touch:-my-3" onClick={offer.act}>
          {offer.words}
        </TextButton>
      ) : (
        <NoteWords note={note} />
      )}
    </span>
  );
}

const BESIDE = "flex flex-wrap items-center gap-x-3";

/** Shows a note. If the value entered is not the typed one, the note looks like a refusal. */
function NoteWords({ note }: { note: TypedInputNote | null }) {
  if (!note?.isOther) return <strong>{note?.words}</strong>;
  return (
    <strong className="inline-flex items-start gap-2 text-refused">
      <Icon className="mt-px" name="refused" />
      <span>{note.words}</span>
    </strong>
  );
}

function Typing({ before, note }: { before: string; note: TypedInputNote | null }) {
  return (
    <span className={BESIDE}>
      <SaveStatus kind="typing">Was {before}</SaveStatus>
      {note ? (
        <NoteWords note={note} />
      ) : (
        <span className="touch:hidden">
          <KeyboardKey>Esc</KeyboardKey> to undo
        </span>
      )}
    </span>
  );
}

type RefusedProps = Pick<RowStatusProps, "row" | "parts" | "controller"> & {
  state: RowState;
  refusals: readonly RefusedFields[];
};

function Refused({ row, state, refusals, parts, controller }: RefusedProps) {
  const { store, hydrated } = useSaving();
  const fields = refusedFields(refusals);
  const before = formatValuesBefore(state, fields, parts);

  function putBack() {
    store.putBack(row, fields);
    controller.rewrite();
    returnFocusToRow(row, fields);
  }

  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3 lg:justify-start">
      <SaveStatus kind="refused">Not saved: {joinReasons(refusals)}</SaveStatus>
      {hydrated ? (
        <TextButton className="relative z-10" data-way-out="" onClick={putBack}>
          {`Put back ${before}`}
        </TextButton>
      ) : (
        <span>{`Was ${before}`}</span>
      )}
    </span>
  );
}

const CHOICES =
  "relative z-10 mt-1 grid grid-cols-2 gap-2 lg:mb-1 lg:flex [&_strong]:ml-1 [&_strong]:text-15";

type RowConflictProps = {
  row: string;
  name: string;
  state: RowState;
  issue: ChangedByColleagueIssue;
  parts: readonly RowPart[];
  controller: FieldController;
};

/** A conflict with a colleague's change, with both values. Neither choice is preselected. */
function RowConflict({ row, name, state, issue, parts, controller }: RowConflictProps) {
  const { store, hydrated, timeZone } = useSaving();
  const conflicts = listConflicts(state, issue, parts);

  function decide(choice: ConflictSide) {
    if (choice === "yours") store.keepYours(row);
    else store.takeTheirs(row);
    controller.rewrite();
    returnFocusToRow(
      row,
      conflicts.flatMap(({ fields }) => fields),
    );
  }

  const choices = (["yours", "theirs"] as const).map((choice) => ({
    choice,
    words: (
      <ChoiceWords choice={choice} isOwn={issue.by === OWN_CHANGE_AUTHOR}>
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
            <ConflictChoiceButton key={choice} onChoose={() => decide(choice)}>
              {words}
            </ConflictChoiceButton>
          ))}
        </div>
      ) : (
        <fieldset>
          <legend className="sr-only">Which value to keep for {name}</legend>
          <ConflictingFieldsInput
            conflicts={[...conflicts, { fields: store.conflictedFields(state) }]}
            name={`conflicting.${row}`}
          />
          <div className={CHOICES}>
            {choices.map(({ choice, words }) => (
              <ConflictChoiceRadio
                choice={choice}
                className="items-center py-1"
                key={choice}
                name={`choice.${row}`}
                version={issue.theirs.version}
              >
                {words}
              </ConflictChoiceRadio>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

type ChoiceWordsProps = {
  choice: ConflictSide;
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
