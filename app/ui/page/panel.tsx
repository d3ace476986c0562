import type { ReactNode } from "react";
import { joinClassNames } from "../classes.ts";

type PanelProps = {
  title?: string;
  /** The level of the title. Panels in a section with its own heading are one level lower. */
  heading?: "h2" | "h3";
  /** Content to the right of the title, such as a count or a link. */
  aside?: ReactNode;
  /** True to leave out the padding, because the table or list inside has its own. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** A white box with a border and a red top edge. On a phone it has the full width of the screen. */
export function Panel({
  title,
  heading: Heading = "h2",
  aside,
  flush = false,
  className,
  children,
}: PanelProps) {
  return (
    <section
      className={joinClassNames(
        "-mx-4 border-y border-t-2 border-t-red bg-paper md:mx-0 md:rounded-b md:border-x",
        className,
      )}
    >
      {title ? (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b px-4 py-3 md:px-5">
          <Heading className={Heading === "h3" ? "text-18" : undefined}>{title}</Heading>
          {aside ? <span className="text-13 text-muted">{aside}</span> : null}
        </div>
      ) : null}
      {flush ? children : <div className="p-4 md:p-5">{children}</div>}
    </section>
  );
}
