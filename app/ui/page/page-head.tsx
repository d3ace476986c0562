import type { ReactNode } from "react";
import { SaveAndLeaveLink } from "../form/leaving-link.tsx";
import { Icon } from "./icon.tsx";

type PageHeadProps = {
  title: string;
  /** Muted text under the title, about the person or thing that the screen shows. */
  about?: ReactNode;
  /** Buttons at the right. On a phone, the buttons are under the title and across the full width. */
  actions?: ReactNode;
};

/** The h1 of a screen, with its main actions. */
export function PageHead({ title, about, actions }: PageHeadProps) {
  return (
    <div className="mb-4 flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
      <div className="min-w-0">
        <h1>{title}</h1>
        {about ? <div className="text-13 text-muted">{about}</div> : null}
      </div>
      {actions ? (
        <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:shrink-0 print:hidden">
          {actions}
        </div>
      ) : null}
    </div>
  );
}

type BackRowProps = {
  to: string;
  label: string;
  /** The save status, at the right. */
  children?: ReactNode;
};

/** The back link above the title of every screen except the menu. */
export function BackLinkRow({ to, label, children }: BackRowProps) {
  return (
    <div className="flex items-center justify-between gap-4 print:hidden">
      <SaveAndLeaveLink
        className="-ml-1 inline-flex min-h-9 items-center gap-2 pr-2 font-semibold no-underline hover:underline touch:min-h-11"
        to={to}
      >
        <Icon name="chevron-left" />
        {label}
      </SaveAndLeaveLink>
      {children}
    </div>
  );
}
