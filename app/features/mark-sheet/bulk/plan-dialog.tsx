import type { ReactNode } from "react";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { Button } from "#ui/form/button.tsx";
import { useSheet } from "../sheet/sheet-context.ts";
import { writePlannedEntries } from "../sheet/sheet-rows.ts";
import { BulkPlanPreview } from "./plan-preview.tsx";
import type { BulkActions, BulkPlan } from "./tasks.ts";
import { BulkToolDialog } from "./tool-dialog.tsx";

type PlanDialogProps = {
  bulk: BulkActions;
  title: string;
  /** The plan to preview; null if there is nothing to preview yet. */
  plan: BulkPlan | null;
  /** The noun for a new value, such as 'mark' or 'absence'. */
  noun: string;
  /** The label of the main button, such as 'Fill in 27 marks'. */
  actWords: (count: number) => string;
  /** The message after the action, such as '27 marks filled in'. */
  doneWords: (count: number) => string;
  width?: "record";
  children?: ReactNode;
};

/** The style that keeps the buttons in view below a long preview. */
const ACTIONS =
  "sticky -bottom-4 -mb-2 grid auto-cols-fr grid-flow-col gap-2 bg-cream py-4 md:flex md:justify-end";

/** Previews exactly what an action will write, before the user starts or cancels the action. */
export function BulkPlanDialog({ bulk, title, plan, noun, width, children, ...words }: PlanDialogProps) {
  const { store } = useSaving();
  const { sheet } = useSheet();
  const entries = plan?.entries ?? [];

  function commit() {
    if (entries.length > 0)
      bulk.end(writePlannedEntries({ entries, words: words.doneWords }, { sheet, store }));
  }

  return (
    <BulkToolDialog onCancel={() => bulk.end()} title={title} width={width}>
      {children}
      {plan ? <BulkPlanPreview noun={noun} plan={plan} /> : null}
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
    </BulkToolDialog>
  );
}
