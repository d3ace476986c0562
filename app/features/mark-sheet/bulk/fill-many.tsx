import { useState } from "react";

import { Field } from "#ui/form/field.tsx";

import { countWords, deedWords } from "./act.rules.ts";
import { planFill } from "./fill-plan.rules.ts";
import { PlanPreview } from "./plan-preview.tsx";
import { readValue } from "./read-value.rules.ts";
import type { Read } from "./read-value.rules.ts";
import { fieldText } from "../row/sheet-fields.rules.ts";
import { rowsNow, writeMany } from "../sheet/sheet-rows.ts";
import type { ToolProps } from "./task-dialog.tsx";
import type { Plan } from "./tasks.ts";
import { ToolDialog } from "./tool-dialog.tsx";
import { ColumnChoice, Commit, RowChoice, columnAt, nounOf } from "./tool-parts.tsx";

const NOTHING: Plan = { entries: [], leftOut: [] };

/** One value for all rows that are blank in a column, from a student down. */
export function FillMany(props: ToolProps) {
  const { sheet, columns, store, hands } = props;
  const [rows] = useState(() => rowsNow(props));
  const [place] = useState(() => hands.place());
  const [field, setField] = useState(() => columnAt(columns, place?.field));
  const [startRow, setStartRow] = useState(place?.row ?? rows[0]?.row);
  const [text, setText] = useState(() =>
    fieldText(rows.find(({ row }) => row === place?.row)?.values[columnAt(columns, place?.field)]),
  );
  const { rules } = sheet;
  const read = readValue(text, { field, maxMark: rows[0]?.maxMark ?? 0, rules });
  const plan =
    read.kind === "value"
      ? planFill({ rows, field, values: read.values, startRow, rules, columns })
      : NOTHING;
  const noun = nounOf(field);

  function commit() {
    const { entries } = plan;
    hands.end(
      writeMany({ entries, words: (count) => deedWords(count, noun, "filled in") }, { sheet, store }),
    );
  }

  return (
    <ToolDialog
      actions={
        <Commit
          isEmpty={plan.entries.length === 0}
          onCancel={() => hands.end()}
          onCommit={commit}
          words={`Fill in ${countWords(plan.entries.length, noun)}`}
        />
      }
      isWide
      onClose={() => hands.end()}
      title="Fill down"
    >
      <div className="grid gap-4 empty:hidden md:grid-cols-2">
        <ColumnChoice columns={columns} field={field} onChoose={setField} />
        <Field
          autoComplete="off"
          data-first-focus=""
          defaultValue={text}
          error={faultIn(read)}
          label={`The ${noun} to give`}
          name="fill-with"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <RowChoice label="To blank rows from" onChoose={setStartRow} row={startRow} rows={rows} />
      </div>
      {read.kind === "value" ? <PlanPreview noun={noun} plan={plan} /> : null}
    </ToolDialog>
  );
}

function faultIn(read: Read): string | undefined {
  return read.kind === "refused" ? read.reason : undefined;
}
