import { useState } from "react";
import { capitalise } from "#domain/text/capital.ts";
import { formatFieldText } from "#fields/kind.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { LabelledTextField } from "#ui/form/field.tsx";
import { formatCountWithNoun, formatActionDone } from "./act.rules.ts";
import { planColumnFill } from "./fill-plan.rules.ts";
import { BulkPlanDialog } from "./plan-dialog.tsx";
import { readCellValue } from "./paste/read-value.rules.ts";
import { useSheet } from "../sheet/sheet-context.ts";
import { listCurrentSheetRows } from "../sheet/sheet-rows.ts";
import type { BulkTaskProps } from "./tasks.ts";
import { ColumnChoice, RowChoice, chooseStartColumn, columnKind, columnValueNoun } from "./tool-parts.tsx";

/** Fills the blank rows of a column with one value, from a chosen student downwards. */
export function FillColumnTask({ bulk }: BulkTaskProps) {
  const { store } = useSaving();
  const { sheet, columns, parts } = useSheet();
  const [rows] = useState(() => listCurrentSheetRows({ sheet, store }));
  const [place] = useState(() => bulk.place());
  const [field, setField] = useState(() => chooseStartColumn(columns, place?.field));
  const [startRow, setStartRow] = useState(place?.row ?? rows[0]?.row);
  const [text, setText] = useState(() =>
    formatFieldText(
      rows.find(({ row }) => row === place?.row)?.values[chooseStartColumn(columns, place?.field)],
    ),
  );
  const { rules } = sheet;
  const read = readCellValue(text, {
    field,
    kind: columnKind(columns, field),
    maxMark: rows[0]?.maxMark ?? 0,
    rules,
  });
  const noun = columnValueNoun(field);
  return (
    <BulkPlanDialog
      actWords={(count) => `Fill in ${formatCountWithNoun(count, noun)}`}
      bulk={bulk}
      doneWords={(count) => formatActionDone(count, noun, "filled in")}
      noun={noun}
      plan={
        read.kind === "value"
          ? planColumnFill({ rows, field, values: read.values, startRow, rules, parts })
          : null
      }
      title="Fill down"
      width="record"
    >
      <div className="grid gap-4 empty:hidden md:grid-cols-2">
        <ColumnChoice columns={columns} field={field} onChoose={setField} />
        <LabelledTextField
          autoComplete="off"
          data-first-focus=""
          defaultValue={text}
          error={read.kind === "refused" ? read.reason : undefined}
          label={`${capitalise(noun)} to enter`}
          name="fill-with"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <RowChoice label="Fill blank rows from" onChoose={setStartRow} row={startRow} rows={rows} />
      </div>
    </BulkPlanDialog>
  );
}
