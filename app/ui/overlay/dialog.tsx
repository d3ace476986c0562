import { useId } from "react";
import type { ReactNode } from "react";

import { classes } from "../classes.ts";
import { useModal } from "./use-modal.ts";

const WIDTHS = {
  dialog: "max-w-dialog",
  record: "max-w-record",
  roster: "max-w-roster",
  full: "min-h-full touch:min-h-0",
} as const;

type DialogProps = {
  title: string;
  /** The URL of the page without the dialog: where Escape leads, and where the close link must lead too. */
  closeTo: string;
  /** 500, 780 or 900 px (A9), or all of the window. */
  width?: keyof typeof WIDTHS;
  /** At the right of the title. */
  aside?: ReactNode;
  /** The buttons at the foot. Mark the one to start on with `data-first-focus`. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * A dialog is a URL: the served page has it open, over the page, with a link out. With script it is modal, so the
 * page behind cannot be reached; without, nothing is trapped.
 */
export function Dialog({ title, closeTo, width = "dialog", aside, actions, children }: DialogProps) {
  const titleId = useId();
  return (
    <dialog {...useModal(closeTo)} aria-labelledby={titleId} className="dialog" open>
      <div className={classes("plate flex w-full flex-col gap-4 p-6 md:p-8", WIDTHS[width])}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-24" id={titleId}>
            {title}
          </h2>
          {aside ? <div className="flex flex-wrap gap-2">{aside}</div> : null}
        </div>
        {children}
        {actions ? (
          <div className="mt-2 grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">{actions}</div>
        ) : null}
      </div>
    </dialog>
  );
}
