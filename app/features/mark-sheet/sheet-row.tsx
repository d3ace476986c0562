import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";

import { shownValues } from "#saving/row-state.ts";
import type { SheetStore } from "#saving/sheet-store.ts";
import { useRow } from "#saving/use-row.ts";
import { classes } from "#ui/classes.ts";

import { AttendanceCell } from "./attendance-cell.tsx";
import type { Columns } from "./columns.rules.ts";
import { ExtraCells } from "./extra-cells.tsx";
import { MarkField } from "./mark-field.tsx";
import { NameCells } from "./name-cells.tsx";
import type { Sheet, SheetRow } from "./sheet.ts";
import { rowId } from "./row-fields.ts";
import { RowHands } from "./row-hands.ts";
import { LETTER_FIELD, MARK_FIELD, ROW } from "./sheet-look.ts";
import { attendanceOf, percentOf } from "./sheet-values.rules.ts";
import { StateCell } from "./state-cell.tsx";

export type RowViewProps = {
  sheet: Sheet;
  loaded: SheetRow;
  columns: Columns;
  store: SheetStore;
  /** Script is there: attendance is a button, and the row saves by itself. */
  hydrated: boolean;
  /** To who listens. */
  say: (words: string) => void;
};

/** One student's row. Its fields are the browser's own: what is typed is never written over by a render. */
export function SheetRowView(props: RowViewProps) {
  const { sheet, loaded, columns, store, hydrated, say } = props;
  const snapshot = useRow(store, loaded.row);
  const [note, show] = useState<string | null>(null);
  const [hands] = useState(() => {
    const { row, maxMark } = loaded;
    return new RowHands({ store, row, maxMark, rules: sheet.rules, show, say });
  });

  useEffect(() => hands.write("untouched"), [hands, snapshot]);

  if (!snapshot) return null;
  const { state, phase } = snapshot;
  const values = shownValues(state);
  const { main, hasMark, extras } = columns;
  const field = { loaded, snapshot };
  return (
    <tr
      className={ROW}
      data-away={hydrated && attendanceOf(values) !== 1 ? "" : undefined}
      data-phase={phase}
      id={rowId(loaded.row)}
      onBlur={hands.onBlur}
      onClick={hands.onClick}
      onFocus={hands.onFocus}
      onInput={hands.onInput}
      onKeyDown={hands.onKeyDown}
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
        <td className="pr-3 text-right text-muted max-lg:hidden" role="cell">
          {loaded.maxMark}
        </td>
      ) : null}
      {main ? (
        <td
          className={classes(
            "col-start-5 row-span-2 row-start-1 text-right",
            hasMark ? "lg:pr-2" : "lg:text-center",
          )}
          role="cell"
        >
          <MarkField {...field} className={hasMark ? MARK_FIELD : LETTER_FIELD} column={main} />
          <span className={classes("away text-muted", hasMark ? "pr-2.5" : "max-lg:pr-4")}>–</span>
        </td>
      ) : null}
      {hasMark ? <PercentCell percent={percentOf(values, loaded.maxMark)} /> : null}
      {extras.length > 0 ? <ExtraCells {...field} columns={extras} /> : null}
      <td className={STATE} role="cell">
        <div className="items-center justify-between gap-3 bg-inherit lg:flex">
          <StateCell {...props} note={note} onDecided={hands.rewrite} snapshot={snapshot} />
          <HistoryLink loaded={loaded} />
        </div>
      </td>
    </tr>
  );
}

/** On a phone it stands under the name, and what needs the person takes a line of its own. */
const STATE =
  "col-span-2 col-start-2 row-start-2 min-w-0 text-13 " +
  "max-lg:group-data-[phase=changed]/row:col-span-full max-lg:group-data-[phase=changed]/row:row-start-4 " +
  "max-lg:group-data-[phase=refused]/row:col-span-full max-lg:group-data-[phase=refused]/row:row-start-4 " +
  "lg:relative lg:bg-inherit lg:pl-6 lg:pr-3";

/** On a phone an empty one would only take room from the name. */
function PercentCell({ percent }: { percent: number | null }) {
  return (
    <td
      className="col-start-3 row-start-1 text-right max-lg:text-13 max-lg:text-muted max-lg:group-data-[phase=changed]/row:row-span-2 max-lg:group-data-[phase=refused]/row:row-span-2 lg:pr-3"
      role="cell"
    >
      {percent === null ? <span className="text-muted max-lg:hidden">–</span> : `${percent}%`}
    </td>
  );
}

const HISTORY =
  "rounded bg-inherit text-muted max-lg:absolute max-lg:left-0 max-lg:top-0 max-lg:h-16 max-lg:w-[calc(100%-148px)] print:hidden " +
  "lg:absolute lg:right-3 lg:top-1/2 lg:-translate-y-1/2 lg:pl-2 lg:opacity-0 lg:focus:opacity-100 lg:group-hover/row:opacity-100 lg:touch:opacity-100 " +
  "lg:group-data-[phase=changed]/row:static lg:group-data-[phase=changed]/row:translate-y-0 lg:group-data-[phase=refused]/row:static lg:group-data-[phase=refused]/row:translate-y-0";

/** Quiet until the row is pointed at or reached by keyboard; on a phone the whole name is the link. */
function HistoryLink({ loaded: { name, historyUrl } }: { loaded: SheetRow }) {
  return (
    <Link className={HISTORY} preventScrollReset to={historyUrl}>
      <span className="max-lg:sr-only">
        History<span className="sr-only"> of {name}</span>
      </span>
    </Link>
  );
}
