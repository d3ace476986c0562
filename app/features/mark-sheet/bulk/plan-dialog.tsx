import type { ReactNode } from "react";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { Button } from "#ui/form/button.tsx";
import { useMarkSheet } from "../sheet/sheet-context.ts";
import { writePlannedEntries } from "../sheet/sheet-rows.ts";
import type { BulkActions, BulkPlan, PlannedEntry, SkippedValue } from "./tasks.ts";
import { BulkToolDialog } from "./tool-parts.tsx";
import { formatCountWithNoun } from "./act.rules.ts";

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
  const { sheet } = useMarkSheet();
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

/** Lists the lines that are left out and why, then the change to each row. */
function BulkPlanPreview({ plan: { entries, leftOut }, noun }: { plan: BulkPlan; noun: string }) {
  return (
    <>
      <p role="status">{summaryWords(entries, noun)}</p>
      {leftOut.length > 0 ? <LeftOutList leftOut={leftOut} /> : null}
      {entries.length > 0 ? <EntryTable entries={entries} /> : null}
    </>
  );
}

function LeftOutList({ leftOut }: { leftOut: readonly SkippedValue[] }) {
  return (
    <div className="rounded border border-waiting bg-paper px-4 py-2">
      <h3 className="text-15">Left out</h3>
      <ul className="text-13">
        {leftOut.map(({ what, why }, index) => (
          <li className="py-0.5" key={index}>
            <strong className="break-words">{what}</strong> <span className="text-muted">{why}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function EntryTable({ entries }: { entries: readonly PlannedEntry[] }) {
  return (
    <table className="w-full border-y bg-paper text-left">
      <caption className="sr-only">New values</caption>
      <thead>
        <tr className="border-b border-red bg-cream-2 text-13">
          <th className="px-4 py-1 font-semibold" scope="col">
            Name
          </th>
          <th className="px-4 py-1 text-right font-semibold" scope="col">
            Now
          </th>
          <th className="px-4 py-1 text-right font-semibold" scope="col">
            New
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {entries.map((entry) => (
          <EntryRow entry={entry} key={entry.row} />
        ))}
      </tbody>
    </table>
  );
}

function EntryRow({ entry: { name, from, to, said } }: { entry: PlannedEntry }) {
  return (
    <tr>
      <th className="min-w-0 px-4 py-1 font-normal" scope="row">
        {name}
        {said ? <span className="block text-13 text-muted">pasted as {said}</span> : null}
      </th>
      <td className="px-4 py-1 text-right text-muted">{from === "blank" ? "–" : from}</td>
      <td className="px-4 py-1 text-right font-bold">{to}</td>
    </tr>
  );
}

/** Returns text such as '27 marks will be entered, 5 of them replacing what is there.' */
function summaryWords(entries: readonly PlannedEntry[], noun: string): string {
  if (entries.length === 0) return "Nothing will be entered.";
  const over = entries.filter(({ from }) => from !== "blank").length;
  const written = `${formatCountWithNoun(entries.length, noun)} will be entered`;
  if (over === 0) return `${written}.`;
  return over === entries.length
    ? `${written}, replacing what is there.`
    : `${written}, ${over} of them replacing what is there.`;
}
