/** Classes for the frame around a few choices side by side. */
export const SEGMENTS_CLASS = "grid grid-flow-col divide-x divide-field rounded border border-field bg-paper";

export const SEGMENT_CLASS =
  "relative grid cursor-pointer place-items-center first:rounded-l-sm last:rounded-r-sm has-[:checked]:bg-red has-[:checked]:font-semibold has-[:checked]:text-on-red has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-red";
