import { useState } from "react";

import { useSaving } from "#saving/screen/saving-screen.tsx";
import { FieldFrame, errorLinks } from "#ui/form/field.tsx";
import { SelectField } from "#ui/form/select-field.tsx";

import { countWords, actionWords } from "../act.rules.ts";
import { planPaste } from "./paste-plan.rules.ts";
import { pasteTable, type PasteTable } from "./paste-table.rules.ts";
import { pastedCells } from "./pasted-cells.rules.ts";
import { PlanDialog } from "../plan-dialog.tsx";
import { useSheet } from "../../sheet/sheet-context.ts";
import { rowsNow } from "../../sheet/sheet-rows.ts";
import type { ToolProps } from "../tasks.ts";
import { ColumnChoice, RowChoice, columnAt, kindAt, nounOf } from "../tool-parts.tsx";

/** What was copied, read against the sheet: every line is shown before any is written. */
export function PasteMany({ bulk, text: given }: ToolProps & { text: string }) {
  const { store } = useSaving();
  const { sheet, columns, parts } = useSheet();
  const [rows] = useState(() => rowsNow({ sheet, store }));
  const [place] = useState(() => bulk.place());
  const [text, setText] = useState(given);
  const [field, setField] = useState(() => columnAt(columns, place?.field));
  const [startRow, setStartRow] = useState(place?.row ?? rows[0]?.row);
  const [chosenColumn, setValueColumn] = useState<number | null>(null);
  const { rules } = sheet;
  const kind = kindAt(columns, field);
  const table = pasteTable(pastedCells(text), {
    rows,
    column: { field, kind, maxMark: rows[0]?.maxMark ?? 0, rules },
  });
  const valueColumn = chosenColumn ?? table.valueColumns.at(-1) ?? 0;
  const hasText = text.trim() !== "";
  const noun = nounOf(field);
  return (
    <PlanDialog
      actWords={(count) => `Write ${countWords(count, noun)}`}
      bulk={bulk}
      doneWords={(count) => actionWords(count, noun, "pasted")}
      noun={noun}
      plan={hasText ? planPaste({ table, valueColumn, rows, field, kind, startRow, rules, parts }) : null}
      title="Paste"
      width="record"
    >
      {given ? null : <PasteHere onText={setText} />}
      <div className="grid gap-4 empty:hidden md:grid-cols-2">
        <ColumnChoice columns={columns} field={field} onChoose={setField} />
        <ValueColumnChoice onChoose={setValueColumn} table={table} valueColumn={valueColumn} />
        {table.hasNames || !hasText ? null : (
          <RowChoice label="First student" onChoose={setStartRow} row={startRow} rows={rows} />
        )}
      </div>
    </PlanDialog>
  );
}

const HINT = "A column in the order of this screen, or names or student numbers with a mark beside them.";

function PasteHere({ onText }: { onText: (text: string) => void }) {
  return (
    <FieldFrame hint={HINT} id="pasted" label="Paste here">
      <textarea
        {...errorLinks("pasted", { hint: HINT })}
        autoComplete="off"
        className="field-box"
        data-first-focus=""
        id="pasted"
        onChange={(event) => onText(event.currentTarget.value)}
        rows={4}
      />
    </FieldFrame>
  );
}

type ValueColumnChoiceProps = { table: PasteTable; valueColumn: number; onChoose: (column: number) => void };

/** A list of several tests: only the person knows which is meant. */
function ValueColumnChoice({ table, valueColumn, onChoose }: ValueColumnChoiceProps) {
  const { lines, valueColumns, heading } = table;
  if (valueColumns.length < 2) return null;
  const choices = valueColumns.map((column) => {
    const first = lines.flatMap((line) => line[column] || []).slice(0, 3);
    return {
      value: String(column),
      label: `${heading?.[column] ?? `Column ${column + 1}`}: ${first.join(", ")} …`,
    };
  });
  return (
    <SelectField
      choices={choices}
      label="Taken from"
      name="from-column"
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
      value={String(valueColumn)}
    />
  );
}
