import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import {
  rolloverUrl,
  type RolloverOutcomeList,
  type RolloverOutcomeSelection,
  type RolloverOutcomeOptions,
  type RolloverRehearsal,
} from "../rollover.rules.ts";
import type { RolloverInput } from "../rollover.server.ts";

/** The id of the form to which the checkboxes in the table of students belong. */
export const DECISION_FORM_ID = "decide";

/** Returns the number of selected students on all pages. The server's count is used until JavaScript has loaded. */
export function useSelectedCount({ outcomes, url }: RolloverRehearsal): number {
  const served = outcomes?.selected ?? 0;
  const onPage = outcomes?.rows.filter(({ isSelected }) => isSelected).length ?? 0;
  const [ticked, setTicked] = useState(onPage);

  useEffect(() => {
    const count = () =>
      setTicked(
        document.querySelectorAll(`input[type="checkbox"][form="${DECISION_FORM_ID}"]:checked`).length,
      );
    // Counts after the reset event, because the browser clears the checkboxes only then.
    const countAfterwards = () => queueMicrotask(count);
    count();
    document.addEventListener("change", count);
    document.addEventListener("reset", countAfterwards);
    return () => {
      document.removeEventListener("change", count);
      document.removeEventListener("reset", countAfterwards);
    };
  }, [url]);

  return served - onPage + ticked;
}

type SelectionStripProps = { rollover: RolloverRehearsal; outcomes: RolloverOutcomeList; selected: number };

/**
 * Selects the whole list or the students without a decision, on all its pages. Single students can then be unticked.
 */
export function RolloverSelectionStrip({
  rollover: { id, params },
  outcomes,
  selected,
}: SelectionStripProps) {
  const { total, undecided } = outcomes;
  if (total === 0) return null;
  const { selection } = params;
  const select = (next: RolloverOutcomeSelection | null, words: string) =>
    next === selection ? null : (
      <Link
        preventScrollReset
        replace
        to={rolloverUrl(id, { ...params, selection: next, toggled: [], page: 1 })}
      >
        {words}
      </Link>
    );
  const [all, some] = [total, undecided].map((count) => count.toLocaleString("en"));
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-b-red bg-lit px-4 py-1.5 md:px-5">
      <span aria-live="polite">
        <strong>
          {selected.toLocaleString("en")} of {formatCountOf(total, "student")}
        </strong>{" "}
        on this list selected
        {selection === "undecided" ? ": those without a decision" : null}
      </span>
      {undecided > 0 && undecided < total
        ? select("undecided", `Select the ${some} without a decision`)
        : null}
      {select("all", `Select all ${all}`)}
      {selection === null ? null : select(null, "Clear")}
    </div>
  );
}

type DecideBarProps = { rollover: RolloverRehearsal; choices: RolloverOutcomeOptions; selected: number };

/** The toolbar below the table changes the outcome of the selected students, and starts a new rehearsal. */
export function RolloverDecisionBar({ rollover, choices, selected }: DecideBarProps) {
  const [form, fields] = useActionForm<RolloverInput>(DECISION_FORM_ID);
  return (
    <ActionForm
      action={rolloverUrl(rollover.id, rollover.params)}
      className="sticky bottom-0 z-10 -mx-4 mt-4 border-t-[3px] border-red bg-paper md:mx-0"
      data-bar=""
      form={form}
      rejectedTitle="No student’s outcome was changed"
      replace
      unansweredTitle={MESSAGES.termNotSet}
    >
      <div className="mt-0.5 flex min-h-[52px] flex-wrap items-center gap-3 border-t border-red px-4 py-1.5">
        <label className="flex items-center gap-3">
          <span className="max-md:sr-only">New outcome</span>
          <select className="field-box w-auto" id={fields.destination.id} name={fields.destination.name}>
            {choices.destinations.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <BusyButton busy="Changing" intent="decide" kind="secondary">
          {selected > 0 ? `Change ${formatCountOf(selected, "student")}` : "Change selected students"}
        </BusyButton>
        <p className="ml-auto text-13 text-muted max-md:hidden">
          Reports are not changed. The rehearsal runs again.
        </p>
      </div>
    </ActionForm>
  );
}
