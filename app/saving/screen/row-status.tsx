import type { Note } from "#fields/kind.ts";
import { Icon } from "#ui/page/icon.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { Key } from "#ui/page/key.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

import type { RowSnapshot } from "../client/row-phase.ts";
import type { RowState } from "../client/row-state.ts";
import type { SavingStore } from "../client/saving-store.ts";
import { reasonsOf, refusedFields, type RefusedFields } from "../protocol/protocol.ts";
import { wordsBefore, type ValuePart } from "./conflicts.rules.ts";
import type { FieldController } from "./field-controller.ts";
import { stayInRow } from "./field-dom.ts";
import { RowConflict } from "./row-conflict.tsx";
import { unreachedWords, useSaving } from "./saving-screen.tsx";

type Offer = {
  /** Said of the row while it is so. */
  typing: string;
  /** 'Put back 72'. */
  words: string;
  act: () => void;
};

type RowStatusProps = {
  row: string;
  /** Whose row it is. */
  name: string;
  snapshot: RowSnapshot;
  parts: readonly ValuePart[];
  /** Said when nothing is under way: 'Saved', 'No mark yet'. */
  resting: string;
  /** What a field has to say about what was just typed: '105 is more than 100: 100 was entered'. */
  note: Note | null;
  /** What the last act took away, as long as it can be put back. */
  offer: Offer | null;
  controller: FieldController;
};

/** Where a row of many stands, in words, icon and colour (screens.md, Mark sheet). */
export function RowStatus(props: RowStatusProps) {
  const { store } = useSaving();
  return (
    <div className="grid lg:justify-items-start" id={`state-${props.row}`}>
      {statusOf(props, store)}
    </div>
  );
}

/** No component: one more in each of 35 rows is felt in a sheet's server time. */
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
  if (phase === "typing" && !offer) return <Typing before={wordsBefore(state, typed, parts)} note={note} />;
  const isResting = phase === "saved" || phase === "blank";
  const status = (
    <SaveStatus kind={phase}>
      {isResting
        ? resting
        : phase === "typing"
          ? offer?.typing
          : phase === "waiting"
            ? unreachedWords(store)
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

/** Where something else stands than was typed, the note looks as a refusal does. */
function NoteWords({ note }: { note: Note | null }) {
  if (!note?.isOther) return <strong>{note?.words}</strong>;
  return (
    <strong className="inline-flex items-start gap-2 text-refused">
      <Icon className="mt-px" name="refused" />
      <span>{note.words}</span>
    </strong>
  );
}

function Typing({ before, note }: { before: string; note: Note | null }) {
  return (
    <span className={BESIDE}>
      <SaveStatus kind="typing">Was {before}</SaveStatus>
      {note ? (
        <NoteWords note={note} />
      ) : (
        <span className="touch:hidden">
          <Key>Esc</Key> puts it back
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
  const before = wordsBefore(state, fields, parts);

  function putBack() {
    store.putBack(row, fields);
    controller.rewrite();
    stayInRow(row, fields);
  }

  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3 lg:justify-start">
      <SaveStatus kind="refused">Refused: {reasonsOf(refusals)}</SaveStatus>
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
