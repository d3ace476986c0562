import type { RecordField } from "#fields/record.ts";
import type { RowSnapshot } from "#saving/client/row-phase.ts";

import { classes } from "#ui/classes.ts";

import { MarkField, staysWhenAway } from "./mark-field.tsx";
import type { SheetRow } from "../sheet/sheet.ts";

type ExtraCellsProps = { columns: readonly RecordField[]; loaded: SheetRow; snapshot: RowSnapshot };

/** Criteria and ratings: a column each in the register, a labelled line each on a phone. One cell makes both. */
export function ExtraCells({ columns, ...row }: ExtraCellsProps) {
  return (
    <td aria-colspan={columns.length} className="extras" role="cell">
      <div
        className={classes(
          "grid gap-x-8 gap-y-1 lg:auto-cols-fr lg:grid-flow-col lg:gap-0",
          columns.length === 2 && "grid-cols-2 lg:grid-cols-none",
        )}
      >
        {columns.map((column) => (
          <div className="flex items-center justify-between gap-3 lg:justify-center" key={column.name}>
            <span aria-hidden="true" className="text-13 text-muted lg:hidden">
              {column.title}
            </span>
            <MarkField {...row} column={column} />
            {staysWhenAway(column.name) ? null : <span className="away px-4">–</span>}
          </div>
        ))}
      </div>
    </td>
  );
}
