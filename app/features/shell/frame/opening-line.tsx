import { useNavigation } from "@remix-run/react";

/** A page was asked for and is not there yet: told before somebody presses once more, and by nothing that moves. */
export function OpeningLine() {
  return useNavigation().state === "idle" ? null : <Line />;
}

/** Cream on either side, so that it is seen on the red bar too. */
export function Line() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-30 h-[5px] origin-left animate-opening border-y border-on-red bg-red print:hidden"
      data-opening=""
    />
  );
}
