import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "#ui/page/icon.tsx";

type ChoiceRowProps = {
  to: string;
  /** The content left of the margin rule. */
  margin: ReactNode;
  title: string;
  /** The content under the title on a phone, and at the right on wider screens. */
  detail?: ReactNode;
};

/** A line to choose, ruled like the page of an exercise book: its context in the margin, then its title. */
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
