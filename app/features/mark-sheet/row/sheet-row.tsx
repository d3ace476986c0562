import { memo, useState, type MouseEvent } from "react";

import { shownValues } from "#saving/client/row-state.ts";
import { focusInColumn, rowId } from "#saving/screen/field-dom.ts";
import { useFieldController } from "#saving/screen/field/use-field-controller.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { opensElsewhere } from "#ui/page/use-link-click.ts";

import { atomicGroups } from "#fields/mark.ts";
import { beginsName } from "../bulk/student-names.rules.ts";
import { useSheet } from "../sheet/sheet-context.ts";
import { NARROW } from "../sheet/sheet-look.ts";
import type { SheetRow } from "../sheet/sheet.ts";
import { AttendanceCell } from "./attendance-cell.tsx";
import { ExtraCells } from "./extra-cells.tsx";
import { isAway } from "./is-away.ts";
import { MarkField } from "./mark-field.tsx";
import { NameCells } from "./name-cells.tsx";
import { RowController } from "./row-controller.ts";
import { attendanceOf, percentOf, type ClearedMark } from "./sheet-values.rules.ts";
import { StateCell } from "./state-cell.tsx";

/** One student's row. Its fields are the browser's own: what is typed is never written over by a render. */
export const SheetRowView = memo(function SheetRowView({ loaded }: { loaded: SheetRow }) {
  const { hydrated } = useSaving();
  const { columns } = useSheet();
  const [cleared, offerUndo] = useState<ClearedMark | null>(null);
  const { controller, note, snapshot } = useRowController(loaded, offerUndo);
  if (!snapshot) return null;
  const { state, phase } = snapshot;
  const values = shownValues(state);
  const { main, hasMark, extras } = columns;
  return (
    <tr
      data-away={hydrated && attendanceOf(values) !== 1 ? "" : undefined}
      data-phase={phase}
      id={rowId(loaded.row)}
      role="row"
      {...controller.events}
    >
      <NameCells loaded={loaded} />
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
      {hasMark ? percentCell(phase === "refused" ? null : percentOf(values, loaded.maxMark)) : null}
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

function useRowController({ row, maxMark }: SheetRow, offerUndo: (cleared: ClearedMark | null) => void) {
  const { sheet, fieldsOf, commands } = useSheet();
  return useFieldController(
    { screen: useSaving(), row, fields: fieldsOf(maxMark) },
    (parts) =>
      new RowController({
        ...parts,
        rules: sheet.rules,
        atomicGroups: atomicGroups(sheet.rules),
        root: () => document.getElementById(rowId(row)),
        focusNext: (from, step) => focusInColumn(from, step, isAway),
        offerUndo,
        commands,
        beginsName: (letters) => beginsName(letters, sheet.rows),
      }),
  );
}

/** On a phone an empty one would only take room from the name. No component: a class has 35. */
function percentCell(percent: number | null) {
  return (
    <td className="percent" role="cell">
      {percent === null ? <span className="text-muted max-lg:hidden">–</span> : `${percent}%`}
    </td>
  );
}

/** Quiet until the row is pointed at or reached by keyboard; on a phone three dots, and in the row's menu. */
function HistoryLink({ loaded: { row, name, historyUrl } }: { loaded: SheetRow }) {
  const { hydrated } = useSaving();
  const { openLink, commands } = useSheet();
  const isMenu = hydrated && window.matchMedia(NARROW).matches;
  const label = `${isMenu ? "More about" : "History of"} ${name}`;
  const words = <span className="max-lg:sr-only">History</span>;

  function open(event: MouseEvent<HTMLAnchorElement>) {
    if (opensElsewhere(event) || !window.matchMedia(NARROW).matches) return openLink(event);
    event.preventDefault();
    commands.begin({ kind: "row", row });
  }

  // Without script the sheet is sent, and saved, on the way.
  if (!hydrated) {
    return (
      <button aria-label={label} className="as-link history" name="go" value={historyUrl}>
        {words}
      </button>
    );
  }
  return (
    <a aria-label={label} className="history" href={historyUrl} onClick={open}>
      {words}
    </a>
  );
}
