import { useEffect, useState } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { rolloverUrl } from "../rollover-params.rules.ts";
import type { RolloverInput } from "../rollover.server.ts";
import type { OutcomeChoices, RolloverRehearsal } from "../rollover.ts";

/** The id of the form to which the boxes in the table of students belong. */
export const DECIDE_FORM = "decide";

type DecideBarProps = { rollover: RolloverRehearsal; choices: OutcomeChoices };

/** The toolbar below the table that sends the ticked students elsewhere. A new rehearsal then begins automatically. */
export function DecideBar({ rollover, choices }: DecideBarProps) {
  const [form, fields] = useActionForm<RolloverInput>(DECIDE_FORM);
  const ticked = useTicked(rollover.url);
  return (
    <ActionForm
      action={rolloverUrl(rollover.id, rollover.params)}
      className="sticky bottom-0 z-10 -mx-4 mt-4 border-t-[3px] border-red bg-paper md:mx-0"
      data-bar=""
      form={form}
      rejectedTitle={MESSAGES.termNotSet}
      replace
      unansweredTitle={MESSAGES.termNotSet}
    >
      <div className="mt-0.5 flex min-h-[52px] flex-wrap items-center gap-3 border-t border-red px-4 py-1.5">
        <strong aria-live="polite">{ticked === null ? "Selected students" : `${ticked} selected`}</strong>
        <label className="flex items-center gap-3 border-l border-line pl-3">
          <span className="max-md:sr-only">Decision</span>
          <select className="field-box w-auto" id={fields.destination.id} name={fields.destination.name}>
            {choices.destinations.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <BusyButton busy="Changing" intent="decide" kind="secondary">
          Change decision
        </BusyButton>
        <p className="ml-auto text-13 text-muted max-md:hidden">
          A decision here changes no report. A new rehearsal starts afterwards.
        </p>
      </div>
    </ActionForm>
  );
}

/** Returns the number of ticked students; null before the script can count them. */
function useTicked(url: string): number | null {
  const [ticked, setTicked] = useState<number | null>(null);

  useEffect(() => {
    const count = () =>
      setTicked(document.querySelectorAll(`input[type="checkbox"][form="${DECIDE_FORM}"]:checked`).length);
    // The browser empties the boxes only after the reset event.
    const countAfterwards = () => queueMicrotask(count);
    count();
    document.addEventListener("change", count);
    document.addEventListener("reset", countAfterwards);
    return () => {
      document.removeEventListener("change", count);
      document.removeEventListener("reset", countAfterwards);
    };
  }, [url]);

  return ticked;
}
