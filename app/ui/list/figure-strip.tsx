import type { ReactNode } from "react";

/** Four figures in one ruled strip, not floating cards; on a phone two by two (screens.md, Attendance). */
export function FigureStrip({ children }: { children: ReactNode }) {
  return (
    <ul className="-mx-4 mb-4 grid grid-cols-2 border-y border-t-2 border-t-red bg-paper md:mx-0 md:rounded-b md:border-x lg:grid-cols-4">
      {children}
    </ul>
  );
}

/** A place of the strip: its content brings its own padding, for it may be a link as large as the place. */
export function FigurePlace({ children }: { children: ReactNode }) {
  return (
    <li className="border-line max-lg:odd:border-r max-lg:[&:nth-child(-n+2)]:border-b lg:border-r lg:last:border-r-0">
      {children}
    </li>
  );
}
