import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

import { Button } from "#ui/form/button.tsx";
import type { Summary } from "#saving/client/row-phase.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { useSummary } from "#saving/screen/use-row.ts";

import { receiptWords } from "../row/sheet-values.rules.ts";
import { NeedYou } from "./need-you.tsx";
import { NotYetSaved } from "./state-head.tsx";

type SheetFootProps = {
  store: SavingStore;
  hydrated: boolean;
  /** What was done last, over the foot. */
  children: ReactNode;
};

/** Always in view: what is not saved yet, what needs the person, and the receipt. Before script, the button. */
export function SheetFoot({ store, hydrated, children }: SheetFootProps) {
  const summary = useSummary(store);
  return (
    <>
      <div className="h-16 print:hidden" />
      <div className="fixed inset-x-0 bottom-[var(--notice-height,0px)] z-20 bg-paper pb-[env(safe-area-inset-bottom)] print:hidden">
        <div className="double-rule" />
        {children}
        <div className="flex min-h-[46px] items-center gap-4 px-4 py-0.5 md:px-6">
          {hydrated ? <Unsaved store={store} summary={summary} /> : null}
          <p className="mr-auto lg:ml-auto lg:mr-0">
            {receiptWords(summary.receipt)}
            {hydrated ? null : <NotTaken summary={summary} />}
            <Strays summary={summary} />
          </p>
          {hydrated ? (
            <span className="lg:hidden">
              <NeedYou summary={summary} />
            </span>
          ) : (
            <Button kind="primary">Save</Button>
          )}
        </div>
      </div>
    </>
  );
}

/** With what the form sent and was not taken, the numbers add up to the class. */
function NotTaken({ summary: { needYou } }: { summary: Summary }) {
  return needYou > 0 ? <strong className="text-refused">, {needYou} not saved</strong> : null;
}

/** Students who left while something of theirs waited: they have no row here, and are listed with all that waits. */
function Strays({ summary: { offSheetRows } }: { summary: Summary }) {
  if (offSheetRows === 0) return null;
  return (
    <>
      {" · "}
      <Link className="font-semibold text-waiting hover:text-waiting" to="/app/unsent">
        {offSheetRows} not on this sheet
      </Link>
    </>
  );
}

function Unsaved({ store, summary }: { store: SavingStore; summary: Summary }) {
  const doing = doingWords(summary);
  return (
    <div className="flex items-center gap-4 max-lg:hidden">
      <NotYetSaved store={store} />
      {doing ? <span className="text-muted">{doing}</span> : null}
      {summary.needYou > 0 ? (
        <span className="border-l pl-4">
          <NeedYou summary={summary} />
        </span>
      ) : null}
    </div>
  );
}

/** '1 being typed, 1 saving, 2 waiting on this device'. */
function doingWords({ typing, saving, waiting }: Summary): string {
  const parts = [
    typing > 0 ? `${typing} being typed` : null,
    saving > 0 ? `${saving} saving` : null,
    waiting > 0 ? `${waiting} waiting on this device` : null,
  ];
  return parts.filter(Boolean).join(", ");
}
