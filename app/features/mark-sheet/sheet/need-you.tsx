import type { MouseEvent } from "react";

import { Icon } from "#ui/page/icon.tsx";
import type { Summary } from "#saving/client/row-phase.ts";

const ROWS = "tr[data-phase='refused'], tr[data-phase='changed']";

/** Goes to the next row that was refused or changed by somebody, round and round. */
export function NeedYou({ summary: { needYou } }: { summary: Summary }) {
  if (needYou === 0) return null;
  return (
    <button
      className="inline-flex min-h-9 items-center gap-2 whitespace-nowrap font-semibold text-red touch:min-h-11"
      onClick={goToNext}
      type="button"
    >
      <span className="border-b border-red">{`${needYou} need${needYou === 1 ? "s" : ""} you`}</span>
      <Icon name="arrow-down" />
    </button>
  );
}

function goToNext({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  const rows = [...(currentTarget.form?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
  const middle = window.innerHeight / 2;
  const next = rows.find((row) => row.getBoundingClientRect().top > middle + 1) ?? rows[0];
  next?.scrollIntoView({ block: "center" });
  next?.querySelector<HTMLElement>("[data-way-out]")?.focus({ preventScroll: true });
}
