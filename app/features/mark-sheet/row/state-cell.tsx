import type { ReactNode } from "react";

import { ATTENDANCE_WORDS } from "#domain/attendance.ts";
import type { Values } from "#fields/value.ts";
import type { RowSnapshot } from "#saving/client/row-phase.ts";
import { shownValues } from "#saving/client/row-state.ts";
import { Icon } from "#ui/page/icon.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

import { ChangedState } from "./changed-state.tsx";
import type { RowViewProps } from "./sheet-row.tsx";
import type { Note } from "./sheet-fields.rules.ts";
import { attendanceOf, countedAs } from "./sheet-values.rules.ts";
import { restingWords, valuesInWords, wordsBefore } from "./state-words.rules.ts";

export type StateCellProps = RowViewProps & {
  snapshot: RowSnapshot;
  /** What a field has to say about what was just typed: '105 is more than 100: 100 was entered'. */
  note: Note | null;
  /** The row's values were decided by a button: its fields are to show them. */
  onDecided: () => void;
  /** What the last press on the attendance took away; null when nothing, or when the row has changed since. */
  wiped: Values | null;
  onPutBack: () => void;
};

/** Where a row stands, in words, icon and colour (screens.md, Mark sheet). */
export function StateCell(props: StateCellProps) {
  const { loaded } = props;
  return (
    <div className="grid lg:justify-items-start" id={`state-${loaded.row}`}>
      <State {...props} />
    </div>
  );
}

function State(props: StateCellProps) {
  const { sheet, columns, snapshot } = props;
  const { state, phase } = snapshot;
  switch (phase) {
    case "saved":
    case "blank":
      return (
        <Noted {...props}>
          <SaveStatus kind={phase}>
            {restingWords(countedAs(shownValues(state), sheet.rules), columns)}
          </SaveStatus>
        </Noted>
      );
    case "saving":
    case "waiting":
      return (
        <Noted {...props}>
          <SaveStatus kind={phase} />
        </Noted>
      );
    case "typing":
      return <TypingState {...props} />;
    case "refused":
      return <RefusedState {...props} />;
    case "changed":
      return <ChangedState {...props} />;
  }
}

function Noted({ children, ...props }: StateCellProps & { children: ReactNode }) {
  const { note, wiped } = props;
  if (!note && !wiped) return children;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {children}
      {wiped ? <PutBackWiped {...props} wiped={wiped} /> : <NoteWords note={note} />}
    </span>
  );
}

/** Where something else stands than was typed, it is told as what was refused is. */
function NoteWords({ note }: { note: Note | null }) {
  if (!note?.isOther) return <strong>{note?.words}</strong>;
  return (
    <strong className="inline-flex items-start gap-2 text-refused">
      <Icon className="mt-px" name="refused" />
      {note.words}
    </strong>
  );
}

/** A tap too many takes a saved mark away, and on a phone nobody sees it go: it is offered back. */
function PutBackWiped({ wiped, columns, onPutBack }: StateCellProps & { wiped: Values }) {
  return (
    <button className={`${PUT_BACK} touch:-my-3`} onClick={onPutBack} type="button">
      Put back {valuesInWords(Object.keys(wiped), wiped, columns)}
    </button>
  );
}

const PUT_BACK = "relative z-10 font-semibold text-red underline underline-offset-4 touch:min-h-11";

function TypingState(props: StateCellProps) {
  const { snapshot, columns, note, wiped } = props;
  if (wiped) {
    const attendance = attendanceOf(shownValues(snapshot.state));
    return (
      <Noted {...props}>
        <SaveStatus kind="typing">{ATTENDANCE_WORDS[attendance]}</SaveStatus>
      </Noted>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <SaveStatus kind="typing">Was {wordsBefore(snapshot.state, columns)}</SaveStatus>
      {note ? (
        <NoteWords note={note} />
      ) : (
        <span className="touch:hidden">
          <kbd className="rounded-sm border border-line-2 bg-paper px-1 font-sans font-semibold">Esc</kbd>{" "}
          puts it back
        </span>
      )}
    </span>
  );
}

function RefusedState({ snapshot, columns, store, loaded, hydrated, onDecided }: StateCellProps) {
  const { issue } = snapshot.state;
  if (issue?.kind !== "refused") return null;
  const before = wordsBefore(snapshot.state, columns);

  function putBack() {
    store.putBack(loaded.row);
    onDecided();
  }

  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3 lg:justify-start">
      <SaveStatus kind="refused">Refused: {issue.reason}</SaveStatus>
      {hydrated ? (
        <button className={PUT_BACK} data-way-out="" onClick={putBack} type="button">
          Put back {before}
        </button>
      ) : (
        <span>Was {before}</span>
      )}
    </span>
  );
}
