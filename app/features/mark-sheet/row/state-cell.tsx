import { ATTENDANCE_WORDS } from "#domain/attendance.ts";
import type { Note } from "#fields/kind.ts";
import type { RowSnapshot } from "#saving/client/row-phase.ts";
import { shownValues } from "#saving/client/row-state.ts";
import { valuesInWords } from "#saving/screen/conflicts.rules.ts";
import { RowStatus } from "#saving/screen/row-status.tsx";

import { useSheet } from "../sheet/sheet-context.ts";
import type { SheetRow } from "../sheet/sheet.ts";
import type { RowController } from "./row-controller.ts";
import { attendanceOf, isStillCleared, type ClearedMark } from "./sheet-values.rules.ts";
import { restingWords } from "./state-words.rules.ts";

type StateCellProps = {
  loaded: SheetRow;
  snapshot: RowSnapshot;
  note: Note | null;
  /** What the last press on the attendance took away; null when nothing. */
  cleared: ClearedMark | null;
  controller: RowController;
};

/** A tap too many takes a saved mark away, and on a phone nobody sees it go: it is offered back. */
export function StateCell({ loaded, snapshot, note, cleared, controller }: StateCellProps) {
  const { sheet, columns, parts } = useSheet();
  const values = shownValues(snapshot.state);
  const offer = cleared &&
    isStillCleared(cleared, values, sheet.rules) && {
      typing: ATTENDANCE_WORDS[attendanceOf(values)],
      words: `Put back ${valuesInWords(Object.keys(cleared.before), cleared.before, parts)}`,
      act: controller.putBackCleared,
    };
  return (
    <RowStatus
      controller={controller}
      name={loaded.name}
      note={note}
      offer={offer || null}
      parts={parts}
      resting={restingWords(values, sheet.rules, { columns, maxMark: loaded.maxMark })}
      row={loaded.row}
      snapshot={snapshot}
    />
  );
}
