import type { RowSnapshot } from "#saving/row-phase.ts";

import type { Column } from "./columns.rules.ts";
import { MarkField } from "./mark-field.tsx";
import type { SheetRow } from "./sheet.ts";
import { LETTER_FIELD } from "./sheet-look.ts";

type ExtraCellsProps = { columns: readonly Column[]; loaded: SheetRow; snapshot: RowSnapshot };

/** Criteria and ratings: a column each in the register, a labelled line each on a phone. One cell makes both. */
export function ExtraCells({ columns, ...row }: ExtraCellsProps) {
  return (
    <td className="col-span-full row-start-3 max-lg:mt-2" colSpan={columns.length} role="cell">
      <div className="grid gap-1 lg:auto-cols-fr lg:grid-flow-col lg:gap-0">
        {columns.map((column) => (
          <div className="flex items-center justify-between gap-3 lg:justify-center" key={column.field}>
            <span aria-hidden="true" className="text-13 text-muted lg:hidden">
              {column.title}
            </span>
            <MarkField {...row} className={LETTER_FIELD} column={column} />
            <span className="away px-4 text-muted">–</span>
          </div>
        ))}
      </div>
    </td>
  );
}
