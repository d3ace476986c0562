import { classes } from "#ui/classes.ts";

import { useReportContext } from "./record/report-context.ts";
import { SaveState } from "./bar/save-state.tsx";
import { useScrolledOff } from "#ui/page/use-scrolled-off.ts";

/**
 * What became of the last entry, at the right of the back link. When that has scrolled off, a strip at the top says it,
 * and whose report this is: there no keyboard covers it.
 */
export function ReportHead() {
  const { report, hydrated } = useReportContext();
  const { mark, isOff } = useScrolledOff();
  return (
    <>
      <div className="back-row-aside" ref={mark}>
        {hydrated ? <SaveState /> : null}
      </div>
      <div
        className={classes(
          "fixed inset-x-0 top-0 z-20 flex min-h-10 items-center justify-between gap-x-4 border-b border-t-[3px] border-red bg-cream-2 px-4 md:px-6 print:hidden",
          !isOff && "invisible",
        )}
      >
        <span aria-hidden="true" className="min-w-[25%] truncate">
          <strong className="font-serif">{report.student.name}</strong>
          <span className="max-sm:hidden">, {report.classLabel}</span>
        </span>
        {hydrated ? <SaveState size={13} /> : null}
      </div>
    </>
  );
}
