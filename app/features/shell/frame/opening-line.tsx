import { useNavigation } from "@remix-run/react";

/**
 * A line that shows that the requested page is loading, so that nobody clicks again. It takes no space in the layout.
 */
export function PageLoadingLine() {
  return useNavigation().state === "idle" ? null : <LoadingLine />;
}

/** The line has cream borders, so that it is visible on the red bar too. */
export function LoadingLine() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-30 h-[5px] origin-left animate-opening border-y border-on-red bg-red print:hidden"
      data-opening=""
    />
  );
}
