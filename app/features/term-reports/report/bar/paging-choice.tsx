import { useState } from "react";

import { pagingStart, rememberPagingStart, type PagingStart } from "./paging-start.ts";

const CHOICES: Record<PagingStart, string> = { same: "same field", empty: "first empty field" };

/** One field through the class, or one report after the other: whoever writes them chooses, and it stays chosen. */
export function PagingChoice({ account }: { account: number }) {
  const [start, setStart] = useState(() => pagingStart(account));

  function choose(chosen: PagingStart) {
    rememberPagingStart(account, chosen);
    setStart(chosen);
  }

  return (
    <label className="flex items-center justify-between gap-2 border-b px-4 py-1 text-13 text-muted max-md:hidden touch:hidden print:hidden">
      NEXT by key
      <select
        className="rounded-sm border border-field bg-paper px-1 py-0.5 text-ink"
        onChange={(event) => choose(event.currentTarget.value as PagingStart)}
        value={start}
      >
        {Object.entries(CHOICES).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
