import { baseOf } from "#saving/protocol/loaded-row.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { Button } from "#ui/form/button.tsx";
import { classes } from "#ui/classes.ts";
import { MessageArea } from "#ui/overlay/message-area.tsx";
import { PagingLinks } from "./paging-links.tsx";
import { useReportContext } from "../record/report-context.ts";
import { SigningActs } from "../../sign/signing-actions.tsx";
import { ReportStatus, ShortReportStatus } from "./report-status.tsx";

/**
 * Stays at the foot of the window: the report's state and its actions; on a phone also PREV, the place and NEXT, within
 * reach of the thumb; before scripts run also the Save buttons.
 */
export function ReportBar() {
  const { report } = useReportContext();
  const { hydrated } = useSaving();
  const { can, rules } = report;
  const isWritten = rules.editable.length > 0;
  const hasActs = isWritten || can.sign;
  // On a phone the state fits under the place, so it needs no line of its own.
  const isUnderThumb = hydrated && !can.sign;
  return (
    <div
      className={classes(
        "sticky bottom-[var(--notice-height,0px)] z-10 -mx-4 -mb-2 mt-4 bg-paper pb-[env(safe-area-inset-bottom)] md:-mx-6 md:-mb-8 print:hidden",
        !hasActs && "md:hidden",
      )}
      data-bar=""
    >
      <div className="double-rule" />
      {hasActs ? (
        <div
          className={classes(
            "flex min-h-12 flex-wrap items-center gap-y-1 px-4 py-1 md:flex-nowrap md:px-6 [&:has([data-messages]_p)>[data-standing]]:hidden",
            isUnderThumb && "max-md:[&:not(:has([data-messages]_p))]:hidden",
          )}
        >
          <MessageArea className="min-w-0" data-messages="" />
          <ReportStatus />
          <div className="ml-auto flex flex-wrap items-center justify-end gap-2 pl-3 md:shrink-0">
            {hydrated || !isWritten ? null : <SaveButtons />}
            <SigningActs />
          </div>
        </div>
      ) : null}
      <div className="border-t border-t-line md:hidden">
        <PagingLinks beneath={isUnderThumb ? <ShortReportStatus /> : null} end={report.links.signAll} />
      </div>
    </div>
  );
}

/** If scripts are slow, the buttons appear after a moment; without scripts they are there at once. */
function SaveButtons() {
  const { report } = useReportContext();
  return (
    <div className="flex animate-appear gap-2 [animation-delay:1500ms] unscripted:animate-none">
      <input name="base" type="hidden" value={baseOf(report.row)} />
      <Button kind={report.can.sign ? "secondary" : "primary"} name="intent" value="save">
        Save
      </Button>
      {report.links.next ? (
        <Button className="max-md:hidden" name="intent" value="save-next">
          Save and next
        </Button>
      ) : null}
    </div>
  );
}
