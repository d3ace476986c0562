import { useState } from "react";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { FieldFrame, errorDescriptionProps } from "#ui/form/field.tsx";
import { LabelledSelectField } from "#ui/form/select-field.tsx";
import { PasteOrderQuestion } from "#ui/form/unclear-paste.tsx";
import { parsePastedCells } from "#domain/text/pasted-cells.ts";
import { formatCountWithNoun, formatActionDone } from "../act.rules.ts";
import { findPasteOrderQuestion, planPaste } from "./paste-plan.rules.ts";
import { parsePasteTable, type PasteTable } from "./paste-table.rules.ts";
import { BulkPlanDialog } from "../plan-dialog.tsx";
import { useMarkSheet } from "../../sheet/sheet-context.ts";
import { listCurrentMarkSheetRows } from "../../sheet/sheet-rows.ts";
import type { BulkTaskProps } from "../tasks.ts";
import {
  MarkSheetColumnSelect,
  MarkSheetRowSelect,
  chooseStartColumn,
  findColumnFieldKind,
  columnValueNoun,
} from "../tool-parts.tsx";

export function PasteColumnTask({ bulk, text: given }: BulkTaskProps & { text: string }) {
  const { store } = useSaving();
  const { sheet, columns, parts } = useMarkSheet();
  const [rows] = useState(() => listCurrentMarkSheetRows({ sheet, store }));
  const [place] = useState(() => bulk.place());
  const [text, setText] = useState(given);
  const [field, setField] = useState(() => chooseStartColumn(columns, place?.field));
  const [startRow, setStartRow] = useState(place?.row ?? rows[0]?.row);
  const [chosenColumn, setValueColumn] = useState<number | null>(null);
  const [linesLeftOut, leaveOut] = useState(NOTHING);
  const [keptAs, keepAs] = useState<string | null>(null);
  const { rules } = sheet;
  const kind = findColumnFieldKind(columns, field);
  const { cells, blankAtEnd } = parsePastedCells(text);
  const { above, below } = linesLeftOut;
  const table = parsePasteTable(cells.slice(above, cells.length - below), {
    rows,
    column: { field, kind, maxMark: rows[0]?.maxMark ?? 0, rules },
  });
  const valueColumn = chosenColumn ?? table.valueColumns.at(-1) ?? 0;
  const hasText = text.trim() !== "";
  const noun = columnValueNoun(field);
  const paste = { table, valueColumn, rows, field, kind, startRow, rules, parts };
  const doubt = findPasteOrderQuestion(paste, { blankAtEnd, noun, isBelowHeading: above > 0 });
  const isClear = doubt === null || doubt === keptAs;
  const plan = planPaste(paste);
  const leftOut = [...cells.slice(0, above), ...cells.slice(cells.length - below)].map((line) => ({
    what: line.join(" "),
    why: LEFT_OUT,
  }));

  function read(pasted: string) {
    setText(pasted);
    leaveOut(NOTHING);
    keepAs(null);
  }

  return (
    <BulkPlanDialog
      actWords={(count) => `Enter ${formatCountWithNoun(count, noun)}`}
      bulk={bulk}
      doneWords={(count) => formatActionDone(count, noun, "pasted")}
      noun={noun}
      plan={hasText && isClear ? { ...plan, leftOut: [...leftOut, ...plan.leftOut] } : null}
      title="Paste"
      width="record"
    >
      {given ? null : <PasteHere onText={read} />}
      <div className="grid gap-4 empty:hidden md:grid-cols-2">
        <MarkSheetColumnSelect columns={columns} field={field} onChoose={setField} />
        <ValueColumnChoice onChoose={setValueColumn} table={table} valueColumn={valueColumn} />
        {table.hasNames || !hasText ? null : (
          <MarkSheetRowSelect label="First student" onChoose={setStartRow} row={startRow} rows={rows} />
        )}
      </div>
      {isClear ? null : (
        <PasteOrderQuestion
          doubt={doubt}
          onKeep={() => keepAs(doubt)}
          onLeaveOut={() => leaveOut({ above: above + 1, below })}
          onLeaveOutLast={() => leaveOut({ above, below: below + 1 })}
          start={rows.find(({ row }) => row === startRow)?.name ?? ""}
        />
      )}
    </BulkPlanDialog>
  );
}

/** The numbers of lines left out at the top and at the bottom, before the user leaves out any. */
const NOTHING = { above: 0, below: 0 };
const LEFT_OUT = "left out, as you chose";
const HINT =
  "Paste a column of marks in the order of this screen. You can also paste names or student numbers with a mark beside each.";

function PasteHere({ onText }: { onText: (text: string) => void }) {
  return (
    <FieldFrame hint={HINT} id="pasted" label="Paste here">
      <textarea
        {...errorDescriptionProps("pasted", { hint: HINT })}
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

/** Asks for the column to paste if there are several tests, because only the user knows which test is meant. */
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
    <LabelledSelectField
      choices={choices}
      label="Column to paste"
      name="from-column"
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
      value={String(valueColumn)}
    />
  );
}
