import { useNavigation } from "@remix-run/react";

/** Shows that a requested page is not there yet, so that the person does not press again; the line takes no room. */
export function OpeningLine() {
  return useNavigation().state === "idle" ? null : <Line />;
}

/** The line has cream on either side, so that it is seen on the red bar too. */
export function Line() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-30 h-[5px] origin-left animate-opening border-y border-on-red bg-red print:hidden"
      data-opening=""
    />
  );
}
