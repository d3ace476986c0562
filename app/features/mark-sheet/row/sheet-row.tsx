import { useEffect, useState } from "react";

import { shownValues } from "#saving/client/row-state.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { useRow } from "#saving/screen/use-row.ts";
import type { LinkClick } from "#ui/page/use-link-click.ts";

import { AttendanceCell } from "./attendance-cell.tsx";
import type { Columns } from "../sheet/columns.rules.ts";
import { ExtraCells } from "./extra-cells.tsx";
import { MarkField } from "./mark-field.tsx";
import { NameCells } from "./name-cells.tsx";
import type { Sheet, SheetRow } from "../sheet/sheet.ts";
import { rowId } from "./row-fields.ts";
import { RowController } from "./row-controller.ts";
import type { Note } from "./sheet-fields.rules.ts";
import { attendanceOf, isStillCleared, percentOf } from "./sheet-values.rules.ts";
import type { ClearedMark } from "./sheet-values.rules.ts";
import { StateCell } from "./state-cell.tsx";
import type { SheetCommands } from "../bulk/use-bulk-actions.ts";

export type RowViewProps = {
  sheet: Sheet;
  loaded: SheetRow;
  columns: Columns;
  store: SavingStore;
  /** Script is there: attendance is a button, and the row saves by itself. */
  hydrated: boolean;
  /** To who listens. */
  say: (words: string) => void;
  /** What is asked in a row about the whole sheet. */
  reach: SheetCommands;
  openLink: LinkClick;
};

/** One student's row. Its fields are the browser's own: what is typed is never written over by a render. */
export function SheetRowView(props: RowViewProps) {
  const { sheet, loaded, columns, store, hydrated, say, reach, openLink } = props;
  const snapshot = useRow(store, loaded.row);
  const [note, show] = useState<Note | null>(null);
  const [wiped, offer] = useState<ClearedMark | null>(null);
  const [hands] = useState(() => {
    const { row, maxMark } = loaded;
    return new RowController({ store, row, maxMark, rules: sheet.rules, show, say, offer, reach });
  });

  useEffect(() => hands.write("untouched"), [hands, snapshot]);

  if (!snapshot) return null;
  const { state, phase } = snapshot;
  const values = shownValues(state);
  const { main, hasMark, extras } = columns;
  const field = { loaded, snapshot };
  return (
    <tr
      data-away={hydrated && attendanceOf(values) !== 1 ? "" : undefined}
      data-phase={phase}
      id={rowId(loaded.row)}
      onBlur={hands.onBlur}
      onClick={hands.onClick}
      onFocus={hands.onFocus}
      onInput={hands.onInput}
      onKeyDown={hands.onKeyDown}
      onPaste={hands.onPaste}
      role="row"
    >
      <NameCells isWide={extras.length > 0} loaded={loaded} />
      <AttendanceCell
        {...props}
        attendance={attendanceOf(values)}
        hasMain={main !== null}
        onNext={hands.nextAttendance}
      />
      {hasMark ? (
        <td className="most" role="cell">
          {loaded.maxMark}
        </td>
      ) : null}
      {main ? (
        <td className={hasMark ? "main lg:pr-2" : "main lg:text-center"} role="cell">
          <MarkField {...field} look={hasMark ? "mark" : "letter"} column={main} />
          <span className={hasMark ? "away pr-2.5" : "away max-lg:pr-4"}>–</span>
        </td>
      ) : null}
      {hasMark ? (
        <PercentCell percent={phase === "refused" ? null : percentOf(values, loaded.maxMark)} />
      ) : null}
      {extras.length > 0 ? <ExtraCells {...field} columns={extras} /> : null}
      <td className="state" role="cell">
        <div className="items-center justify-between gap-3 lg:flex">
          <StateCell
            {...props}
            note={note}
            onDecided={hands.rewrite}
            onPutBack={hands.putBackWiped}
            snapshot={snapshot}
            wiped={wiped && isStillCleared(wiped, values, sheet.rules) ? wiped.before : null}
          />
          <HistoryLink loaded={loaded} onClick={openLink} />
        </div>
      </td>
    </tr>
  );
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
function HistoryLink({ loaded: { name, historyUrl }, onClick }: { loaded: SheetRow; onClick: LinkClick }) {
  return (
    <a aria-label={`History of ${name}`} className="history" href={historyUrl} onClick={onClick}>
      <span className="max-lg:sr-only">History</span>
    </a>
  );
}
