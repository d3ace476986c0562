import { Link } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { PATHS } from "#domain/paths.ts";
import { Button } from "#ui/form/button.tsx";
import { FixedBottomBar } from "#ui/overlay/fixed-foot.tsx";
import { Icon } from "#ui/page/icon.tsx";
import type { SavingCounts } from "../client/row-phase.ts";
import type { SaveReceipt } from "../protocol/protocol.ts";
import { formatProgress, useSaving, useSavingCounts } from "./saving-screen.tsx";

type SaveFootProps = {
  /** Formats the receipt, such as '27 of 30 saved, 2 absent, 1 blank'. */
  receiptWords: (receipt: SaveReceipt) => string;
  /** The tools on the far right, which appear once JavaScript has loaded. */
  tools?: ReactNode;
  /** The last action, shown above the footer. */
  children?: ReactNode;
};

/**
 * A footer that is always visible, with the unsaved rows, the rows that need attention, and the receipt. Until
 * JavaScript has loaded, it has a Save button.
 */
export function SaveFooter({ receiptWords, tools = null, children }: SaveFootProps) {
  const { store, hydrated } = useSaving();
  const summary = useSavingCounts(store);
  // A phone has space for only the first part of the receipt.
  const [words, ...others] = receiptWords(summary.receipt).split(", ");
  return (
    <FixedBottomBar over={children}>
      {hydrated ? <UnsavedRowsStatus summary={summary} /> : null}
      <p className="mr-auto lg:ml-auto lg:mr-0">
        <span>{words}</span>
        <span className="max-lg:hidden">{others.map((other) => `, ${other}`).join("")}</span>
        {hydrated ? null : <RejectedRowCount summary={summary} />}
        <OffSheetRowsLink summary={summary} />
      </p>
      {hydrated ? (
        <>
          <span className="lg:hidden">
            <NextProblemButton summary={summary} />
          </span>
          {tools}
        </>
      ) : (
        <Button kind="primary">Save</Button>
      )}
    </FixedBottomBar>
  );
}

type OfSummary = { summary: SavingCounts };

/** The number of submitted rows that the server did not save. With it, the numbers add up to the whole class. */
export function RejectedRowCount({ summary: { needYou } }: OfSummary) {
  return needYou > 0 ? <strong className="text-refused">{`, ${needYou} not saved`}</strong> : null;
}

/** A link to the list of all unsent rows, for unsent values in rows that are no longer on the sheet. */
export function OffSheetRowsLink({ summary: { offSheetRows } }: OfSummary) {
  if (offSheetRows === 0) return null;
  return (
    <span>
      {" · "}
      <Link className="font-semibold text-waiting hover:text-waiting" to={PATHS.unsent}>
        {`${offSheetRows} not on this sheet`}
      </Link>
    </span>
  );
}

export function UnsavedRowsStatus({ summary }: OfSummary) {
  const doing = formatProgress(summary, useSaving().store);
  return (
    <div className="flex items-center gap-4 max-lg:hidden">
      <UnsavedRowCount />
      {doing ? <span className="text-muted">{doing}</span> : null}
      {summary.needYou > 0 ? (
        <span className="border-l pl-4">
          <NextProblemButton summary={summary} />
        </span>
      ) : null}
    </div>
  );
}

/** The number of unsaved rows, as text, icon and colour. */
export function UnsavedRowCount() {
  const { store } = useSaving();
  const [look, icon, words] = lookOf(useSavingCounts(store));
  return (
    <span className={`inline-flex items-center gap-2 whitespace-nowrap font-bold ${look}`}>
      <Icon name={icon} />
      <span>{words}</span>
    </span>
  );
}

function lookOf({ unsaved, isEmpty }: SavingCounts) {
  if (unsaved > 0) return ["text-waiting", "waiting", `${unsaved} not yet saved`] as const;
  if (isEmpty) return ["text-muted", "dash", "Nothing entered yet"] as const;
  return ["text-saved", "tick", "All saved"] as const;
}

const NEEDING_ROWS = "[data-phase='refused'], [data-phase='changed']";

/** A button that goes to the next row that was refused or has a conflict. The first one follows the last. */
export function NextProblemButton({ summary: { needYou } }: OfSummary) {
  if (needYou === 0) return null;
  return (
    <button
      className="inline-flex min-h-9 items-center gap-2 whitespace-nowrap font-semibold text-red touch:min-h-11"
      onClick={goToNext}
      type="button"
    >
      <span className="border-b border-red">{`${needYou} need${needYou === 1 ? "s" : ""} attention`}</span>
      <Icon name="arrow-down" />
    </button>
  );
}

function goToNext({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  const rows = [...(currentTarget.form?.querySelectorAll<HTMLElement>(NEEDING_ROWS) ?? [])];
  const middle = window.innerHeight / 2;
  const next = rows.find((row) => row.getBoundingClientRect().top > middle + 1) ?? rows[0];
  next?.scrollIntoView({ block: "center" });
  next?.querySelector<HTMLElement>("[data-way-out]")?.focus({ preventScroll: true });
}
