import { memo, useEffect, useState } from "react";

import type { Note } from "#fields/kind.ts";
import { shownValues } from "#saving/client/row-state.ts";
import { focusInColumn, rowId } from "#saving/screen/field-dom.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { useRow } from "#saving/screen/use-row.ts";

import { atomicGroups } from "#fields/mark.ts";
import { useSheet } from "../sheet/sheet-context.ts";
import type { SheetRow } from "../sheet/sheet.ts";
import { AttendanceCell } from "./attendance-cell.tsx";
import { ExtraCells } from "./extra-cells.tsx";
import { MarkField } from "./mark-field.tsx";
import { NameCells } from "./name-cells.tsx";
import { RowController } from "./row-controller.ts";
import { attendanceOf, percentOf, type ClearedMark } from "./sheet-values.rules.ts";
import { StateCell } from "./state-cell.tsx";

/** One student's row. Its fields are the browser's own: what is typed is never written over by a render. */
export const SheetRowView = memo(function SheetRowView({ loaded }: { loaded: SheetRow }) {
  const { hydrated, store } = useSaving();
  const { columns } = useSheet();
  const snapshot = useRow(store, loaded.row);
  const { controller, note, cleared } = useRowController(loaded);

  useEffect(() => controller.write("untouched"), [controller, snapshot]);

  if (!snapshot) return null;
  const { state, phase } = snapshot;
  const values = shownValues(state);
  const { main, hasMark, extras } = columns;
  return (
    <tr
      data-away={hydrated && attendanceOf(values) !== 1 ? "" : undefined}
      data-phase={phase}
      id={rowId(loaded.row)}
      onBlur={controller.onBlur}
      onClick={controller.onClick}
      onFocus={controller.onFocus}
      onInput={controller.onInput}
      onKeyDown={controller.onKeyDown}
      onPaste={controller.onPaste}
      role="row"
    >
      <NameCells isWide={extras.length > 0} loaded={loaded} />
      <AttendanceCell
        attendance={attendanceOf(values)}
        hasMain={main !== null}
        loaded={loaded}
        onNext={controller.nextAttendance}
      />
      {hasMark ? (
        <td className="most" role="cell">
          {loaded.maxMark}
        </td>
      ) : null}
      {main ? (
        <td className={hasMark ? "main lg:pr-2" : "main lg:text-center"} role="cell">
          <MarkField column={main} loaded={loaded} snapshot={snapshot} />
          <span className={hasMark ? "away pr-2.5" : "away max-lg:pr-4"}>–</span>
        </td>
      ) : null}
      {hasMark ? (
        <PercentCell percent={phase === "refused" ? null : percentOf(values, loaded.maxMark)} />
      ) : null}
      {extras.length > 0 ? <ExtraCells columns={extras} loaded={loaded} snapshot={snapshot} /> : null}
      <td className="state" role="cell">
        <div className="items-center justify-between gap-3 lg:flex">
          <StateCell
            cleared={cleared}
            controller={controller}
            loaded={loaded}
            note={note}
            snapshot={snapshot}
          />
          <HistoryLink loaded={loaded} />
        </div>
      </td>
    </tr>
  );
});

function useRowController({ row, maxMark }: SheetRow) {
  const { store, say } = useSaving();
  const { sheet, fieldsOf, commands } = useSheet();
  const [note, show] = useState<Note | null>(null);
  const [cleared, offerUndo] = useState<ClearedMark | null>(null);
  const [controller] = useState(
    () =>
      new RowController({
        store,
        row,
        rules: sheet.rules,
        fields: fieldsOf(maxMark),
        atomicGroups: atomicGroups(sheet.rules),
        root: () => document.getElementById(rowId(row)),
        focusNext: focusInColumn,
        show,
        say,
        offerUndo,
        commands,
      }),
  );
  return { controller, note, cleared };
}

/** On a phone an empty one would only take room from the name. */
function PercentCell({ percent }: { percent: number | null }) {
  return (
    <td className="percent" role="cell">
      {percent === null ? <span className="text-muted max-lg:hidden">–</span> : `${percent}%`}
    </td>
  );
}

/** Quiet until the row is pointed at or reached by keyboard; on a phone the whole name is the link. */
function HistoryLink({ loaded: { name, historyUrl } }: { loaded: SheetRow }) {
  const { openLink } = useSheet();
  return (
    <a aria-label={`History of ${name}`} className="history" href={historyUrl} onClick={openLink}>
      <span className="max-lg:sr-only">History</span>
    </a>
  );
}
