import { useState } from "react";

import { FieldFrame, errorLinks } from "#ui/form/field.tsx";
import { SelectField } from "#ui/form/select-field.tsx";

import { countWords, deedWords } from "./act.rules.ts";
import { planPaste } from "./paste-plan.rules.ts";
import { pasteTable } from "./paste-table.rules.ts";
import type { PasteTable } from "./paste-table.rules.ts";
import { pastedCells } from "./pasted-cells.rules.ts";
import { PlanPreview } from "./plan-preview.tsx";
import { rowsNow, writeMany } from "../sheet/sheet-rows.ts";
import type { ToolProps } from "./task-dialog.tsx";
import { Commit, ColumnChoice, RowChoice, columnAt, nounOf } from "./tool-parts.tsx";
import { ToolDialog } from "./tool-dialog.tsx";

/** What was copied, read against the sheet: every line is shown before any is written. */
export function PasteMany(props: ToolProps & { text: string }) {
  const { sheet, columns, store, hands, text: given } = props;
  const [rows] = useState(() => rowsNow(props));
  const [place] = useState(() => hands.place());
  const [text, setText] = useState(given);
  const [field, setField] = useState(() => columnAt(columns, place?.field));
  const [startRow, setStartRow] = useState(place?.row ?? rows[0]?.row);
  const [chosenColumn, setValueColumn] = useState<number | null>(null);
  const { rules } = sheet;
  const table = pasteTable(pastedCells(text), {
    rows,
    column: { field, maxMark: rows[0]?.maxMark ?? 0, rules },
  });
  const valueColumn = chosenColumn ?? table.valueColumns.at(-1) ?? 0;
  const plan = planPaste({ table, valueColumn, rows, field, startRow, rules, columns });
  const noun = nounOf(field);

  function commit() {
    const { entries } = plan;
    hands.end(writeMany({ entries, words: (count) => deedWords(count, noun, "pasted") }, { sheet, store }));
  }

  return (
    <ToolDialog
      actions={
        <Commit
          isEmpty={plan.entries.length === 0}
          onCancel={() => hands.end()}
          onCommit={commit}
          words={`Write ${countWords(plan.entries.length, noun)}`}
        />
      }
      isWide
      onClose={() => hands.end()}
      title="Paste"
    >
      {given ? null : <PasteHere onText={setText} />}
      <div className="grid gap-4 empty:hidden md:grid-cols-2">
        <ColumnChoice columns={columns} field={field} onChoose={setField} />
        <ValueColumnChoice onChoose={setValueColumn} table={table} valueColumn={valueColumn} />
        {table.hasNames || text.trim() === "" ? null : (
          <RowChoice label="First student" onChoose={setStartRow} row={startRow} rows={rows} />
        )}
      </div>
      {text.trim() === "" ? null : <PlanPreview noun={noun} plan={plan} />}
    </ToolDialog>
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
