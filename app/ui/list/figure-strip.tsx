import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { joinClassNames } from "../classes.ts";

/** A row of four figures; on a phone, two rows of two. */
export function FigureCells({ children }: { children: ReactNode }) {
  return (
    <ul className="-mx-4 mb-4 grid grid-cols-2 border-y border-t-2 border-t-red bg-paper md:mx-0 md:rounded-b md:border-x lg:grid-cols-4">
      {children}
    </ul>
  );
}

/** A cell of the row. The content brings its own padding, because it may be a link that fills the cell. */
export function FigureCell({ children }: { children: ReactNode }) {
  return (
    <li className="border-line max-lg:odd:border-r max-lg:[&:nth-child(-n+2)]:border-b lg:border-r lg:last:border-r-0">
      {children}
    </li>
  );
}

type FigureLinkProps = {
  to: string;
  isCurrent: boolean;
  label: string;
  about: ReactNode;
  children: ReactNode;
};

/** A figure that links to the items it counts. */
export function FigureLink({ to, isCurrent, label, about, children }: FigureLinkProps) {
  return (
    <FigureCell>
      <Link
        aria-current={isCurrent ? "true" : undefined}
        className={joinClassNames(
          "group block h-full border-b-[3px] px-4 pb-2 pt-3 text-ink no-underline hover:text-ink md:px-5",
          isCurrent ? "border-red" : "border-transparent hover:border-rule",
        )}
        preventScrollReset
        to={to}
      >
        <span
          className={joinClassNames(
            "block font-semibold group-hover:text-red group-hover:underline",
            isCurrent && "text-red",
          )}
        >
          {label}
        </span>
        <span className="flex items-center gap-2 text-32 font-bold">{children}</span>
        <span className="block text-13 text-muted">{about}</span>
      </Link>
    </FigureCell>
  );
}
