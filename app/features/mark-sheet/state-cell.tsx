import type { ReactNode } from "react";

import type { RowSnapshot } from "#saving/row-phase.ts";
import { shownValues } from "#saving/row-state.ts";
import { SaveStatus } from "#ui/save-status.tsx";

import { ChangedState } from "./changed-state.tsx";
import type { RowViewProps } from "./sheet-row.tsx";
import { countedAs } from "./sheet-values.rules.ts";
import { restingWords, wordsBefore } from "./state-words.rules.ts";

export type StateCellProps = RowViewProps & {
  snapshot: RowSnapshot;
  /** What a field has to say about what was just typed: 'Most is 100'. */
  note: string | null;
  /** The row's values were decided by a button: its fields are to show them. */
  onDecided: () => void;
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
  const { sheet, columns, snapshot, note } = props;
  const { state, phase } = snapshot;
  switch (phase) {
    case "saved":
    case "blank":
      return (
        <Noted note={note}>
          <SaveStatus kind={phase}>
            {restingWords(countedAs(shownValues(state), sheet.rules), columns)}
          </SaveStatus>
        </Noted>
      );
    case "saving":
    case "waiting":
      return (
        <Noted note={note}>
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

function Noted({ note, children }: { note: string | null; children: ReactNode }) {
  if (!note) return children;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {children}
      <strong>{note}</strong>
    </span>
  );
}

function TypingState({ snapshot, columns, note }: StateCellProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <SaveStatus kind="typing">Was {wordsBefore(snapshot.state, columns)}</SaveStatus>
      {note ? (
        <strong>{note}</strong>
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
  const { trouble } = snapshot.state;
  if (trouble?.kind !== "refused") return null;
  const before = wordsBefore(snapshot.state, columns);

  function putBack() {
    store.putBack(loaded.row);
    onDecided();
  }

  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3 lg:justify-start">
      <SaveStatus kind="refused">Refused: {trouble.reason}</SaveStatus>
      {hydrated ? (
        <button
          className="relative z-10 font-semibold text-red underline underline-offset-4 touch:min-h-11"
          data-way-out=""
          onClick={putBack}
          type="button"
        >
          Put back {before}
        </button>
      ) : (
        <span>Was {before}</span>
      )}
    </span>
  );
}
