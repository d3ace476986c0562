import { Link } from "@remix-run/react";
import { withQuery } from "#domain/paths.ts";

import { ImportPrimary } from "./import-acts.tsx";
import { importedCount } from "./import-words.rules.ts";
import type { ShownImport } from "./imports.ts";

/** What is left to decide, and the promises; on a phone the primary under the thumb (people.md, import). */
export function ImportFoot({ shown }: { shown: ShownImport }) {
  const { state } = shown;
  if (state !== "judged" && state !== "imported") return null;
  return (
    <div
      className="sticky bottom-[var(--notice-height,0px)] z-10 -mx-4 mt-4 bg-paper pb-[env(safe-area-inset-bottom)] md:mx-0 print:hidden"
      data-bar=""
    >
      <div className="double-rule" />
      <div className="flex min-h-[52px] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2 md:px-5">
        <NeedsYou shown={shown} />
        {isNothing(shown) ? <NothingToImport /> : <Promises shown={shown} />}
        <ImportPrimary className="w-full md:hidden" shown={shown} />
      </div>
    </div>
  );
}

function NeedsYou({ shown: { state, counts, base } }: { shown: ShownImport }) {
  if (counts.choose === 0 || state !== "judged") return null;
  return (
    <p>
      <Link
        className="inline-flex min-h-9 items-center font-semibold touch:min-h-11"
        to={withQuery(base, { show: "choose" })}
      >
        {counts.choose === 1 ? "1 needs you" : `${counts.choose.toLocaleString("en")} need you`}
      </Link>{" "}
      <span className="text-muted">Unanswered, it stays out.</span>
    </p>
  );
}

/** None of its rows would change anything, whatever is chosen, and there is no primary. */
function isNothing(shown: ShownImport): boolean {
  return shown.state === "judged" && importedCount(shown) + shown.counts.choose === 0;
}

function NothingToImport() {
  return (
    <p className="text-muted md:ml-auto">
      No row would change anything. Mend the file, then choose it again.
    </p>
  );
}

/** On a phone in few words: the button stands under them. */
function Promises({ shown }: { shown: ShownImport }) {
  const { state, undoUntil } = shown;
  const count = state === "judged" ? importedCount(shown).toLocaleString("en") : "0";
  return (
    <p className="md:ml-auto">
      {count === "0" ? null : (
        <>
          All {count}
          <span className="max-md:hidden"> are imported,</span> or none.{" "}
        </>
      )}
      <span className="text-muted">
        {undoUntil === null ? (
          "It can no longer be undone."
        ) : (
          <>
            Can be undone until {undoUntil}
            <span className="max-md:hidden">, while nothing was added to the rows</span>.
          </>
        )}
      </span>
    </p>
  );
}
