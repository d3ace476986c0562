import { Link } from "@remix-run/react";
import { joinClassNames } from "#ui/classes.ts";
import { CompletionBar } from "#ui/figures/completion-bar.tsx";
import { Icon } from "#ui/page/icon.tsx";
import type { MarkSheetProgress } from "#domain/late/sheets.ts";

type ProgressCellProps = MarkSheetProgress & {
  /** The URL to which the cell links; null for no link. */
  to: string | null;
  /** Text for screen readers that says what is counted, such as 'marks of Std 4 R'. */
  of: string;
};

/** Shows '23 of 35' over a progress bar, with a link to the page on which the work is done. */
export function ProgressCell({ done, total, to, of }: ProgressCellProps) {
  if (total === 0) return <span className="text-muted">–</span>;
  const isDone = done === total;
  const figures = (
    <>
      {formatWholeNumber(done)} of {formatWholeNumber(total)}
      <span className="sr-only"> {of}</span>
    </>
  );
  return (
    <span className="flex items-center justify-end gap-3">
      <span className={joinClassNames("flex items-center gap-1.5", isDone ? "text-saved" : "font-semibold")}>
        {isDone ? <Icon name="tick" /> : null}
        {to ? (
          <Link className="text-current hover:text-red touch:py-2.5" to={to}>
            {figures}
          </Link>
        ) : (
          <span>{figures}</span>
        )}
      </span>
      <CompletionBar className="hidden h-1.5 w-16 shrink-0 lg:block" done={done} total={total} />
    </span>
  );
}

export function formatWholeNumber(number: number): string {
  return number.toLocaleString("en");
}
