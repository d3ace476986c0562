import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { joinClassNames } from "../classes.ts";

const COLUMNS = {
  4: "grid-cols-2 lg:grid-cols-4 max-lg:[&>:nth-child(-n+2)]:border-b max-lg:[&>:nth-child(odd)]:border-r",
  6: "grid-cols-3 lg:grid-cols-6 max-lg:[&>:nth-child(-n+3)]:border-b max-lg:[&>:not(:nth-child(3n))]:border-r",
};

/** A row of four or six figures. On a phone, the figures are in two rows. */
export function FigureCellRow({ children, columns = 4 }: { children: ReactNode; columns?: 4 | 6 }) {
  return (
    <ul
      className={joinClassNames(
        "-mx-4 mb-4 grid border-y border-t-2 border-t-red bg-paper md:mx-0 md:rounded-b md:border-x lg:[&>:not(:last-child)]:border-r [&>li]:border-line",
        COLUMNS[columns],
      )}
    >
      {children}
    </ul>
  );
}

type FigureProps = {
  title: string;
  about: ReactNode;
  /** The classes of a colour sample beside the title. */
  swatch?: string;
  isRefused?: boolean;
  children: ReactNode;
};

/** A figure with a title and an explanation. The figure itself may be a link. */
export function FigureCell({ title, about, swatch, isRefused = false, children }: FigureProps) {
  return (
    <li className="px-4 py-3 md:px-5">
      <p className="flex items-center gap-2.5 font-semibold">
        {swatch ? (
          <span
            aria-hidden="true"
            className={`size-4 shrink-0 rounded-sm forced-color-adjust-none ${swatch}`}
          />
        ) : null}
        {title}
      </p>
      <p
        className={joinClassNames(
          "text-32 font-bold [&>a:hover]:text-red [&>a:hover]:underline [&>a]:text-ink [&>a]:no-underline",
          isRefused && "text-refused",
        )}
      >
        {children}
      </p>
      <p className="text-13 text-muted">{about}</p>
    </li>
  );
}

type FigureLinkProps = {
  to: string;
  isCurrent: boolean;
  label: string;
  about: ReactNode;
  /** True for a row of six, which on a phone has the figure over its label and no explanation. */
  isNarrow?: boolean;
  children: ReactNode;
};

/** A figure that links to the items it counts. */
export function FigureLink({ to, isCurrent, label, about, isNarrow = false, children }: FigureLinkProps) {
  return (
    <li>
      <Link
        aria-current={isCurrent ? "true" : undefined}
        className={joinClassNames(
          "group flex h-full flex-col border-b-[3px] px-4 pb-2 pt-3 text-ink no-underline hover:text-ink md:px-5",
          isNarrow && "max-md:flex-col-reverse max-md:justify-end",
          isCurrent ? "border-red" : "border-transparent hover:border-rule",
        )}
        preventScrollReset
        to={to}
      >
        <span
          className={joinClassNames(
            "font-semibold group-hover:text-red group-hover:underline",
            isCurrent && "text-red",
          )}
        >
          {label}
        </span>
        <span
          className={joinClassNames(
            "flex items-center gap-2 font-bold",
            isNarrow ? "text-24 md:text-32" : "text-32",
          )}
        >
          {children}
        </span>
        <span className={joinClassNames("text-13 text-muted", isNarrow && "break-all max-md:hidden")}>
          {about}
        </span>
      </Link>
    </li>
  );
}
