import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";

import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";

import { turnUrl } from "../turn-place.rules.ts";
import type { FateChoices, Rehearsal } from "../turn.ts";

type DecideBarProps = { turn: Rehearsal; form: string; choices: FateChoices };

/** Fixed at the foot: those who are ticked are sent elsewhere, and it is rehearsed again by itself. */
export function DecideBar({ turn, form, choices }: DecideBarProps) {
  const ticked = useTicked(form, turn.url);
  return (
    <Form
      action={turnUrl(turn.id, turn.place)}
      className="sticky bottom-0 z-10 -mx-4 mt-4 border-t-[3px] border-red bg-paper md:mx-0"
      data-bar=""
      id={form}
      method="post"
      replace
    >
      <AuthorField />
      <div className="mt-0.5 flex min-h-[52px] flex-wrap items-center gap-3 border-t border-red px-4 py-1.5">
        <strong aria-live="polite">{ticked === null ? "Those ticked" : `${ticked} selected`}</strong>
        <label className="flex items-center gap-3 border-l border-line pl-3">
          <span className="max-md:sr-only">Send them to</span>
          <select className="field-box w-auto" name="destination">
            {choices.destinations.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <BusyButton busy="Changing" intent="decide" kind="secondary">
          Change
        </BusyButton>
        <p className="ml-auto text-13 text-muted max-md:hidden">
          A decision of its own: reports stay as they are. Then it is rehearsed again.
        </p>
      </div>
    </Form>
  );
}

/** How many are ticked; null before script can count them. */
function useTicked(form: string, url: string): number | null {
  const [ticked, setTicked] = useState<number | null>(null);

  useEffect(() => {
    const count = () =>
      setTicked(document.querySelectorAll(`input[type="checkbox"][form="${form}"]:checked`).length);
    count();
    document.addEventListener("change", count);
    return () => document.removeEventListener("change", count);
  }, [form, url]);

  return ticked;
}
