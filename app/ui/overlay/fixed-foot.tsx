import type { ReactNode } from "react";

/** The bar at the bottom of a page whose rows save themselves, always in view. `over` is shown above the bar's line. */
export function FixedBottomBar({ over, children }: { over?: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className="h-16 print:hidden" />
      <div className="fixed inset-x-0 bottom-[var(--notice-height,0px)] z-20 bg-paper pb-[env(safe-area-inset-bottom)] print:hidden">
        <div className="double-rule" />
        {over}
        <div className="mx-auto flex min-h-[46px] max-w-content items-center gap-4 px-4 py-0.5 group-data-[wide]/page:max-w-none md:px-6">
          {children}
        </div>
      </div>
    </>
  );
}
