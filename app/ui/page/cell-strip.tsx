import type { ReactNode } from "react";
import { joinClassNames } from "../classes.ts";

export type LabelledCell = {
  label: string;
  value: ReactNode;
  /** True for a cell at the far right with right-aligned numbers. */
  end?: boolean;
};

type CellStripProps = {
  cells: readonly LabelledCell[];
  /** True to join the strip to the table below without a gap. */
  attached?: boolean;
  className?: string;
};

/** A strip of labelled values above a table. On a phone, each row has two values. */
export function LabelledCellRow({ cells, attached = false, className }: CellStripProps) {
  return (
    <div className={className}>
      <dl
        className={joinClassNames(
          "-mx-4 grid grid-cols-2 border-t bg-paper md:mx-0 md:flex md:rounded-t md:border-x",
          !attached && "border-b md:rounded-b",
        )}
      >
        {cells.map(({ label, value, end }) => (
          <div
            className={joinClassNames(
              "px-4 py-1.5",
              end ? "md:ml-auto md:border-l md:text-right" : "md:border-r",
            )}
            key={label}
          >
            <dt className="text-13 text-muted">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
