import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "#ui/page/icon.tsx";

type ChoiceRowProps = {
  to: string;
  /** The content to the left of the margin line. */
  margin: ReactNode;
  title: string;
  /** The content below the title on a phone, and on the right on wider screens. */
  detail?: ReactNode;
};

/** A row to choose, laid out like a line in an exercise book: `margin` is to the left of the red line. */
export function ChoiceRow({ to, margin, title, detail }: ChoiceRowProps) {
  return (
    <Link className="group flex items-stretch text-ink no-underline hover:bg-cream hover:text-ink" to={to}>
      <span className="flex w-24 shrink-0 items-center border-r border-r-rule px-4 py-2 text-13 text-muted md:w-44 md:px-5">
        {margin}
      </span>
      <span className="flex min-h-11 min-w-0 grow items-center gap-3 px-4 py-2">
        <span className="grid min-w-0 grow gap-x-4 md:grid-cols-[1fr_auto] md:items-center">
          <span className="font-semibold group-hover:text-red group-hover:underline group-hover:underline-offset-4">
            {title}
          </span>
          {detail}
        </span>
        <Icon className="text-field" name="chevron-right" />
      </span>
    </Link>
  );
}
