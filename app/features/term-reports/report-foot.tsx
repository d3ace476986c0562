import { Button } from "#ui/button.tsx";
import { Snackbar } from "#ui/snackbar.tsx";
import type { LoadedRow } from "#saving/row-state.ts";

import { PagingLinks } from "./paging-links.tsx";
import { useDesk } from "./record-desk.ts";
import type { Going } from "./use-go.ts";

/** On a phone PREV, the place and NEXT under the thumb; before script the buttons. */
export function ReportFoot({ going }: { going: Going }) {
  const { report, hydrated } = useDesk();
  const canSave = report.rules.editable.length > 0;
  return (
    <>
      <Snackbar message={going.stuck} />
      <div className="h-16 md:hidden print:hidden" />
      <div className="fixed inset-x-0 bottom-[var(--notice-height,0px)] z-10 bg-paper pb-[env(safe-area-inset-bottom)] md:hidden print:hidden">
        <div className="double-rule" />
        <PagingLinks going={going} report={report} />
      </div>
      {hydrated || !canSave ? null : <SaveButtons hasNext={report.links.next !== null} row={report.row} />}
    </>
  );
}

/** Where script takes long they appear after a moment; without it they are there at once. */
function SaveButtons({ hasNext, row }: { hasNext: boolean; row: LoadedRow }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex animate-appear gap-2 border-t border-line-2 bg-cream px-4 py-2 [animation-delay:1500ms] max-md:bottom-14 md:-mx-6 md:justify-end md:px-6 unscripted:animate-none print:hidden">
      <input name="base" type="hidden" value={baseOf(row)} />
      <Button kind="primary" name="intent" value="save">
        Save
      </Button>
      {hasNext ? (
        <Button name="intent" value="save-next">
          Save and next
        </Button>
      ) : null}
    </div>
  );
}

/** The version that the record was read at: until a colleague's change is decided, the one before it. */
function baseOf({ version, outcome }: LoadedRow): number {
  return outcome?.state === "changed" ? outcome.base : version;
}
