import { joinClassNames } from "#ui/classes.ts";
import type { ReactNode } from "react";
import type { MarkSheetColumns } from "./columns.rules.ts";
import { MARK_SHEET_HEAD_CLASSES } from "./sheet-look.ts";

type SheetTableHeadProps = {
  columns: MarkSheetColumns;
  /** The heading of the last column. On a phone, only this heading and the heading of the names are visible. */
  last: ReactNode;
  /** The title that replaces 'Name' on a phone once the page's heading has scrolled out of view; null before that. */
  scrolledTitle: string | null;
  find?: ReactNode;
};

/** The sticky table header. On a phone it is a low bar, but screen readers still announce every column. */
export function MarkSheetTableHead({ columns, last, scrolledTitle, find = null }: SheetTableHeadProps) {
  const { main, hasMark, extras, remark } = columns;
  return (
    <thead className="contents" role="rowgroup">
      <tr className={MARK_SHEET_HEAD_CLASSES} role="row">
        <HeadCell className="place border-r border-r-rule lg:grid lg:content-center lg:self-stretch pr-3 text-right text-muted">
          #
        </HeadCell>
        <HeadCell className="picture">
          <span className="sr-only">Picture</span>
        </HeadCell>
        <th abbr="Name" className="min-w-0 lg:px-3" role="columnheader" scope="col">
          <span className="flex items-center gap-4 lg:justify-between">
            <span className={scrolledTitle ? "max-lg:hidden" : undefined}>Name</span>
            {scrolledTitle ? (
              <span className="truncate font-serif text-15 font-bold normal-nums lg:hidden">
                {scrolledTitle}
              </span>
            ) : null}
            {find}
          </span>
        </th>
        <HeadCell className="pl-3">Attendance</HeadCell>
        {hasMark ? <HeadCell className="pr-3 text-right text-muted">Max Mark</HeadCell> : null}
        {main ? (
          <HeadCell className={hasMark ? "pr-[18px] text-right" : "text-center"}>{main.title}</HeadCell>
        ) : null}
        {hasMark ? <HeadCell className="pr-3 text-right">%</HeadCell> : null}
        {extras.map(({ name, title }) => (
          <HeadCell className="break-words px-1 text-center" key={name}>
            {title}
          </HeadCell>
        ))}
        {remark ? <HeadCell className="px-2">{remark.title}</HeadCell> : null}
        <th className="lg:pl-6 lg:pr-3" role="columnheader" scope="col">
          {last}
        </th>
      </tr>
    </thead>
  );
}

function HeadCell({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th className={joinClassNames("max-lg:sr-only", className)} role="columnheader" scope="col">
      {children}
    </th>
  );
}
