import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from "react";

import { classes } from "#ui/classes.ts";

type ToolDialogProps = {
  title: string;
  /** 500 or 780 px. */
  isWide?: boolean;
  /** What it shows stands under a field: on a phone the keyboard would cover it further down. */
  isHigh?: boolean;
  /** The way out: Escape leads here too. */
  onClose: () => void;
  /** In view however long the dialog is. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * A dialog over what is typed on this page. Unlike the others it is no URL: what it is about is here, was copied or
 * typed a moment ago, and exists only with script.
 */
export function ToolDialog({ title, isWide, isHigh, onClose, actions, children }: ToolDialogProps) {
  const titleId = useId();
  const dialog = useModalHere();

  function leave(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  }

  return (
    <dialog aria-labelledby={titleId} className="dialog" onCancel={leave} onClose={leave} ref={dialog}>
      <div
        className={classes(
          "plate flex w-full flex-col gap-4 p-6 md:p-8",
          isWide ? "max-w-record" : "max-w-dialog",
          isHigh && "!self-start",
        )}
      >
        <h2 className="text-24" id={titleId}>
          {title}
        </h2>
        {children}
        {actions ? (
          <div className="sticky -bottom-4 -mb-2 grid auto-cols-fr grid-flow-col gap-2 bg-cream py-4 md:flex md:justify-end">
            {actions}
          </div>
        ) : null}
      </div>
    </dialog>
  );
}

/** The cursor returns to where it came from. */
function useModalHere() {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element && !element.open) open(element);
    element?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return dialog;
}

/** A browser without modal dialogs shows it over the page all the same. */
function open(dialog: HTMLDialogElement) {
  if ("showModal" in dialog) dialog.showModal();
  else (dialog as HTMLElement).setAttribute("open", "");
}
