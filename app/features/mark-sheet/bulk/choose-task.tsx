import type { ReactNode } from "react";

import { ABSENT, NO_WORK, attendancesOf, type Attendance } from "#domain/attendance.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { Button } from "#ui/form/button.tsx";
import { Icon } from "#ui/page/icon.tsx";

import { planRest } from "./fill-plan.rules.ts";
import { useSheet } from "../sheet/sheet-context.ts";
import { rowsNow } from "../sheet/sheet-rows.ts";
import type { ToolProps } from "./tasks.ts";
import { ToolDialog } from "./tool-dialog.tsx";

/** What can be done to many rows at once. Each shows what it would do before it does anything. */
export function ChooseTask({ bulk }: ToolProps) {
  const { store } = useSaving();
  const { sheet, parts } = useSheet();
  const { notice, end, commands } = bulk;
  const { begin } = commands;
  const undo = notice?.undo ?? null;
  const undoable = undo?.words() ?? null;
  const { rules } = sheet;

  function restCount(attendance: Attendance): number {
    return planRest({ rows: rowsNow({ sheet, store }), attendance, rules, parts }).entries.length;
  }

  return (
    <ToolDialog onClose={() => end()} title="Fill or paste">
      <ul className="divide-y divide-line border-y bg-paper">
        {undo && undoable ? (
          <Choice onChoose={() => end(undo.act())} title={`Undo: ${undoable}`}>
            Puts back what the rows held before.
          </Choice>
        ) : null}
        <Choice onChoose={() => begin({ kind: "paste", text: "" })} title="Paste from a spreadsheet">
          A column, or names with their marks. You can also paste straight into a field.
        </Choice>
        <Choice onChoose={() => begin({ kind: "fill" })} title="Fill down">
          One value for all rows that are blank.
        </Choice>
        <RestChoice
          count={restCount(ABSENT)}
          onChoose={() => begin({ kind: "rest", attendance: ABSENT })}
          title="The rest absent"
        />
        {attendancesOf(rules.testId).includes(NO_WORK) ? (
          <RestChoice
            count={restCount(NO_WORK)}
            onChoose={() => begin({ kind: "rest", attendance: NO_WORK })}
            title="The rest no work"
          />
        ) : null}
      </ul>
      <Button className="md:self-end" onClick={() => end()} type="button">
        Close
      </Button>
    </ToolDialog>
  );
}

type ChoiceProps = { title: string; onChoose: () => void; children: ReactNode };

function Choice({ title, onChoose, children }: ChoiceProps) {
  return (
    <li>
      <button
        className="group flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left hover:bg-cream"
        onClick={onChoose}
        type="button"
      >
        <span className="min-w-0 grow">
          <span className="block font-semibold group-hover:text-red group-hover:underline group-hover:underline-offset-4">
            {title}
          </span>
          <span className="block text-13 text-muted">{children}</span>
        </span>
        <Icon className="text-field" name="chevron-right" />
      </button>
    </li>
  );
}

function RestChoice({ count, ...choice }: Omit<ChoiceProps, "children"> & { count: number }) {
  return <Choice {...choice}>{restWords(count)}</Choice>;
}

function restWords(count: number): string {
  if (count === 0) return "Nobody is left: every student has a mark or an absence.";
  return count === 1
    ? "1 student has no mark and no absence."
    : `${count} students have no mark and no absence.`;
}
