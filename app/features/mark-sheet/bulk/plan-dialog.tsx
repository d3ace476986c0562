import type { ReactNode } from "react";

import { useSaving } from "#saving/screen/saving-screen.tsx";
import { Button } from "#ui/form/button.tsx";

import { useSheet } from "../sheet/sheet-context.ts";
import { writeMany } from "../sheet/sheet-rows.ts";
import { PlanPreview } from "./plan-preview.tsx";
import type { BulkActions, Plan } from "./tasks.ts";
import { ToolDialog } from "./tool-dialog.tsx";

type PlanDialogProps = {
  bulk: BulkActions;
  title: string;
  /** Null as long as there is nothing to show of it. */
  plan: Plan | null;
  /** What the new values are: 'mark', 'grade', 'absence'. */
  noun: string;
  /** The one act, with its number: 'Fill in 27 marks'. */
  actWords: (count: number) => string;
  /** What was done: '27 marks filled in'. */
  doneWords: (count: number) => string;
  width?: "record";
  children?: ReactNode;
};

/** In view however long the preview is. */
const ACTIONS =
  "sticky -bottom-4 -mb-2 grid auto-cols-fr grid-flow-col gap-2 bg-cream py-4 md:flex md:justify-end";

/** Shows exactly what an act would write, and the way out, before anything is written. */
export function PlanDialog({ bulk, title, plan, noun, width, children, ...words }: PlanDialogProps) {
  const { store } = useSaving();
  const { sheet } = useSheet();
  const entries = plan?.entries ?? [];

  function commit() {
    if (entries.length > 0) bulk.end(writeMany({ entries, words: words.doneWords }, { sheet, store }));
  }

  return (
    <ToolDialog onCancel={() => bulk.end()} title={title} width={width}>
      {children}
      {plan ? <PlanPreview noun={noun} plan={plan} /> : null}
      <div className={ACTIONS}>
        <Button onClick={() => bulk.end()} type="button">
          Cancel
        </Button>
        <Button
          aria-disabled={entries.length === 0 ? true : undefined}
          data-first-focus=""
          kind="primary"
          onClick={commit}
          type="button"
        >
          {words.actWords(entries.length)}
        </Button>
      </div>
    </ToolDialog>
  );
}
