/** A row of the table; on a phone a record: the box | class over its state | posted. */
export const ROW =
  "border-b last:border-b-0 max-md:grid max-md:grid-cols-[56px_minmax(0,1fr)_auto] max-md:items-center";

/** The margin rule is its right edge. */
export const TICK_CELL =
  "w-14 border-r border-r-rule p-0 align-top max-md:row-[1/span_3] max-md:grid max-md:h-full max-md:items-center";
