import type { ReactNode } from "react";
import { LeavingLink } from "../form/leaving-link.tsx";
import { Icon } from "./icon.tsx";

type BackRowProps = {
  to: string;
  label: string;
  /** The save status, at the right. */
  children?: ReactNode;
};

/** The link back over the title of every screen but the menu. */
export function BackRow({ to, label, children }: BackRowProps) {
  return (
    <div className="flex items-center justify-between gap-4 print:hidden">
      <LeavingLink
        className="-ml-1 inline-flex min-h-9 items-center gap-2 pr-2 font-semibold no-underline hover:underline touch:min-h-11"
        to={to}
      >
        <Icon name="chevron-left" />
        {label}
      </LeavingLink>
      {children}
    </div>
  );
}
